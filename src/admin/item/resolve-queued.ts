import { newIdempotencyKey } from '../../api/admin-call.ts'
import type { Outbox } from '../offline/queue/outbox.ts'
import type { Outgoing } from '../offline/queue/outgoing.ts'
import type { ItemInConflict } from './conflict/item-conflict.ts'
import { type DraftValues, patchOf } from './draft-values.ts'

/** Puts a resolved save back into its place in the queue, based on the version of the others. */
export async function resolveQueued(
  outbox: Outbox,
  { id, work }: Outgoing,
  { theirs, revision, type, exact }: ItemInConflict,
  solved: DraftValues,
  timeZone: string,
): Promise<void> {
  if (work.kind !== 'save') return
  const patch = patchOf(type, theirs, solved, timeZone, exact)
  const from = patchOf(type, solved, theirs, timeZone, exact) ?? {}
  // Without a difference to theirs nothing is left to send.
  if (patch) await outbox.again(id, { ...work, revision, patch, from }, newIdempotencyKey())
  else await outbox.cancel([id])
}
