import { changeInWords, type Origin, origins } from '#domain/item-history.ts'
import type { ItemCommit } from '../../../api/admin-content.ts'
import type { HistorySubject } from './history-subject.ts'

/**
 * Selects versions by person, origin and what they changed; offers only what the history contains.
 * Nothing for a short history.
 */
export function VersionFilter({
  subject,
  versions,
  filter,
  onChange,
}: {
  subject: HistorySubject
  versions: ReadonlyArray<ItemCommit>
  filter: Filter
  onChange: (filter: Filter) => void
}) {
  const people = new Map(versions.map(({ author }) => [author.email, author.name]))
  const from = origins.filter((one) => versions.some(({ origin }) => origin === one))
  const what = [...new Set(versions.flatMap(whatChanged))].sort()
  if (versions.length < 2) return null
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">Show only versions</legend>
      <Choice
        label="By"
        all="Everybody"
        value={filter.person}
        options={[...people]}
        onChange={(person) => onChange({ ...filter, person })}
      />
      <Choice
        label="From"
        all="Anywhere"
        value={filter.origin}
        options={from.map((one) => [one, originLabels[one]])}
        onChange={(origin) =>
          onChange({ ...filter, origin: origins.find((one) => one === origin) ?? '' })
        }
      />
      <Choice
        label="What"
        all="Everything"
        value={filter.what}
        options={what.map((one) => [one, one === 'text' ? 'Text' : subject.labelOf(one)])}
        onChange={(changed) => onChange({ ...filter, what: changed })}
      />
    </fieldset>
  )
}

function Choice({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string
  all: string
  value: string
  options: ReadonlyArray<readonly [value: string, label: string]>
  onChange: (value: string) => void
}) {
  return (
    <label className="grid min-w-0 gap-1 text-13 font-semibold text-muted">
      {label}
      <select
        className="control min-w-0 ps-2 pe-6 text-13 font-normal"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{all}</option>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Which versions are shown; an empty text for all. */
interface Filter {
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
function whatChanged({ change }: ItemCommit): Array<string> {
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
