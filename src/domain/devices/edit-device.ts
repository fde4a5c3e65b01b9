import { type DeviceBlock, type DeviceRow, readDevice } from './device-block.ts'

type RowText = Pick<DeviceRow, 'name' | 'value' | 'note'>

/** A change of one block of settings. Rows are named by their index. */
export type DeviceEdit =
  | { kind: 'head'; key: 'device' | 'live' | 'title'; value: string }
  | { kind: 'row'; index: number; row: RowText }
  | { kind: 'add'; row: RowText }
  | { kind: 'remove'; index: number }
  | { kind: 'move'; index: number; by: 1 | -1 }

/**
 * The source of a block after an edit: only the lines of the edited row change. A block whose rows
 * share lines is written anew. A source that can't be read stays as it is.
 */
export function editDevice(source: string, edit: DeviceEdit): string {
  const { block } = readDevice(source)
  if (!block) return source
  const ends = source.endsWith('\n') ? '\n' : ''
  const lines = source.slice(0, source.length - ends.length).split('\n')
  const edited = block.inLines ? inLines(source, lines, block, edit) : null
  return edited ?? writeDevice(changed(block, edit)) + ends
}

/** A block as the site writes it: one line for each row. */
export function writeDevice({
  device,
  live,
  title,
  rows,
}: Pick<DeviceBlock, 'device' | 'live' | 'title'> & { rows: ReadonlyArray<RowText> }): string {
  const heads = Object.entries({ device, live, title }).filter(([, value]) => value !== '')
  return [
    ...heads.map(([key, value]) => `${key}: ${scalar(value, false)}`),
    ...rows.map(writeRow),
  ].join('\n')
}

function inLines(
  source: string,
  lines: Array<string>,
  block: DeviceBlock,
  edit: DeviceEdit,
): string | null {
  const ends = source.endsWith('\n') ? '\n' : ''
  const joined = (all: ReadonlyArray<string>) => all.join('\n') + ends
  if (edit.kind === 'head') return withHead(lines, edit, joined)
  if (edit.kind === 'add') {
    const last = block.rows.at(-1)
    if (!last && lines.some((line) => /^parameters *:/.test(line))) return null
    const at = last ? last.lines[1] + 1 : lines.length
    return joined(
      lines.toSpliced(
        at,
        0,
        prefixOf(last ? (lines[last.lines[0]] ?? '') : '') + writeRow(edit.row),
      ),
    )
  }
  const row = block.rows[edit.index]
  if (!row) return source
  const [first, last] = row.lines
  const count = last - first + 1
  if (edit.kind === 'remove') return joined(lines.toSpliced(first, count))
  if (edit.kind === 'move') {
    const other = block.rows[edit.index + edit.by]
    if (!other) return source
    const [upper, lower] = edit.by === 1 ? [row, other] : [other, row]
    const part = ({ lines: [from, to] }: DeviceRow) => lines.slice(from, to + 1)
    const between = lines.slice(upper.lines[1] + 1, lower.lines[0])
    const start = upper.lines[0]
    return joined(
      lines.toSpliced(
        start,
        lower.lines[1] - start + 1,
        ...part(lower),
        ...between,
        ...part(upper),
      ),
    )
  }
  const { name, value, note } = edit.row
  if (row.valueAt && name === row.name && note === row.note && value !== '') {
    const [from, to] = row.valueAt
    return source.slice(0, from) + scalar(value, false) + source.slice(to)
  }
  const comment = count === 1 ? commentOf(lines[first] ?? '') : ''
  return joined(
    lines.toSpliced(first, count, prefixOf(lines[first] ?? '') + writeRow(edit.row) + comment),
  )
}

function withHead(
  lines: ReadonlyArray<string>,
  { key, value }: Extract<DeviceEdit, { kind: 'head' }>,
  joined: (all: ReadonlyArray<string>) => string,
): string | null {
  const at = lines.findIndex((line) => line.startsWith(`${key}:`))
  if (at >= 0 && /^\w+: *$|^\w+: *[|>]/.test(lines[at] ?? '')) return null
  const comment = commentOf(lines[at] ?? '')
  const written = value === '' ? [] : [`${key}: ${scalar(value, false)}${comment}`]
  if (at >= 0) return joined(lines.toSpliced(at, 1, ...written))
  const device = lines.findIndex((line) => line.startsWith('device:'))
  return joined(lines.toSpliced(device + 1, 0, ...written))
}

function changed(block: DeviceBlock, edit: DeviceEdit) {
  const rows: Array<RowText> = [...block.rows]
  if (edit.kind === 'head') return { ...block, [edit.key]: edit.value }
  if (edit.kind === 'add') return { ...block, rows: [...rows, edit.row] }
  if (edit.kind === 'row') return { ...block, rows: rows.with(edit.index, edit.row) }
  const [row] = rows.splice(edit.index, 1)
  if (edit.kind === 'move' && row) rows.splice(Math.max(0, edit.index + edit.by), 0, row)
  return { ...block, rows }
}

/** The indent of a row and the mark of a list. */
function prefixOf(line: string): string {
  return /^[ \t]*(?:-[ \t]+)?/.exec(line)?.[0] ?? ''
}

/** The comment at the end of a line of YAML, with a space before it. */
function commentOf(line: string): string {
  let quote = ''
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? ''
    const before = line[at - 1] ?? ' '
    if (quote !== '') {
      if (sign === '\\' && quote === '"') at += 1
      else if (sign === quote) quote = ''
    } else if (/["']/.test(sign) && /[\s{,:[]/.test(before)) quote = sign
    else if (sign === '#' && /\s/.test(before)) return ` ${line.slice(at)}`
  }
  return ''
}

function writeRow({ name, value, note }: RowText): string {
  const written = note
    ? `{ value: ${scalar(value, true)}, note: ${scalar(note, true)} }`
    : scalar(value, false)
  return `${scalar(name, false)}: ${written}`
}

/** A text as YAML: plain where that is safe, else in double quotes. */
function scalar(value: string, inBraces: boolean): string {
  const text = value.replace(/\s+/g, ' ').trim()
  const isPlain =
    /^(?:[\p{L}\p{N}+−∞±~]|-(?=[\p{L}\p{N}]))[^#"'`{}[\]\\]*$/u.test(text) && !/: |:$/.test(text)
  return isPlain && text !== '~' && !(inBraces && text.includes(',')) ? text : JSON.stringify(text)
}
