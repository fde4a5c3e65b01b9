import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, groupedNumber } from '#domain/count-words.ts'
import type { Dashboard } from '#domain/dashboard.ts'
import type { GrowthAnswer, GrowthRange } from '#domain/growth.ts'
import { callQuery } from '../../api/admin-call.ts'
import { ChoiceBar } from '../../ui/choice-bar.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { ScrollingTable } from '../shell/scrolling-table.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'

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

const spans: Readonly<Record<GrowthRange, string>> = {
  month: 'in the last 30 days',
  year: 'in the last 12 months',
}
/** The plot in its own units; it is stretched to the width of the card. */
const width = 600
const top = 150
/** The line between who joined (above) and who left (below), and the room of each. */
const middle = 192
const room = 24
const across = 'fill-none stroke-line [vector-effect:non-scaling-stroke]'

/**
 * The number of subscribers over time as a line, who joined and left as bars below it, and the same
 * as a table.
 */
function GrowthPlot({ range, before, intervals }: GrowthAnswer) {
  const { timeZone } = useSiteFacts()
  const name = (start: string, isLong: boolean) => intervalName(start, range, timeZone, isLong)
  const totals = [before, ...intervals.map(({ total }) => total)]
  const lines = scaleLines(totals)
  const [low = 0, high = 1] = [lines[0], lines.at(-1)]
  const step = width / intervals.length
  const y = (total: number) => top - ((total - low) / (high - low)) * (top - 2)
  const path = totals
    .map((total, at) => `${at === 0 ? 'M' : 'L'}${(at * step).toFixed(1)} ${y(total).toFixed(1)}`)
    .join('')
  const most = Math.max(1, ...intervals.flatMap(({ joined, left }) => [joined, left]))
  const [joined, left] = (['joined', 'left'] as const).map((part) =>
    intervals.reduce((sum, one) => sum + one[part], 0),
  )
  const summary = `${groupedNumber(joined ?? 0)} joined and ${groupedNumber(left ?? 0)} left ${spans[range]}`
  return (
    <figure className="mt-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 text-13 text-muted tabular-nums">
        <svg
          className="block h-44 w-full overflow-visible"
          viewBox={`0 0 ${width} ${middle + room}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Subscribers: from ${groupedNumber(before)} to ${groupedNumber(totals.at(-1) ?? before)}. ${summary}.`}
        >
          {lines.map((line) => (
            <path key={line} className={across} d={`M0 ${y(line)}H${width}`} />
          ))}
          <path className="fill-info/14" d={`${path}V${top}H0Z`} />
          <path
            className="fill-none stroke-info stroke-[2.5] [stroke-linejoin:round]
              [vector-effect:non-scaling-stroke]"
            d={path}
          />
          <path className={across} d={`M0 ${middle}H${width}`} />
          {intervals.map((one, at) => (
            <g key={one.start}>
              <rect
                className="fill-ok"
                {...{
                  x: (at + 0.2) * step,
                  width: 0.6 * step,
                  y: middle - (one.joined / most) * room,
                }}
                height={(one.joined / most) * room}
              />
              <rect
                className="fill-danger"
                {...{
                  x: (at + 0.2) * step,
                  width: 0.6 * step,
                  y: middle,
                  height: (one.left / most) * room,
                }}
              />
              <rect
                className="fill-transparent hover:fill-ink/8"
                {...{ x: at * step, width: step, y: 0, height: middle + room }}
              >
                <title>{`${name(one.start, true)}: ${groupedNumber(one.total)} (${groupedNumber(one.joined)} joined, ${groupedNumber(one.left)} left)`}</title>
              </rect>
            </g>
          ))}
        </svg>
        {/* The lines take 148 of the 216 units of the plot. */}
        <div
          className="-mt-[0.5em] flex h-[calc(11rem*148/216+1em)] flex-col justify-between text-end
            leading-none"
          aria-hidden="true"
        >
          {lines.toReversed().map((line) => (
            <span key={line}>{groupedNumber(line)}</span>
          ))}
        </div>
        <div className="flex justify-between mt-1" aria-hidden="true">
          <span>{name(intervals[0]?.start ?? '', false)}</span>
          <span>{name(intervals.at(-1)?.start ?? '', false)}</span>
        </div>
      </div>
      <figcaption className="mt-2 text-small text-soft">{summary}.</figcaption>
      <details className="mt-2 text-small">
        <summary>The figures as a table</summary>
        <GrowthTable range={range} intervals={intervals} name={name} />
      </details>
    </figure>
  )
}

interface GrowthTableProps extends Pick<GrowthAnswer, 'range' | 'intervals'> {
  name: (start: string, isLong: boolean) => string
}

/** The figures of the plot, newest first. */
function GrowthTable({ range, intervals, name }: GrowthTableProps) {
  return (
    <ScrollingTable
      className="[&_table]:tabular-nums [&_:is(th,td)]:text-end
        [&_:is(th,td):first-child]:text-start"
      label="Growth of the list of subscribers"
    >
      <thead>
        <tr>
          <th scope="col">{range === 'month' ? 'Day' : 'Month'}</th>
          <th scope="col">Joined</th>
          <th scope="col">Left</th>
          <th scope="col">Subscribers</th>
        </tr>
      </thead>
      <tbody>
        {intervals.toReversed().map((one) => (
          <tr key={one.start}>
            <th scope="row">{name(one.start, true)}</th>
            <td>{groupedNumber(one.joined)}</td>
            <td>{groupedNumber(one.left)}</td>
            <td>{groupedNumber(one.total)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

function intervalName(
  start: string,
  range: GrowthRange,
  timeZone: string,
  isLong: boolean,
): string {
  const month = isLong ? 'long' : 'short'
  return new Date(start).toLocaleDateString('en-US', {
    timeZone,
    month,
    ...(range === 'month' && { day: 'numeric' }),
    ...((isLong || range === 'year') && { year: 'numeric' }),
  })
}

/**
 * The values of the lines across a plot, lowest first: whole round numbers at equal distances that
 * enclose all values.
 */
export function scaleLines(values: ReadonlyArray<number>): Array<number> {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const rough = Math.max(1, (high - low) / 3)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const first = Math.floor(low / step) * step
  const count = Math.max(2, Math.ceil((high - first) / step) + 1)
  return Array.from({ length: count }, (_, at) => first + at * step)
}
