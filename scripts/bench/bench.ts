import { median, quantile } from './figures.ts'

/** What a benchmark measures: series of values by their names. */
export interface Measurements {
  /** Few and short rounds: to check that everything works, not for reliable figures. */
  quick: boolean
  add(series: string, ...values: ReadonlyArray<number>): void
  /** Adds the milliseconds that the work takes. Resolves with its result. */
  time<Value>(series: string, work: () => Promise<Value>): Promise<Value>
  values(series: string): ReadonlyArray<number>
  /** Prints a sentence below the figures. */
  say(sentence: string): void
}

/** A figure of a benchmark and its bar. */
export interface Figure {
  name: string
  /** The series that it is taken from, if not the one of its own name; of several, the highest value. */
  of?: string | ReadonlyArray<string>
  /** The series whose sum it is divided by; without one the figure is absolute. */
  to?: string | ReadonlyArray<string>
  /** What is taken of a series; `rounds`: the median of the ratios of all rounds. */
  by?: 'median' | 'p99' | 'most' | 'rounds'
  unit?: 'KB' | 'MB' | 'ms' | 'points' | 'shift'
  least?: number
  most?: number
  note: string
}

export interface Benchmark {
  figures: ReadonlyArray<Figure>
  run(measurements: Measurements): Promise<void>
}

const statistics = {
  median,
  p99: (values: ReadonlyArray<number>) => quantile(values, 0.99),
  most: (values: ReadonlyArray<number>) => Math.max(...values),
}

/** Runs a benchmark. Returns its figures as text, and the names of those that miss their bars. */
export async function measure(
  { figures, run }: Benchmark,
  quick: boolean,
): Promise<{ text: string; missed: Array<string> }> {
  const all = new Map<string, Array<number>>()
  const sentences: Array<string> = []
  const measurements: Measurements = {
    quick,
    add(series, ...values) {
      all.set(series, [...(all.get(series) ?? []), ...values])
    },
    async time(series, work) {
      const start = performance.now()
      const value = await work()
      measurements.add(series, performance.now() - start)
      return value
    },
    values(series) {
      const found = all.get(series)
      if (!found) throw new Error(`nothing was measured for "${series}"`)
      return found
    },
    say: (sentence) => void sentences.push(sentence),
  }
  await run(measurements)
  // Short runs leave some out.
  const measured = figures.filter(({ name, of = name }) => !quick || [of].flat().every((series) => all.has(series)))
  const rows = measured.map((figure) => ({ figure, value: figureValue(figure, measurements) }))
  const missed = rows.filter(({ figure, value }) => !reaches(figure, value)).map(({ figure }) => figure.name)
  const ratios = measured
    .filter(({ by }) => by === 'rounds')
    .map((figure) => [figure.name, ...summary(ratiosOf(figure, measurements))])
  const series = [...all].map(([name, values]) => [name, ...summary(values)])
  return {
    text: [
      columns([['', 'figure', 'bar', '', ''], ...rows.map(({ figure, value }) => row(figure, value))]),
      columns([['', 'values', 'median', 'p99', 'from', 'to'], ...ratios, ...series]),
      ...sentences,
    ].join('\n\n'),
    missed,
  }
}

function figureValue(figure: Figure, measurements: Measurements): number {
  const { name, of = name, to, by = 'median' } = figure
  if (by === 'rounds') return median(ratiosOf(figure, measurements))
  const taken = (series: string) => statistics[by](measurements.values(series))
  return Math.max(...[of].flat().map(taken)) / (to === undefined ? 1 : sum([to].flat().map(taken)))
}

/** The ratio of each round. */
function ratiosOf({ of, to }: Figure, { values }: Measurements): Array<number> {
  const below = [to ?? []].flat().map(values)
  return values(String(of)).map((value, round) => value / sum(below.map((series) => series[round]!)))
}

function sum(values: ReadonlyArray<number>): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Whether a figure reaches its bar, if it has one. */
function reaches({ least, most }: Figure, value: number): boolean {
  return value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Number.POSITIVE_INFINITY)
}

function row(figure: Figure, value: number): Array<string> {
  const { name, unit, to, least, most, note } = figure
  const digits = unit === 'KB' || unit === 'MB' || unit === 'ms' ? 1 : 4
  const shown = `${Number(value.toFixed(digits))} ${to === undefined ? (unit ?? '') : '×'}`
  const bar = least !== undefined ? `≥ ${least}` : most !== undefined ? `≤ ${most}` : ''
  return [name, shown, bar, bar && (reaches(figure, value) ? 'pass' : 'MISS'), note]
}

function summary(values: ReadonlyArray<number>): Array<string> {
  const figures = [median(values), quantile(values, 0.99), Math.min(...values), Math.max(...values)]
  return [values.length, ...figures].map((value) => String(Number(value.toPrecision(4))))
}

/** Lines of cells as a table. */
function columns(lines: ReadonlyArray<ReadonlyArray<string>>): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
  return padded.map((line) => line.trimEnd()).join('\n')
}
