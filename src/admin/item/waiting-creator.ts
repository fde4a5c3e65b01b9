import type { Outgoing } from '../offline/queue/outgoing.ts'
import { subjectOf, withFields } from '../offline/queue/queue-rules.ts'
import { type CreatedType, type CreatorState, emptyState } from './creator-state.ts'
import { valuesOf } from './draft-values.ts'

const prefix = 'waiting-'

/** The name of the draft of an item that waits to be created, by the key of its creation. */
export const waitingName = (key: string) => `${prefix}${key}`

/** Where an item is edited that waits to be created. */
export const waitingAddressOf = (key: string) => `/admin/create-content?${new URLSearchParams({ waiting: key })}`

/** The same by the name of its draft; null for other drafts. */
export function waitingCreatorAddress(name: string): string | null {
  return name.startsWith(prefix) ? waitingAddressOf(name.slice(prefix.length)) : null
}

/** The editing step of an item that waits to be created, with the changes that wait behind it; null when no such thing is in the queue. */
export function waitingState(queue: ReadonlyArray<Outgoing>, key: string, timeZone: string): CreatorState | null {
  const entry = queue.find((one) => one.key === key)
  if (entry?.work.kind !== 'create' || entry.work.type === 'newsletters') return null
  const type: CreatedType = entry.work.type
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
