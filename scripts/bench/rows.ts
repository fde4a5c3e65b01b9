import { pathToFileURL } from 'node:url'

/** One measured figure beside the bar that it has to reach. */
export interface Row {
  name: string
  /** Ours divided by what it is compared with; a plain figure where `unit` says so. */
  ratio: number
  unit?: 'KB' | 'MB' | 'ms' | 'points' | 'shift'
  /** Null for figures that are printed for the reader. */
  bar: { kind: 'at least' | 'at most'; value: number } | null
  note: string
  /** What the ratio was made of. */
  details: Record<string, number | string>
}

export interface BenchOptions {
  /** Few and short rounds: to see that everything works, not to believe the figures. */
  quick: boolean
}

export type Benchmark = (options: BenchOptions) => Promise<Array<Row>>

export const atLeast = (value: number) => ({ kind: 'at least', value }) as const
export const atMost = (value: number) => ({ kind: 'at most', value }) as const

/** Whether a row reaches its bar; null where there is none. */
export function reaches({ ratio, bar }: Row): boolean | null {
  if (!bar) return null
  return bar.kind === 'at least' ? ratio >= bar.value : ratio <= bar.value
}

/** The rows as a table of text, and below it what each ratio was made of. */
export function table(rows: ReadonlyArray<Row>): string {
  const lines = rows.map((row) => [
    row.name,
    figure(row),
    row.bar ? `${row.bar.kind === 'at least' ? '≥' : '≤'} ${row.bar.value}` : '',
    { true: 'pass', false: 'MISS', null: '' }[`${reaches(row)}`],
    row.note,
  ])
  const cells = [['', 'figure', 'bar', '', ''], ...lines]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const text = cells.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const details = rows.map(({ name, details }) => `${name}: ${Object.entries(details).map(detail).join(', ')}`)
  return `${text.join('\n')}\n\n${details.join('\n')}`
}

function figure({ ratio, unit }: Row): string {
  switch (unit) {
    case undefined:
      return `${ratio.toFixed(3)} ×`
    case 'points':
      return `${ratio}`
    case 'shift':
      return ratio.toFixed(4)
    default:
      return `${ratio.toFixed(1)} ${unit}`
  }
}

function detail([name, value]: [string, number | string]): string {
  return `${name} ${typeof value === 'number' ? Number(value.toPrecision(4)) : value}`
}

/** Runs a benchmark whose file was started by itself: `tsx scripts/bench/NAME.ts [--quick]`. */
export async function runWhenStarted(moduleUrl: string, benchmark: Benchmark): Promise<void> {
  const started = process.argv[1]
  if (started === undefined || moduleUrl !== pathToFileURL(started).href) return
  console.log(table(await benchmark({ quick: process.argv.includes('--quick') })))
}
