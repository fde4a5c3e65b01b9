import { parseArgs } from 'node:util'

/**
 * A figure and its bar. It is taken `of` a series, the one of its own name when that is empty; `A |
 * B`: the highest of both; `A / B + C`: divided by the sum of the others. The median is taken,
 * unless it begins with `mean of`, `p99 of`, `most of`, or `rounds of`: the median of the ratios of
 * all rounds. A bar is `≤ 5 ms`, `≥ 1`, or a unit alone.
 */
export type Figure = readonly [name: string, of: string, bar: string, note: string]

export interface Benchmark {
  figures: ReadonlyArray<Figure>
  run(): Promise<void>
}

/** Few and short rounds: to check that everything works, not for reliable results. */
export const quick = process.argv.includes('--quick')

/** So many, or a fiftieth of them in a short run. */
export const times = (count: number) => (quick ? Math.ceil(count / 50) : count)

const { values, positionals } = parseArgs({
  strict: false,
  options: { seed: { type: 'string' } },
})

/** Whether the random steps of one run are repeated. */
export const isSeedGiven = typeof values.seed === 'string'

/** The seed of random steps, and of the first of several runs. */
export const seed = isSeedGiven ? Number(values.seed) : Math.floor(Math.random() * 2 ** 31)

/**
 * `-- [--quick] [--seed=N] [NAME …]`: runs all cases or the named ones, one at a time. The exit
 * code tells whether some broke.
 */
export async function runCases<Case>(
  cases: Readonly<Record<string, Case>>,
  run: (one: Case, name: string) => Promise<void>,
): Promise<void> {
  const names = positionals.length > 0 ? positionals : Object.keys(cases)
  const unknown = names.filter((name) => !(name in cases))
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}; there are ${Object.keys(cases).join(', ')}.`)
    process.exit(2)
  }
  for (const name of names) {
    console.error(`${name} …`)
    try {
      await run(cases[name]!, name)
    } catch (error) {
      console.error(`Broken: ${name}`, error)
      process.exitCode = 1
    }
  }
}

/** What the benchmark that runs has measured, and the sentences below its figures. */
const series = new Map<string, Array<number>>()
const sentences: Array<string> = []

export function add(name: string, ...values: ReadonlyArray<number>): void {
  series.set(name, [...(series.get(name) ?? []), ...values])
}

/** Adds the milliseconds that the work takes. Resolves with its result. */
export async function time<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const start = performance.now()
  const value = await work()
  add(name, performance.now() - start)
  return value
}

/** Prints a sentence below the figures. */
export function say(sentence: string): void {
  sentences.push(sentence)
}

export function valuesOf(name: string): Array<number> {
  const values = series.get(name)
  if (!values) throw new Error(`nothing was measured for "${name}"`)
  return values
}

/** Runs a benchmark and prints its figures. Returns the names of those that miss their bars. */
export async function measure({ figures, run }: Benchmark): Promise<Array<string>> {
  series.clear()
  sentences.length = 0
  await run()
  const rows = figures.flatMap(figureRow)
  const values = [...series].map(([name, measured]) => {
    const figures = [
      median(measured),
      quantile(measured, 0.99),
      Math.min(...measured),
      Math.max(...measured),
    ]
    return [
      name,
      ...[measured.length, ...figures].map((value) => String(Number(value.toPrecision(4)))),
    ]
  })
  const tables = [
    columns([['', 'figure', 'bar', '', ''], ...rows]),
    columns([['', 'values', 'median', 'p99', 'from', 'to'], ...values]),
  ]
  for (const text of [...tables, ...sentences]) console.log(`\n${text}`)
  return rows.flatMap(([name = '', , , verdict]) => (verdict === 'MISS' ? name : []))
}

const statistics: Record<string, (values: Array<number>) => number> = {
  mean,
  p99: (values) => quantile(values, 0.99),
  most: (values) => Math.max(...values),
}

/** The cells of a figure; none for one that a short run left out. */
function figureRow([name, of, bar, note]: Figure): Array<Array<string>> {
  const [, taken = 'median', measured = ''] =
    /^(?:(mean|p99|most|rounds) of )?(.*)$/.exec(of || name) ?? []
  const [above = [], below = []] = measured.split(' / ').map((names) => names.split(/ [|+] /))
  if (quick && above.some((one) => !series.has(one))) return []
  if (taken === 'rounds') {
    const ratios = valuesOf(above[0]!).map(
      (value, round) => value / sum(below.map((one) => valuesOf(one)[round]!)),
    )
    add(name, ...ratios)
  }
  const take = (one: string) => (statistics[taken] ?? median)(valuesOf(one))
  const value =
    taken === 'rounds'
      ? median(valuesOf(name))
      : Math.max(...above.map(take)) / (sum(below.map(take)) || 1)
  const [limited = '', sign, limit] = /^([≤≥]) ([\d.]+) ?/.exec(bar) ?? []
  const unit = bar.slice(limited.length)
  const shown = `${Number(value.toFixed(/^[KM]B|ms/.test(unit) ? 1 : 4))} ${below.length > 0 ? '×' : unit}`
  const isReached = sign === '≤' ? value <= Number(limit) : value >= Number(limit)
  return [[name, shown, bar, sign === undefined ? '' : isReached ? 'pass' : 'MISS', note]]
}

/** Lines of cells as a table. */
function columns(lines: ReadonlyArray<ReadonlyArray<string>>): string {
  const widths = lines[0]!.map((_, column) =>
    Math.max(...lines.map((line) => line[column]!.length)),
  )
  const padded = lines.map((line) =>
    line.map((cell, column) => cell.padEnd(widths[column]!)).join('  '),
  )
  return padded.map((line) => line.trimEnd()).join('\n')
}

function sum(values: ReadonlyArray<number>): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The value below which `share` of the values lie. Throws when there are none. */
export function quantile(values: ReadonlyArray<number>, share: number): number {
  const ordered = values.toSorted((one, other) => one - other)
  const value = ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))]
  if (value === undefined) throw new Error('there are no values')
  return value
}

/** The middle value, or the mean of the two in the middle. Throws when there are none. */
export function median(values: ReadonlyArray<number>): number {
  const last = values.length - 1
  return (quantile(values, (last + 0.5) / 2 / values.length) + quantile(values, 0.5)) / 2
}

export function mean(values: ReadonlyArray<number>): number {
  return sum(values) / values.length
}

/** One divided by a rank; 0 for rank 0, which says that nothing was found. */
export function reciprocal(rank: number): number {
  return rank > 0 ? 1 / rank : 0
}

/** A number with commas between thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
