import { newIdempotencyKey } from '../../api/admin-request.ts'
import type { Outbox } from '../offline/queue/outbox.ts'
import type { Outgoing } from '../offline/queue/outgoing.ts'
import type { ItemInConflict } from './conflict/item-conflict.ts'
import { type DraftValues, patchOf } from './draft-values.ts'

/** Puts what was chosen in the conflict of a parked save back into its place in the queue, on the version of the others. */
export async function solveWaiting(
  outbox: Outbox,
  { id, work }: Outgoing,
  { theirs, revision, type, exact }: ItemInConflict,
  solved: DraftValues,
  timeZone: string,
): Promise<void> {
  if (work.kind !== 'save') return
  const patch = patchOf(type, theirs, solved, timeZone, exact)
  const from = patchOf(type, solved, theirs, timeZone, exact) ?? {}
  // Whoever chose theirs everywhere has nothing to send.
  if (patch) await outbox.again(id, { ...work, revision, patch, from }, newIdempotencyKey())
  else await outbox.cancel([id])
}
