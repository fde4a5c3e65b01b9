import type { ChangedItem } from '#domain/content-event.ts'

/**
 * Unsaved text as stored in the browser. `Values` is plain JSON, with files (`Blob`) on some
 * screens.
 */
export interface StoredDraft<Values = unknown> {
  /** A type of content, or the screen that creates something new. */
  kind: string
  /** The item's id, or a local name for a new item. */
  item: string
  /** Revision of `base`; empty for a new item. */
  revision: string
  /** Title in lists of drafts. */
  title: string
  base: Values
  values: Values
  /** A save whose answer never came, in the format of the screen. */
  attempt?: unknown
  /** Time of the last edit, in milliseconds since 1970. */
  at: number
  /** Version of the format (`stored-format.ts`), set by the storage. */
  format?: number
  /** The other device of the person that it was typed on, in words; unset since an edit here. */
  device?: string
}

/** Primary key of a draft. */
export type DraftKey = Pick<StoredDraft, 'kind' | 'item' | 'revision'>

/** The text of another device that a draft contains. `id` names it on the server, if it was there. */
export interface Contained {
  at: number
  values: Record<string, unknown>
  id?: string
}

/** A text of another device, whose `name` is in words. */
export type OtherText = Required<Contained> & { name: string }

/** What a browser knows of a draft on the server (`draft-exchange.ts`). */
export interface SyncedDraft extends DraftKey {
  /** Time of the last edit here that the server has. */
  sentAt?: number
  /** By device: its last text that the draft contains. */
  contains: Record<string, Contained>
  /** By device: a text that conflicts with the draft. */
  conflicts: Record<string, OtherText>
}

export const keyOf = ({ kind, item, revision }: DraftKey): [string, string, string] => [
  kind,
  item,
  revision,
]

/** A time difference in words, such as the age of a draft. */
export function ageText(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return counted(hours, 'hour')
  return counted(Math.floor(hours / 24), 'day')
}

/**
 * Author, age and message of a change: 'Ada, 2 minutes ago: Update article: Warp modes'. Null when
 * the author is unknown.
 */
export function whoChanged({ author, at, message }: ChangedItem, now: number): string | null {
  if (!author) return null
  const age = at && `, ${ageText(Date.parse(at), now)}`
  return `${author.name}${age ?? ''}${message ? `: ${message}` : ''}`
}

function counted(number: number, unit: string) {
  return number === 1 ? `1 ${unit} ago` : `${number} ${unit}s ago`
}
