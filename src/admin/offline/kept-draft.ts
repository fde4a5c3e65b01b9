import type { ChangedItem } from '#domain/content-event.ts'

/** Text that was typed and is in no commit yet, as the browser keeps it. `Values` is plain JSON, with files (`Blob`) where a screen has them. */
export interface KeptDraft<Values = unknown> {
  /** A type of content, or the screen that makes something new. */
  kind: string
  /** The item's id, or a local key for what has none yet. */
  item: string
  /** The version that `base` is; empty for what is new. */
  revision: string
  /** For lists. */
  title: string
  base: Values
  values: Values
  /** A save of it whose answer never came, as the screen has it. */
  attempt?: unknown
  /** When it was last typed in, in milliseconds since 1970. */
  at: number
  /** The format that it was written in (`kept-format.ts`); the storage puts it in. */
  format?: number
}

/** What a draft is found by. */
export type DraftKey = Pick<KeptDraft, 'kind' | 'item' | 'revision'>

export const keyOf = ({ kind, item, revision }: DraftKey): [string, string, string] => [kind, item, revision]

/** How long ago something was, in words: the age of a draft, of a change. */
export function ageText(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return counted(hours, 'hour')
  return counted(Math.floor(hours / 24), 'day')
}

/** Who made a change, when and as what: 'Ada, 2 minutes ago: Update article: Warp modes'. Null where git does not say who. */
export function whoChanged({ author, at, message }: ChangedItem, now: number): string | null {
  if (!author) return null
  const age = at && `, ${ageText(Date.parse(at), now)}`
  return `${author.name}${age ?? ''}${message ? `: ${message}` : ''}`
}

function counted(number: number, unit: string): string {
  return number === 1 ? `1 ${unit} ago` : `${number} ${unit}s ago`
}
