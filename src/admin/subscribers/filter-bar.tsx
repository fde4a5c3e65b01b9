import { type SubscriberFilter, type SubscriberSummary, subscriberFilters } from '#domain/subscriber-list.ts'
import { ChoiceBar } from '../../ui/choice-bar.tsx'

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
  const choices = subscriberFilters
    .filter((filter) => filter !== 'unsynced' || withService)
    .map((filter) => ({ value: filter, label: labels[filter], count: counts?.[filter] }))
  return <ChoiceBar label="Show" choices={choices} value={value} onChange={onChange} />
}
