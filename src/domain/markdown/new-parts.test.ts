import type { List, Nodes, Root, Table, TableCell } from 'mdast'
import { expect, test } from 'vitest'
import { parseMarkdown } from './parse.ts'
import { preserveBlocks } from './preserve-blocks.ts'
import { houseStyle } from './style.ts'
import { writeBlock } from './write.ts'

/** The file after an edit in an editor that writes everything in the house style. */
function edited(file: string, edit: (root: Root) => void): string {
  const { root } = parseMarkdown(file)
  const baseline = `${writeBlock(root, houseStyle)}\n`
  edit(root)
  return preserveBlocks(file, `${writeBlock(root, houseStyle)}\n`, { baseline })
}

/** Makes the second item of the last list a list in the first item. */
function indentSecondItem(root: Root): void {
  const list = root.children.findLast((node): node is List => node.type === 'list')!
  const [first, second] = list.children
  list.children.splice(1, 1)
  first!.children.push({
    ...list,
    start: list.ordered ? 1 : null,
    spread: false,
    children: [second!],
  })
}

const markers = ['- ', '*   ', '-\t', '1. ', '1.\t']
const units = ['  ', '   ', '    ', '\t']
const places = markers.flatMap((marker) =>
  units.flatMap((unit) => ['\n', '\n\n'].map((gap) => [marker, unit, gap] as const)),
)

test('a new list in an item stands where the other lists in items of the file stand', () => {
  for (const [marker, unit, gap] of places) {
    const numbered = (number: number) => marker.replace('1', String(number))
    if (unit.replace('\t', '    ').length < (marker.endsWith('\t') ? 4 : marker.length)) continue
    const [one, two, three] = [numbered(1), numbered(2), numbered(3)]
    const start = `${one}x${gap}${unit}${one}y${gap}${two}z\n\nText\n\n${one}a${gap}`
    const file = `${start}${two}b${gap}${three}c\n`
    expect.soft(edited(file, indentSecondItem)).toBe(`${start}${unit}${one}b${gap}${three}c\n`)
  }
})

test.each([
  ['- a\n- b\n', '- a\n  - b\n'],
  ['- a\n\n- b\n\n- c\n', '- a\n\n  - b\n\n- c\n'],
  ['-\ta\n-\tb\n', '-\ta\n\t-\tb\n'],
  ['1.\ta\n2.\tb\n', '1.\ta\n\t1.\tb\n'],
])('without an example, the list in an item of %j is as the list around it', (file, expected) => {
  expect(edited(file, indentSecondItem)).toBe(expected)
})

test('a new item of a list with tabs has a tab', () => {
  const file = '-\ta\n\n\tmore\n-\tb\n'
  const more = (root: Root) => {
    const list = root.children[0] as List
    list.children.push(structuredClone(list.children[0]!))
  }
  expect(edited(file, more)).toBe(`${file}-\ta\n\n\tmore\n`)
})

const cell = (value: string): TableCell => ({
  type: 'tableCell',
  children: [{ type: 'text', value }],
})
const tableIn = (node: Nodes): Table | undefined =>
  node.type === 'table'
    ? node
    : 'children' in node
      ? node.children.map(tableIn).find(Boolean)
      : undefined

const addRow = (table: Table) =>
  table.children.push({ type: 'tableRow', children: [cell('x'), cell('y')] })
const addColumn = (table: Table) => {
  table.align?.unshift('center')
  for (const row of table.children) row.children.unshift(cell('n'))
}
const removeColumn = (table: Table) => {
  table.align?.shift()
  for (const row of table.children) row.children.shift()
}
const alignRight = (table: Table) => table.align?.splice(0, 1, 'right')

test.each([
  ['|a|b|\n|-|:-|\n|1|2|\n', addRow, '|a|b|\n|-|:-|\n|1|2|\n|x|y|\n'],
  ['|a|b|\n|-|:-|\n|1|2|\n', addColumn, '|n|a|b|\n|:-:|-|:-|\n|n|1|2|\n'],
  ['|a|b|\n|-|:-|\n|1|2|\n', removeColumn, '|b|\n|:-|\n|2|\n'],
  ['|a|b|\n|-|:-|\n|1|2|\n', alignRight, '|a|b|\n|-:|:-|\n|1|2|\n'],
  ['a | b\n--|--\n1 | 2\n', addRow, 'a | b\n--|--\n1 | 2\nx | y\n'],
  ['a | b\n--|--\n1 | 2\n', addColumn, 'n | a | b\n:-:|--|--\nn | 1 | 2\n'],
  ['a|b\n-|-\n1|2\n', addColumn, 'n|a|b\n:-:|-|-\nn|1|2\n'],
  [
    '| aaa | b  |\n| --- | -- |\n| 1   | 22 |\n',
    addRow,
    '| aaa | b  |\n| --- | -- |\n| 1   | 22 |\n| x   | y  |\n',
  ],
  [
    '| aaa | b  |\n| --- | -- |\n| 1   | 22 |\n',
    addColumn,
    '| n   | aaa | b  |\n| :-: | --- | -- |\n| n   | 1   | 22 |\n',
  ],
  [
    '| aaa | b  |\n| --- | -- |\n| 1   | 22 |\n',
    alignRight,
    '| aaa | b  |\n| --: | -- |\n| 1   | 22 |\n',
  ],
  ['> |a|b|\n> |-|-|\n> |1|2|\n', addColumn, '> |n|a|b|\n> |:-:|-|-|\n> |n|1|2|\n'],
  [
    '- x\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n',
    addColumn,
    '- x\n\n  | n | a | b |\n  |:-:|---|---|\n  | n | 1 | 2 |\n',
  ],
  ['|a|b|\r\n|-|-|\r\n|1|2|\r\n', addColumn, '|n|a|b|\r\n|:-:|-|-|\r\n|n|1|2|\r\n'],
  ['|a|`b\\|c`|\n|-|-|\n|1|2\\||\n', addColumn, '|n|a|`b\\|c`|\n|:-:|-|-|\n|n|1|2\\||\n'],
])('in the table %j, what is new has the form of the table', (file, edit, expected) => {
  expect(edited(file, (root) => void edit(tableIn(root)!))).toBe(expected)
})

test.each([
  ['1. a\n2. b\n\nText\n\n3. c\n', '1. a\n2. b\n\n<!-- -->\n\n3. c\n'],
  ['1) a\n\nText\n\n2) b\n3) c\n', '1) a\n\n<!-- -->\n\n2) b\n3) c\n'],
  ['- a\n\nText\n\n- b\n', '- a\n\n* b\n'],
])('of %j without the paragraph, the numbers keep their sign', (file, expected) => {
  expect(edited(file, (root) => void root.children.splice(1, 1))).toBe(expected)
})
