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

/** The form of one block of settings. */
export interface DeviceForm {
  dom: HTMLElement
  /** Shows a source that was changed elsewhere. Returns false when it can't be shown as a form. */
  show(source: string): boolean
}

/**
 * A form that edits a block of settings. `onEdit` is called with the whole source after each
 * change.
 */
export function createDeviceForm(source: string, onEdit: (source: string) => void): DeviceForm {
  const dom = element('div', {
    className: 'device device-form',
    role: 'group',
    ariaLabel: 'Settings of a device',
  })
  dom.contentEditable = 'false'
  let shown = source
  let seen: { block: DeviceBlock | null; faults: Array<DeviceFault> } = readDevice(source)

  /**
   * Applies an edit. Without `again`, the fields stay as they are, and only the problems are
   * renewed.
   */
  function edit(change: DeviceEdit, again: string | null = null) {
    const next = editDevice(shown, change)
    if (next === shown) return
    shown = next
    seen = readDevice(next)
    if (again === null) showProblems()
    else {
      build()
      dom.querySelector<HTMLElement>(`[data-field="${again}"]`)?.focus()
    }
    onEdit(next)
  }

  function build() {
    const { block } = seen
    if (!block) return
    const list = element('ul', { className: 'device-rows' })
    block.rows.forEach((_row, index) => {
      list.append(rowOf(block, index))
    })
    const add = button('Add a parameter', 'add', () => {
      const row = newRow(seen.block ?? block)
      edit({ kind: 'add', row }, `${seen.block?.rows.length ?? 0}-name`)
    })
    add.className = 'device-add'
    dom.replaceChildren(headOf(block), problemOf(''), list, add)
    showProblems()
  }

  function headOf(block: DeviceBlock): HTMLElement {
    const head = element('div', { className: 'device-head' })
    const name = findDevice(block.device)?.name ?? block.device
    const device = chooser('Device', 'device', deviceNames, name, (value) =>
      edit({ kind: 'head', key: 'device', value }, 'device'),
    )
    const title = field('What the settings are for', 'title', block.title, (value) =>
      edit({ kind: 'head', key: 'title', value }),
    )
    const live = field('Version of Live', 'live', block.live, (value) =>
      edit({ kind: 'head', key: 'live', value }),
    )
    title.placeholder = 'What for'
    live.placeholder = 'Live 12.1'
    head.append(device, title, live)
    return head
  }

  function rowOf(block: DeviceBlock, index: number): HTMLElement {
    const row = block.rows[index] as DeviceRow
    const device = findDevice(block.device)
    const parameter = device && findParameter(device, row.name)
    const current = () => (seen.block?.rows[index] ?? row) as DeviceRow
    const change = (part: Partial<DeviceRow>, again: string | null = null) =>
      edit({ kind: 'row', index, row: { ...current(), ...part } }, again)
    const item = element('li', { className: 'device-row' })
    const used = new Set(block.rows.map(({ name }) => name))
    const names = (device?.parameters ?? [])
      .map(({ name }) => name)
      .filter((name) => name === row.name || !used.has(name))
    const name = chooser('Parameter', `${index}-name`, names, row.name, (value) => {
      const chosen = device && findParameter(device, value)
      change({ name: value, value: chosen ? firstValue(chosen) : row.value }, `${index}-value`)
    })
    const note = field('Note', `${index}-note`, row.note, (value) => change({ note: value }))
    note.placeholder = 'Note'
    note.className = 'device-note-field'
    const move = (by: 1 | -1) => {
      const to = index + by
      if (to < 0 || to >= (seen.block?.rows.length ?? 0)) return
      edit({ kind: 'move', index, by }, `${to}-${by === 1 ? 'down' : 'up'}`)
    }
    const up = button('↑', `${index}-up`, () => move(-1), `Move ${row.name} up`)
    const down = button('↓', `${index}-down`, () => move(1), `Move ${row.name} down`)
    // A disabled button would lose the focus when its row arrives at the end.
    up.ariaDisabled = String(index === 0)
    down.ariaDisabled = String(index === block.rows.length - 1)
    const remove = button(
      '×',
      `${index}-remove`,
      () => {
        const last = block.rows.length - 2
        edit({ kind: 'remove', index }, last < 0 ? 'add' : `${Math.min(index, last)}-remove`)
      },
      `Remove ${row.name}`,
    )
    const tools = element('span', { className: 'device-tools' })
    tools.append(up, down, remove)
    const value = valueFields(parameter, row, index, (text) => change({ value: text }))
    item.append(name, value, note, tools, problemOf(`${index}`))
    item.addEventListener('keydown', (event) => {
      if (!event.altKey || !/^Arrow(?:Up|Down)$/.test(event.key)) return
      event.preventDefault()
      move(event.key === 'ArrowUp' ? -1 : 1)
    })
    return item
  }

  /** Puts each fault below its row, and the others below the head. */
  function showProblems() {
    const rows = seen.block?.rows ?? []
    const found = new Map<string, string>()
    for (const { line, message } of seen.faults) {
      const index = rows.findIndex(({ lines }) => line - 1 >= lines[0] && line - 1 <= lines[1])
      found.set(index < 0 ? '' : `${index}`, message)
    }
    for (const problem of dom.querySelectorAll<HTMLElement>('[data-problem]')) {
      const message = found.get(problem.dataset.problem ?? '') ?? ''
      if (problem.textContent !== message) problem.textContent = message
    }
  }

  build()
  return {
    dom,
    show(next) {
      if (next === shown) return true
      const read = readDevice(next)
      if (!read.block) return false
      shown = next
      seen = read
      build()
      return true
    },
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
  const number = min > 0 ? min : Math.min(0, max)
  return unit === ':1' ? `${number}:1` : `${number} ${unit}`.trim()
}

function valueFields(
  parameter: Parameter | null,
  row: DeviceRow,
  index: number,
  change: (value: string) => void,
): HTMLElement {
  const box = element('span', { className: 'device-value-fields' })
  const { choices = [], ranges, beats, text } = parameter ?? {}
  if (choices.length > 0 && !ranges && !beats && !text) {
    box.append(chooser('Value', `${index}-value`, choices, row.value, change))
    return box
  }
  const units = parameter ? unitsOf(parameter) : []
  const split = withoutUnit(row.value, units)
  const number = field('Value', `${index}-value`, split.text, () => change(joined()))
  const unit =
    units.length > 0
      ? chooser('Unit', `${index}-unit`, ['', ...units], split.unit, () => change(joined()))
      : null
  const joined = () => {
    const isNumber = /^[+\-−]?(?:\d[\d.,]*|inf|∞)$/.test(number.value.trim())
    // A number has a unit; a name, or a length of notes, has none.
    if (unit) unit.value = isNumber ? unit.value || (units[0] ?? '') : ''
    const ending = unit?.value ?? ''
    return ending === ':1' ? `${number.value.trim()}:1` : `${number.value.trim()} ${ending}`.trim()
  }
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
  label: string,
  name: string,
  values: ReadonlyArray<string>,
  value: string,
  onChange: (value: string) => void,
): HTMLSelectElement {
  const select = element('select', { ariaLabel: label })
  select.dataset.field = name
  const known = values.find((one) => one.toLowerCase() === value.toLowerCase())
  const all = known === undefined ? [value, ...values] : values
  select.append(...all.map((one) => element('option', { value: one, textContent: one })))
  select.value = known ?? value
  select.addEventListener('change', () => onChange(select.value))
  return select
}

function field(
  label: string,
  name: string,
  value: string,
  onInput: (value: string) => void,
): HTMLInputElement {
  const input = element('input', {
    ariaLabel: label,
    value,
    autocomplete: 'off',
    spellcheck: name.endsWith('note'),
  })
  input.dataset.field = name
  input.addEventListener('input', () => onInput(input.value))
  return input
}

function button(text: string, name: string, onPress: () => void, label = text): HTMLButtonElement {
  const made = element('button', { type: 'button', textContent: text, ariaLabel: label })
  made.dataset.field = name
  made.addEventListener('click', onPress)
  return made
}

function problemOf(name: string): HTMLElement {
  const problem = element('p', { className: 'device-problem', role: 'status' })
  problem.dataset.problem = name
  return problem
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}
