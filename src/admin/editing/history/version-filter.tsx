import { origins } from '#domain/item-history.ts'
import type { ItemCommit } from '../../../api/admin-content.ts'
import type { HistorySubject } from './history-subject.ts'
import { type Filter, originLabels, whatChanged } from './versions.ts'

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
