import { groupedNumber } from '#domain/count-words.ts'
import { type SubscriberFilter, type SubscriberSummary, subscriberFilters } from '#domain/subscriber-list.ts'

const labels: Readonly<Record<SubscriberFilter, string>> = {
  all: 'All',
  active: 'Active',
  unconfirmed: 'Unconfirmed',
  unsubscribed: 'Unsubscribed',
  unsynced: 'Not synced',
}

/** Filters with their counts. Filters about the newsletter service are hidden on a site without one. */
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
    <div role="group" aria-label="Show" className="flex flex-wrap gap-1.5">
      {subscriberFilters
        .filter((filter) => filter !== 'unsynced' || withService)
        .map((filter) => (
          <button
            key={filter}
            type="button"
            className="inline-flex items-center gap-1.75 min-h-8 py-0.5 px-2.75 border border-line rounded-full bg-surface text-14 font-semibold pointer-coarse:min-h-11 hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
            aria-pressed={filter === value}
            onClick={() => onChange(filter)}
          >
            {labels[filter]}
            {counts && (
              <span className="text-muted font-medium tabular-nums in-aria-pressed:text-inherit">
                {groupedNumber(counts[filter])}
              </span>
            )}
          </button>
        ))}
    </div>
  )
}
