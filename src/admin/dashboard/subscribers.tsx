import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, groupedNumber } from '#domain/count-words.ts'
import type { Dashboard } from '#domain/dashboard.ts'
import type { GrowthRange } from '#domain/growth.ts'
import { callQuery } from '../../api/admin-call.ts'
import { ChoiceBar } from '../../ui/choice-bar.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { GrowthPlot } from './growth-plot.tsx'

const ranges = [
  { value: 'year', label: '12 months' },
  { value: 'month', label: '30 days' },
] as const

/** Number of active subscribers, and the state of the newsletter service. */
export function Subscribers({
  subscribers: count,
  subscriberService: service,
}: Pick<Dashboard, 'subscribers' | 'subscriberService'>) {
  return (
    <>
      {count === null ? (
        <p className="text-muted">
          The list of subscribers can't be read. The server's log says why.
        </p>
      ) : (
        <p>
          <strong className="text-24 font-[750] tabular-nums">{groupedNumber(count)}</strong>{' '}
          {count === 1 ? 'person gets the newsletter.' : 'people get the newsletter.'}
        </p>
      )}
      {service && service.waiting > 0 && (
        <p className="notice mt-3" data-tone="warn">
          <span>
            {service.problem?.message ?? `Changes are being sent to ${service.name}.`}{' '}
            {counted(service.waiting, 'person is', 'people are')} not synced yet; it is tried again
            by itself.
          </span>
        </p>
      )}
    </>
  )
}

/** How the list of subscribers grew, in a span that the user chooses. */
export function Growth() {
  const [range, setRange] = useState<GrowthRange>('year')
  const growth = useQuery({
    ...callQuery('GET /api/dashboard/growth', { query: { range } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-15">Growth</h3>
        <ChoiceBar label="Span" choices={ranges} value={range} onChange={setRange} />
      </div>
      <Loaded query={growth} name="growth">
        {(data) => <GrowthPlot {...data} />}
      </Loaded>
    </div>
  )
}
