import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml'
import { z } from 'zod'
import { closestName } from '../closest-name.ts'
import { deviceNames, findDevice, findParameter } from './device-table.ts'
import { valueComplaint } from './device-value.ts'

/**
 * A row of a device panel. `lines` are the first and the last of its lines in the block, from 0.
 */
export interface DeviceRow {
  name: string
  /** With its unit, as written: `30 ms`. */
  value: string
  /** `''` without one. */
  note: string
  lines: readonly [first: number, last: number]
  /**
   * Offsets of a value that stands alone behind its name; null when it has a note or a unit of its
   * own.
   */
  valueAt: readonly [from: number, to: number] | null
}

/** The settings of a device, as a block ```` ```device ```` writes them. */
export interface DeviceBlock {
  device: string
  /** Live's version; `''` without one. */
  live: string
  /** What the settings are for; `''` without one. */
  title: string
  rows: Array<DeviceRow>
  /** Whether each row has lines of its own, so that it can be edited alone. */
  inLines: boolean
}

/** A fault in a block. `line` counts from 1 in the block. */
export interface DeviceFault {
  line: number
  message: string
}

/** The name that follows the fence. */
export const deviceLanguage = 'device'

/** Longer or deeper texts are no settings, and the YAML library takes long for them. */
const longestBlock = 6_000
const mostBrackets = 200

const text = (longest: number) =>
  z.string().trim().max(longest, `is longer than ${longest} characters`)
const rowSchema = z.object({
  name: text(60).min(1, 'has no name'),
  value: text(120).min(1, 'has no value'),
  note: text(300),
})
const blockSchema = z.object({
  device: text(60).min(1, 'names no device'),
  live: text(20).regex(/^(?:\d{1,2}(?:\.\d{1,2}){0,2})?$/, 'is a version such as 12.1'),
  title: text(120),
  rows: z.array(rowSchema).max(60, 'has more than 60 rows'),
})

/**
 * Reads a block of settings. `block` is null when it can't be read at all; with `faults` it must
 * not be shown as a panel. The rules are in `content/README.md`.
 */
export function readDevice(source: string): {
  block: DeviceBlock | null
  faults: Array<DeviceFault>
} {
  if (source.length > longestBlock)
    return refused(1, `The settings are longer than ${longestBlock} characters`)
  if ((source.match(/[[{]/g)?.length ?? 0) > mostBrackets)
    return refused(1, 'The settings have too many brackets')
  const lines = new LineCounter()
  const document = parseDocument(source, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
  })
  const lineAt = (offset: number) => lines.linePos(offset).line
  const [error] = document.errors
  if (error)
    return refused(lineAt(error.pos[0]), `The settings are no valid YAML: ${error.message}`)
  if (!isMap(document.contents))
    return refused(1, `The settings begin with 'device:' and the name of a device`)
  const reading = new BlockReading(lineAt)
  reading.readTop(document.contents)
  return reading.finish()
}

function refused(line: number, message: string) {
  return { block: null, faults: [{ line, message }] }
}

const ownKeys: ReadonlySet<string> = new Set(['device', 'live', 'title', 'parameters'])

/** Collects the rows and the faults of one block. */
class BlockReading {
  private readonly faults: Array<DeviceFault> = []
  private readonly block: DeviceBlock = { device: '', live: '', title: '', rows: [], inLines: true }
  private readonly lineOf = new Map<string, number>()
  private readonly lineAt: (offset: number) => number

  constructor(lineAt: (offset: number) => number) {
    this.lineAt = lineAt
  }

  readTop(map: YAMLMap): void {
    if (map.flow) this.block.inLines = false
    for (const pair of map.items) {
      const key = scalarText(pair.key)
      if (key === null || !ownKeys.has(key)) this.readRow(pair, map)
      else if (key === 'parameters') this.readRows(pair.value as Node | null)
      else {
        this.lineOf.set(key, this.lineOfNode(pair.key))
        this.block[key as 'device' | 'live' | 'title'] = this.textOf(pair.value, key)
      }
    }
  }

  finish(): { block: DeviceBlock | null; faults: Array<DeviceFault> } {
    const { block, faults } = this
    if (block.device.trim() === '' && faults.length === 0)
      this.fault(
        this.lineOf.get('device') ?? 1,
        `The settings name no device; begin with 'device: Compressor'`,
      )
    const checked = blockSchema.safeParse(block)
    for (const { path, message } of checked.error?.issues ?? []) {
      const row = path[0] === 'rows' ? block.rows[Number(path[1])] : undefined
      const line = row ? row.lines[0] + 1 : (this.lineOf.get(String(path[0])) ?? 1)
      if (path[0] !== 'device') this.fault(line, `'${row?.name || String(path.at(-1))}' ${message}`)
    }
    if (faults.length === 0) this.compareWithTable()
    const seen = block.rows.map(({ lines }) => lines)
    if (seen.some(([first], index) => index > 0 && first <= (seen[index - 1]?.[1] ?? -1)))
      block.inLines = false
    faults.sort((one, other) => one.line - other.line)
    return { block: block.device.trim() === '' ? null : block, faults }
  }

  private compareWithTable(): void {
    const { block } = this
    const device = findDevice(block.device)
    if (!device) {
      const hint = hintFor(block.device, deviceNames)
      this.fault(this.lineOf.get('device') ?? 1, `Unknown device '${block.device}'${hint}`)
      return
    }
    if (block.rows.length === 0) this.fault(1, `The settings of ${device.name} have no parameters`)
    for (const { name, value, lines } of block.rows) {
      const parameter = findParameter(device, name)
      if (parameter) {
        const complaint = valueComplaint(device.name, parameter, value)
        if (complaint) this.fault(lines[0] + 1, complaint)
        continue
      }
      const names = device.parameters.flatMap((one) => [one.name, ...(one.aliases ?? [])])
      const hint = hintFor(name, names)
      this.fault(lines[0] + 1, `${device.name} has no parameter '${name}'${hint}`)
    }
  }

  private readRows(node: Node | null): void {
    if (isMap(node)) {
      if (node.flow) this.block.inLines = false
      for (const pair of node.items) this.readRow(pair, node)
    } else if (isSeq(node)) {
      if (node.flow) this.block.inLines = false
      for (const item of node.items) {
        if (!isMap(item))
          this.fault(this.lineOfNode(item), 'A row is written as a name, a colon and a value')
        else this.readItem(item)
      }
    } else this.fault(this.lineOfNode(node), `'parameters' holds a row for each parameter`)
  }

  /**
   * A row as an element of a list: `- Attack: 30 ms`, or with `name`, `value`, `unit` and `note`.
   */
  private readItem(item: YAMLMap): void {
    const named = item.items.find(({ key }) => scalarText(key) === 'name')
    const others = item.items.filter(
      ({ key }) => !['name', 'value', 'unit', 'note'].includes(scalarText(key) ?? ''),
    )
    const [first] = item.items
    if (!first || (named ? others.length > 0 : others.length !== 1))
      this.fault(this.lineOfNode(item), 'A row has one name and one value')
    else if (named) this.addRow(this.textOf(named.value, 'name'), item, item, null)
    else if (others[0]) this.readRow(others[0], item, scalarText(item.get('note', true)) ?? '')
  }

  private readRow({ key, value }: Pair, around: YAMLMap, note = ''): void {
    const name = scalarText(key)
    const start = key as Node
    if (name === null) this.fault(this.lineOfNode(key), 'The name of a parameter is a text')
    else if (isMap(value)) this.addRow(name, value, start, null, note)
    else {
      const at =
        isScalar(value) && value.range && !note ? ([value.range[0], value.range[1]] as const) : null
      this.addRow(
        name,
        null,
        start,
        at,
        note,
        this.textOf(value, name),
        note ? around : ((value ?? key) as Node),
      )
    }
  }

  private addRow(
    name: string,
    parts: YAMLMap | null,
    start: Node,
    valueAt: DeviceRow['valueAt'],
    note = '',
    value = '',
    end: Node = parts ?? start,
  ): void {
    const part = (key: string) => (parts?.has(key) ? this.textOf(parts.get(key, true), key) : '')
    for (const { key } of parts?.items ?? [])
      if (!['name', 'value', 'unit', 'note'].includes(scalarText(key) ?? ''))
        this.fault(
          this.lineOfNode(key),
          `'${name}' has a value, a unit and a note; '${scalarText(key)}' is none of them`,
        )
    this.block.rows.push({
      name,
      value: parts ? `${part('value')} ${part('unit')}`.trim() : value.trim(),
      note: note || part('note'),
      lines: [this.lineOfNode(start) - 1, this.lineAt(Math.max((end.range?.[1] ?? 1) - 1, 0)) - 1],
      valueAt,
    })
  }

  private textOf(node: unknown, name: string): string {
    const value = scalarText(node)
    if (value !== null) return value
    this.fault(this.lineOfNode(node), `'${name}' is one value, not a list`)
    return ''
  }

  private lineOfNode(node: unknown): number {
    return this.lineAt((node as Node | null)?.range?.[0] ?? 0)
  }

  private fault(line: number, message: string): void {
    this.faults.push({ line, message })
  }
}

/** A mistyped name is at most this wrong: a third of its letters, and never more than three. */
function hintFor(name: string, names: Iterable<string>): string {
  const meant = closestName(name, names, Math.min(3, Math.ceil(name.length / 3)))
  return meant === null ? '' : `; do you mean '${meant}'?`
}

/** The text of a scalar, `''` for an empty one; null for lists, maps and references. */
function scalarText(node: unknown): string | null {
  if (node === null || node === undefined) return ''
  if (isAlias(node) || !isScalar(node)) return null
  return typeof node.value === 'string' ? node.value : ''
}

/**
 * The settings as plain text, a parameter per line: what the copy button copies and plain mails
 * contain.
 */
export function deviceText({
  device,
  live,
  title,
  rows,
}: Pick<DeviceBlock, 'device' | 'live' | 'title' | 'rows'>): string {
  const head = `${findDevice(device)?.name ?? device}${live ? ` (Live ${live})` : ''}${title ? `: ${title}` : ''}`
  return [
    head,
    ...rows.map(({ name, value, note }) => `${name}: ${value}${note ? ` (${note})` : ''}`),
  ].join('\n')
}
