import { isMap, isScalar, type Node, type YAMLMap, type YAMLSeq } from 'yaml'
import { findHunks } from '#domain/markdown/align.ts'
import type { PlainMap, PlainValue } from './safe-yaml.ts'
import { dashesOf, endOf, isBlock, isPlainMap, startOf, type YamlSource } from './yaml-source.ts'
import { writeInFlow, writeItem, type YamlStyle } from './yaml-write.ts'

/** Changes a flow list (`[a, b]`); unchanged items keep their bytes. False when this function does not support the way the list is written. */
export function editFlowList(
  source: YamlSource,
  style: YamlStyle,
  list: YAMLSeq,
  old: ReadonlyArray<PlainValue>,
  value: ReadonlyArray<PlainValue>,
): boolean {
  const between = (start: number, end: number) => source.text.slice(start, end)
  const items = list.items as Array<Node | null>
  if (
    between(startOf(list), endOf(list)).includes('#') ||
    items.some((item) => !item || !isScalar(item)) ||
    value.some((item) => typeof item === 'object')
  )
    return false
  const [first, second] = items
  const last = items.at(-1)
  const opening = first ? between(startOf(list), startOf(first)) : '['
  const closing = last ? between(endOf(last), endOf(list)) : ']'
  const separator = first && second ? between(endOf(first), startOf(second)) : ', '
  const texts = items.map((item) => between(startOf(item), endOf(item)))
  const free = new Map(old.map((item, index) => [item, texts[index]!] as const))
  const type =
    items.every((item) => isScalar(item) && item.type === (first as { type?: string }).type) && isScalar(first)
      ? first.type
      : undefined
  const written = value.map((item) => free.get(item) ?? writeInFlow(item, style, type))
  source.replace(startOf(list), endOf(list), opening + written.join(separator) + closing)
  return true
}

/** Changes the keys of a map among the items of a list. */
type EditMap = (map: YAMLMap, old: PlainMap, value: PlainMap) => void

/** Changes a block list (`- a`); unchanged items keep their lines. False when this function does not support the way the list is written. */
export function editBlockList(
  source: YamlSource,
  style: YamlStyle,
  list: YAMLSeq,
  old: ReadonlyArray<PlainValue>,
  value: ReadonlyArray<PlainValue>,
  editMap: EditMap,
): boolean {
  const items = list.items as Array<Node | null>
  const dashes = dashesOf(list)
  const lead = (index: number) => source.text.slice(source.lineStart(dashes[index]!), dashes[index]!)
  if (dashes.length !== items.length || dashes.some((_, index) => lead(index).trim() !== '')) return false
  const indent = lead(0).length
  const start = (index: number) => source.lineStart(dashes[index]!)
  const end = (index: number) => source.afterLine(source.contentEnd(items[index] ?? null, dashes[index]! + 1))

  function editItem(index: number, item: PlainValue): void {
    const node = items[index] ?? null
    const before = old[index]!
    // The first key is on the line of the dash, which has to stay.
    const keepsDash = isPlainMap(before) && isPlainMap(item) && (Object.keys(before)[0] ?? '') in item
    if (node && isMap(node) && !node.flow && keepsDash) {
      editMap(node, before, item)
      return
    }
    const comment = node && isScalar(node) && !isBlock(node) ? source.commentAfter(endOf(node)) : ''
    source.replace(start(index), end(index), writeItem(item, style, indent).replace(/\n$/, `${comment}\n`))
  }

  for (const hunk of findHunks(old.map(fingerprint), value.map(fingerprint))) {
    const partners = pairItems(old.slice(hunk.start, hunk.end), value.slice(hunk.otherStart, hunk.otherEnd))
    let place = hunk.start > 0 ? end(hunk.start - 1) : start(0)
    for (const [offset, item] of value.slice(hunk.otherStart, hunk.otherEnd).entries()) {
      const partner = partners.get(offset)
      if (partner === undefined) {
        source.insert(place, writeItem(item, style, indent))
        continue
      }
      editItem(hunk.start + partner, item)
      place = end(hunk.start + partner)
    }
    const paired = new Set(partners.values())
    for (let index = hunk.start; index < hunk.end; index += 1)
      if (!paired.has(index - hunk.start)) source.replace(start(index), end(index), '')
  }
  return true
}

/** Maps the index of a new item to that of the old item that it replaces: one with the same title; if no title matches, the one at the same place. */
function pairItems(old: ReadonlyArray<PlainValue>, value: ReadonlyArray<PlainValue>): Map<number, number> {
  const pairs = new Map<number, number>()
  let from = 0
  for (const [offset, item] of value.entries()) {
    if (!isPlainMap(item)) continue
    const partner = old.findIndex((other, index) => index >= from && isPlainMap(other) && other.title === item.title)
    if (partner < 0) continue
    pairs.set(offset, partner)
    from = partner + 1
  }
  if (pairs.size === 0 && old.length === value.length) for (const offset of value.keys()) pairs.set(offset, offset)
  return pairs
}

function fingerprint(value: PlainValue): string {
  return JSON.stringify(value)
}
