import { pathToFileURL } from 'node:url'

/** A measured figure and its target. */
export interface Row {
  name: string
  /** Our figure divided by the baseline's; an absolute figure if `unit` is set. */
  ratio: number
  unit?: 'KB' | 'MB' | 'ms' | 'points' | 'shift'
  /** Null for figures without a target. */
  bar: { kind: 'at least' | 'at most'; value: number } | null
  note: string
  /** The figures that the ratio was computed from. */
  details: Record<string, number | string>
}

export interface BenchOptions {
  /** Few and short rounds: to check that everything works, not for reliable figures. */
  quick: boolean
}

export type Benchmark = (options: BenchOptions) => Promise<Array<Row>>

export const atLeast = (value: number) => ({ kind: 'at least', value }) as const
export const atMost = (value: number) => ({ kind: 'at most', value }) as const

/** Whether a row reaches its target; null without one. */
export function reaches({ ratio, bar }: Row): boolean | null {
  if (!bar) return null
  return bar.kind === 'at least' ? ratio >= bar.value : ratio <= bar.value
}

/** The rows as a text table, followed by the details of each. */
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

/** Runs a benchmark when its file was started directly: `tsx scripts/bench/NAME.ts [--quick]`. */
export async function runWhenStarted(moduleUrl: string, benchmark: Benchmark): Promise<void> {
  const started = process.argv[1]
  if (started === undefined || moduleUrl !== pathToFileURL(started).href) return
  console.log(table(await benchmark({ quick: process.argv.includes('--quick') })))
}
