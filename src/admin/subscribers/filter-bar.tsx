import { type SubscriberFilter, type SubscriberSummary, subscriberFilters } from '#domain/subscriber-list.ts'

const labels: Readonly<Record<SubscriberFilter, string>> = {
  all: 'All',
  active: 'Active',
  unconfirmed: 'Unconfirmed',
  unsubscribed: 'Unsubscribed',
  unsynced: 'Not synced',
}

/** Which people are shown, with how many there are. What a site without a newsletter service can't have is left out. */
export function FilterBar({
  value,
  counts,
  withService,
  onChange,
}: {
  value: SubscriberFilter
  counts: SubscriberSummary['counts'] | null
  withService: boolean
  onChange: (filter: SubscriberFilter) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label="Show" className="filter-bar">
      {subscriberFilters
        .filter((filter) => filter !== 'unsynced' || withService)
        .map((filter) => (
          <button
            key={filter}
            type="button"
            className="filter"
            aria-pressed={filter === value}
            onClick={() => onChange(filter)}
          >
            {labels[filter]}
            {counts && <span className="filter-count">{counts[filter].toLocaleString('en-US')}</span>}
          </button>
        ))}
    </div>
  )
}
