import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'
import {
  type DeviceBlock,
  type DeviceRow,
  deviceLanguage,
  deviceText,
  readDevice,
} from '#domain/devices/device-block.ts'
import { type Device, findDevice, findParameter } from '#domain/devices/device-table.ts'
import { turnOf } from '#domain/devices/device-value.ts'
import { classesOf, h } from '#domain/html-tree.ts'
import type { BodyTextOf } from './body-texts.ts'

/** The number of places of a knob that the style sheet draws. */
const turns = 20

/**
 * Draws the settings of devices in a sanitised tree as panels: a table with a button that copies it
 * as text. Settings with a fault stay blocks of code.
 */
export function buildDevices(tree: Root, text: BodyTextOf): void {
  visit(tree, 'element', (pre, index, parent) => {
    if (pre.tagName !== 'pre' || index === undefined || !parent) return
    const [code] = pre.children
    if (code?.type !== 'element' || !isDevice(code)) return
    const { block, faults } = readDevice(textOf(code))
    const device = block && findDevice(block.device)
    if (device && faults.length === 0) parent.children[index] = panel(block, device, text)
  })
}

const isDevice = (code: Element) => classesOf(code).includes(`language-${deviceLanguage}`)

/**
 * The roles stand beside the elements, since the style sheet lays the table out as a grid, which
 * would take them away.
 */
function panel(block: DeviceBlock, device: Device, text: BodyTextOf): Element {
  const { live, title, rows } = block
  const hasNotes = rows.some(({ note }) => note !== '')
  const heads = [
    text('deviceParameter'),
    text('deviceValue'),
    ...(hasNotes ? [text('deviceNote')] : []),
  ]
  const caption = [
    element('span', 'device-name', device.name),
    ...(title ? [' ', element('span', 'device-title', title)] : []),
    ...(live ? [' ', element('span', 'device-live', `Live ${live}`)] : []),
  ]
  const label = `${text('deviceSettings', { device: device.name })}${title ? `: ${title}` : ''}`
  const table = element(
    'table',
    '',
    [
      element('caption', 'device-bar', caption),
      element(
        'thead',
        'sr-only',
        [
          element(
            'tr',
            '',
            heads.map((head) => element('th', '', head, { scope: 'col', role: 'columnheader' })),
            {
              role: 'row',
            },
          ),
        ],
        { role: 'rowgroup' },
      ),
      element(
        'tbody',
        '',
        rows.map((row) => panelRow(row, device)),
        { role: 'rowgroup' },
      ),
    ],
    { role: 'table', ariaLabel: label },
  )
  const copy = element('button', 'device-copy', text('copy'), {
    type: 'button',
    value: deviceText(block),
    dataCopy: '',
    dataNeedsScript: '',
    ariaLive: 'polite',
  })
  return element('div', 'device', [table, copy])
}

function panelRow({ name, value, note }: DeviceRow, device: Device): Element {
  const parameter = findParameter(device, name)
  const turn = parameter && turnOf(parameter, value)
  const mark =
    turn === null
      ? element('span', 'device-lamp', '', { dataOn: switched(value), ariaHidden: 'true' })
      : element('span', 'device-knob', '', {
          dataTurn: String(Math.round(turn * turns)),
          ariaHidden: 'true',
        })
  return element(
    'tr',
    '',
    [
      element('th', '', [mark, name], { scope: 'row', role: 'rowheader' }),
      element('td', 'device-value', [element('span', '', value)], { role: 'cell' }),
      ...(note ? [element('td', 'device-note', note, { role: 'cell' })] : []),
    ],
    { role: 'row' },
  )
}

/** Whether a switch is on, for its lamp; undefined for a value that is chosen from a list. */
function switched(value: string): string | undefined {
  return /^o(?:n|ff)$/i.test(value) ? String(value.toLowerCase() === 'on') : undefined
}

function element(
  tagName: string,
  className: string,
  content: string | Array<Element | string>,
  properties: Element['properties'] = {},
): Element {
  return h(
    tagName,
    { ...(className && { className: [className] }), ...properties },
    ...[content].flat().filter((part) => part !== ''),
  )
}
