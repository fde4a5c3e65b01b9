import { groupedNumber } from '#domain/count-words.ts'
import type { GrowthAnswer, GrowthRange } from '#domain/growth.ts'
import { useSiteFacts } from '../shell/site-facts.ts'
import { scaleLines } from './growth-scale.ts'

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
export function GrowthPlot({ range, before, intervals }: GrowthAnswer) {
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
            className="fill-none stroke-info stroke-[2.5] [stroke-linejoin:round] [vector-effect:non-scaling-stroke]"
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
          className="-mt-[0.5em] flex h-[calc(11rem*148/216+1em)] flex-col justify-between text-end leading-none"
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
    <section
      className="mt-2 max-h-64 overflow-auto rounded-card border border-line [&_table]:w-full [&_table]:text-13 [&_table]:tabular-nums [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:px-2.5 [&_:is(th,td)]:py-1 [&_:is(th,td)]:text-end [&_:is(th,td):first-child]:text-start"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label="Growth of the list of subscribers"
    >
      <table>
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
      </table>
    </section>
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
