import { ListFilter } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { type FilterName, filterNames } from '#domain/filter-matcher.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { SelectField } from '../../ui/field.tsx'
import { useFacets } from './item-queries.ts'
import { type ListView, noFilters } from './list-address.ts'

/** What each filter is called, and what stands for no choice. */
const labels = {
  status: ['Status', 'Any status'],
  category: ['Category', 'Any category'],
  author: ['Author', 'Any author'],
  tag: ['Tag', 'Any tag'],
  year: ['Year', 'Any year'],
  warning: ['Warnings', 'Any'],
  sound: ['Sounds', 'Any'],
} as const satisfies Record<FilterName, readonly [string, string]>

interface Option {
  value: string
  label: string
}

/** The choices of the filters that are the same for every type. */
const fixed = {
  status: [
    { value: 'published', label: 'Published' },
    { value: 'draft', label: 'Draft' },
    { value: 'scheduled', label: 'Scheduled' },
  ],
  warning: [{ value: 'yes', label: 'Has a warning' }],
  sound: [{ value: 'yes', label: 'Has sound' }],
} as const

/**
 * The filters of a list: those that are set as chips that can be removed, and behind a button all
 * that there are.
 */
export function ListFilters({
  view,
  onChange,
}: {
  view: ListView
  onChange: (filters: Partial<Pick<ListView, FilterName>>) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useId()
  const { data } = useFacets(view.type)
  const optionsOf = (name: FilterName): ReadonlyArray<Option> => {
    if (name === 'status' || name === 'warning' || name === 'sound') return fixed[name]
    const offered = data?.[name] ?? []
    const value = view[name]
    const known = value === '' || offered.some((option) => option.value === value)
    return known ? offered : [{ value, label: value }, ...offered]
  }
  const shown = filterNames.filter((name) => view[name] !== '' || optionsOf(name).length > 0)
  const set = filterNames.filter((name) => view[name] !== '')
  const change = (filters: Partial<Record<FilterName, string>>) => {
    onChange(filters as Partial<Pick<ListView, FilterName>>)
  }
  const remove = (filters: Partial<Record<FilterName, string>>) => {
    change(filters)
    // The pressed button is gone with its chip.
    button.current?.focus()
  }

  return (
    <div className="grid gap-2.5 mb-3" data-part="list-filters">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          ref={button}
          size="sm"
          variant="ghost"
          icon={<ListFilter />}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          Filter
        </Button>
        {set.length > 0 && (
          <>
            <ul className="tag-list" aria-label="Filters that are set">
              {set.map((name) => {
                const text = chipText(name, view[name], optionsOf(name))
                return (
                  <Chip
                    key={name}
                    removeLabel={`Remove the filter ${text}`}
                    onRemove={() => remove({ [name]: '' })}
                  >
                    {text}
                  </Chip>
                )
              })}
            </ul>
            {set.length > 1 && (
              <Button size="sm" variant="ghost" onClick={() => remove(noFilters)}>
                Clear filters
              </Button>
            )}
          </>
        )}
      </div>
      <div id={panel} hidden={!isOpen}>
        <div className="grid grid-cols-2 gap-2.5 p-3 border border-line rounded-card bg-surface sm:grid-cols-4">
          {shown.map((name) => (
            <SelectField
              key={name}
              label={labels[name][0]}
              options={[{ value: '', label: labels[name][1] }, ...optionsOf(name).map(counted)]}
              value={view[name]}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function counted({ value, label, count }: Option & { count?: number }): Option {
  return { value, label: count === undefined ? label : `${label} (${count})` }
}

function chipText(name: FilterName, value: string, options: ReadonlyArray<Option>): string {
  const label = options.find((option) => option.value === value)?.label ?? value
  return name === 'warning' || name === 'sound' ? label : `${labels[name][0]}: ${label}`
}
