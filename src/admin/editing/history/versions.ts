import { changeInWords, type Origin } from '#domain/item-history.ts'
import type { ItemCommit } from '../../../api/admin-content.ts'
import type { HistorySubject } from './history-subject.ts'

/** Which versions are shown; an empty text for all. */
export interface Filter {
  /** A person's mail address. */
  person: string
  origin: Origin | ''
  /** `text`, or the name of a field. */
  what: string
}

export const noFilter: Filter = { person: '', origin: '', what: '' }

export const originLabels: Readonly<Record<Origin, string>> = {
  admin: 'Admin',
  git: 'Git',
  sync: 'Sync',
  restore: 'Restored',
}

/**
 * The versions that a filter selects. What the server has not looked at yet is shown only without a
 * filter of that.
 */
export function shownVersions(
  versions: ReadonlyArray<ItemCommit>,
  { person, origin, what }: Filter,
): Array<ItemCommit> {
  return versions.filter(
    (version) =>
      (person === '' || version.author.email === person) &&
      (origin === '' || version.origin === origin) &&
      (what === '' || whatChanged(version).includes(what)),
  )
}

/**
 * Whether there are older versions than these, which the server did not read: of a very long
 * history, or in a clone that lacks it.
 */
export function endsEarly(versions: ReadonlyArray<ItemCommit>): boolean {
  return versions.at(-1)?.change?.kind === 'edited'
}

/** The names of what a version changed, `text` for its text. */
export function whatChanged({ change }: ItemCommit): Array<string> {
  if (!change) return []
  const isText = change.kind !== 'edited' || change.blocks === null || change.blocks.length > 0
  return [...(isText ? ['text'] : []), ...change.fields]
}

/** What a version changed, in words; null when the server has not looked yet. */
export function summaryOf(
  { labelOf }: Pick<HistorySubject, 'labelOf'>,
  { change, origin }: ItemCommit,
): string | null {
  if (!change) return null
  const words = changeInWords(change, labelOf)
  return origin === 'restore' && change.kind === 'created' ? 'Restored' : words
}
