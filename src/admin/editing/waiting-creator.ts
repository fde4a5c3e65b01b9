import { valuesOf } from '../documents/draft-values.ts'
import type { Outgoing } from '../documents/queue/outgoing.ts'
import { subjectOf, withFields } from '../documents/queue/queue-rules.ts'
import { type CreatorState, emptyState, isCreatedType } from './creator-state.ts'

const prefix = 'waiting-'

/** Name of the stored draft of an item whose creation is queued, by the key of the creation. */
export const waitingName = (key: string) => `${prefix}${key}`

/** Address of the editor of such an item. */
export const waitingAddressOf = (key: string) =>
  `/admin/create-content?${new URLSearchParams({ waiting: key })}`

/** The same from the name of its draft; null for other drafts. */
export function waitingCreatorAddress(name: string): string | null {
  return name.startsWith(prefix) ? waitingAddressOf(name.slice(prefix.length)) : null
}

/**
 * State of the creator for a queued creation, including the changes behind it; null when the queue
 * does not have it.
 */
export function waitingState(
  queue: ReadonlyArray<Outgoing>,
  key: string,
  timeZone: string,
): CreatorState | null {
  const entry = queue.find((one) => one.key === key)
  if (entry?.work.kind !== 'create' || !isCreatedType(entry.work.type)) return null
  const { type } = entry.work
  const behind = queue.flatMap((one) =>
    one.work.kind === 'save' && subjectOf(one) === subjectOf(entry) ? [one.work.patch] : [],
  )
  const fields: Record<string, unknown> = Object.assign({}, entry.work.fields, ...behind)
  const values = valuesOf(type, withFields({}, fields), timeZone)
  return {
    ...emptyState(type),
    phase: 'editing',
    edit: { kind: 'new', base: values, values, created: { key, fields } },
  }
}
