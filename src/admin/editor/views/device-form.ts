import {
  type DeviceBlock,
  type DeviceFault,
  type DeviceRow,
  readDevice,
} from '#domain/devices/device-block.ts'
import {
  deviceNames,
  findDevice,
  findParameter,
  type Parameter,
} from '#domain/devices/device-table.ts'
import { unitsOf, withoutUnit } from '#domain/devices/device-value.ts'
import { type DeviceEdit, editDevice } from '#domain/devices/edit-device.ts'
import { element } from './dom.ts'

/**
 * A form that edits a block of settings. `onEdit` is called with the whole source after each
 * change.
 */
export class DeviceForm {
  readonly dom = element('div', {
    className: 'device device-form',
    role: 'group',
    ariaLabel: 'Settings of a device',
    contentEditable: 'false',
  })
  private source: string
  private block: DeviceBlock | null = null
  private faults: ReadonlyArray<DeviceFault> = []
  private readonly onEdit: (source: string) => void

  constructor(source: string, onEdit: (source: string) => void) {
    this.source = source
    this.onEdit = onEdit
    this.read(source)
    this.build()
  }

  /** Shows a source that was changed elsewhere. Returns false when it can't be shown as a form. */
  show(source: string): boolean {
    if (source === this.source) return true
    if (!readDevice(source).block) return false
    this.read(source)
    this.build()
    return true
  }

  private read(source: string): void {
    const { block, faults } = readDevice(source)
    this.source = source
    this.block = block
    this.faults = faults
  }

  /**
   * Applies an edit. Without `focused`, the fields stay as they are, and only the problems are
   * renewed.
   */
  private edit(change: DeviceEdit, focused?: string): void {
    const next = editDevice(this.source, change)
    if (next === this.source) return
    this.read(next)
    if (focused === undefined) this.showProblems()
    else {
      this.build()
      this.dom.querySelector<HTMLElement>(`[data-field="${focused}"]`)?.focus()
    }
    this.onEdit(next)
  }

  private get rows(): ReadonlyArray<DeviceRow> {
    return this.block?.rows ?? []
  }

  private build(): void {
    const { block } = this
    if (!block) return
    const list = element('ul', { className: 'device-rows' })
    list.append(...block.rows.map((row, index) => this.rowOf(block, row, index)))
    const add = button('add', 'Add a parameter', () =>
      this.edit({ kind: 'add', row: newRow(this.block ?? block) }, `${this.rows.length}-name`),
    )
    add.className = 'device-add'
    this.dom.replaceChildren(this.headOf(block), problemOf(''), list, add)
    this.showProblems()
  }

  private headOf({ device, title, live }: DeviceBlock): HTMLElement {
    const head = element('div', { className: 'device-head' })
    const set = (key: 'device' | 'title' | 'live', focused?: string) => (value: string) =>
      this.edit({ kind: 'head', key, value }, focused)
    head.append(
      chooser(
        'device',
        'Device',
        deviceNames,
        findDevice(device)?.name ?? device,
        set('device', 'device'),
      ),
      field('title', 'What the settings are for', 'What for', title, set('title')),
      field('live', 'Version of Live', 'Live 12.1', live, set('live')),
    )
    return head
  }

  private rowOf({ device: name, rows }: DeviceBlock, row: DeviceRow, index: number): HTMLElement {
    const device = findDevice(name)
    const item = element('li', { className: 'device-row' })
    const change = (part: Partial<DeviceRow>, focused?: string) =>
      this.edit({ kind: 'row', index, row: { ...(this.rows[index] ?? row), ...part } }, focused)
    const used = new Set(rows.map(({ name }) => name))
    const names = (device?.parameters ?? [])
      .map(({ name }) => name)
      .filter((name) => name === row.name || !used.has(name))
    const parameter = chooser(`${index}-name`, 'Parameter', names, row.name, (name) => {
      const chosen = device && findParameter(device, name)
      change({ name, value: chosen ? firstValue(chosen) : row.value }, `${index}-value`)
    })
    const value = valueFields(device && findParameter(device, row.name), row, index, (value) =>
      change({ value }),
    )
    const note = field(`${index}-note`, 'Note', 'Note', row.note, (note) => change({ note }))
    note.className = 'device-note-field'
    item.append(parameter, value, note, this.toolsOf(row, index), problemOf(`${index}`))
    item.addEventListener('keydown', (event) => {
      if (!event.altKey || !/^Arrow(?:Up|Down)$/.test(event.key)) return
      event.preventDefault()
      this.move(index, event.key === 'ArrowUp' ? -1 : 1)
    })
    return item
  }

  private toolsOf({ name }: DeviceRow, index: number): HTMLElement {
    const last = this.rows.length - 1
    const up = button(`${index}-up`, '↑', () => this.move(index, -1), `Move ${name} up`)
    const down = button(`${index}-down`, '↓', () => this.move(index, 1), `Move ${name} down`)
    // A disabled button would lose the focus when its row arrives at the end.
    up.ariaDisabled = String(index === 0)
    down.ariaDisabled = String(index === last)
    const remove = () =>
      this.edit(
        { kind: 'remove', index },
        last === 0 ? 'add' : `${Math.min(index, last - 1)}-remove`,
      )
    const tools = element('span', { className: 'device-tools' })
    tools.append(up, down, button(`${index}-remove`, '×', remove, `Remove ${name}`))
    return tools
  }

  private move(index: number, by: 1 | -1): void {
    const to = index + by
    if (!this.rows[to]) return
    this.edit({ kind: 'move', index, by }, `${to}-${by === 1 ? 'down' : 'up'}`)
  }

  /** Puts each fault below its row, and the others below the head. */
  private showProblems(): void {
    const found = new Map(
      this.faults.map(({ line, message }) => {
        const index = this.rows.findIndex(({ lines: [from, to] }) => line > from && line <= to + 1)
        return [index < 0 ? '' : `${index}`, message]
      }),
    )
    for (const problem of this.dom.querySelectorAll<HTMLElement>('[data-problem]')) {
      const message = found.get(problem.dataset.problem ?? '') ?? ''
      if (problem.textContent !== message) problem.textContent = message
    }
  }
}

/** A row for the first parameter that a block does not have yet. */
function newRow({ device, rows }: DeviceBlock) {
  const used = new Set(rows.map(({ name }) => name))
  const free = findDevice(device)?.parameters.find(({ name }) => !used.has(name))
  return { name: free?.name ?? 'Parameter', value: free ? firstValue(free) : '0', note: '' }
}

/** A value with which a row of this parameter is valid. */
function firstValue({ choices = [], ranges = [], beats }: Parameter): string {
  const [range] = ranges
  if (choices[0] !== undefined) return choices[0]
  if (!range) return beats ? '1/8' : '–'
  const { unit = '', min = 0, max = 0 } = range
  return withUnit(String(min > 0 ? min : Math.min(0, max)), unit)
}

const withUnit = (number: string, unit: string) =>
  unit === ':1' ? `${number}:1` : `${number} ${unit}`.trim()

function valueFields(
  parameter: Parameter | null,
  row: DeviceRow,
  index: number,
  change: (value: string) => void,
): HTMLElement {
  const box = element('span', { className: 'device-value-fields' })
  const { choices = [], ranges, beats, text } = parameter ?? {}
  const name = `${index}-value`
  if (choices.length > 0 && !ranges && !beats && !text) {
    box.append(chooser(name, 'Value', choices, row.value, change))
    return box
  }
  const units = parameter ? unitsOf(parameter) : []
  const split = withoutUnit(row.value, units)
  const changed = () => {
    const typed = number.value.trim()
    const isNumber = /^[+\-−]?(?:\d[\d.,]*|inf|∞)$/.test(typed)
    // A number has a unit; a name, or a length of notes, has none.
    if (unit) unit.value = isNumber ? unit.value || (units[0] ?? '') : ''
    change(withUnit(typed, unit?.value ?? ''))
  }
  const number = field(name, 'Value', '', split.text, changed)
  const unit =
    units.length > 0 ? chooser(`${index}-unit`, 'Unit', ['', ...units], split.unit, changed) : null
  if (choices.length > 0) {
    const list = element('datalist', { id: `device-choices-${crypto.randomUUID()}` })
    list.append(...choices.map((value) => element('option', { value })))
    number.setAttribute('list', list.id)
    box.append(list)
  }
  box.append(number, ...(unit ? [unit] : []))
  return box
}

function chooser(
  name: string,
  ariaLabel: string,
  values: ReadonlyArray<string>,
  value: string,
  onChange: (value: string) => void,
): HTMLSelectElement {
  const select = element('select', { ariaLabel }, { field: name })
  const known = values.find((one) => one.toLowerCase() === value.toLowerCase())
  const all = known === undefined ? [value, ...values] : values
  select.append(...all.map((one) => element('option', { value: one, textContent: one })))
  select.value = known ?? value
  select.addEventListener('change', () => onChange(select.value))
  return select
}

function field(
  name: string,
  ariaLabel: string,
  placeholder: string,
  value: string,
  onInput: (value: string) => void,
): HTMLInputElement {
  const spellcheck = name.endsWith('note')
  const input = element(
    'input',
    { ariaLabel, placeholder, value, autocomplete: 'off', spellcheck },
    { field: name },
  )
  input.addEventListener('input', () => onInput(input.value))
  return input
}

function button(
  name: string,
  textContent: string,
  onPress: () => void,
  ariaLabel = textContent,
): HTMLButtonElement {
  const made = element('button', { type: 'button', textContent, ariaLabel }, { field: name })
  made.addEventListener('click', onPress)
  return made
}

const problemOf = (name: string): HTMLElement =>
  element('p', { className: 'device-problem', role: 'status' }, { problem: name })
