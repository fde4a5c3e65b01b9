import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, type Node, type Pair, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml'
import { findHunks } from '#domain/markdown/align.ts'
import type { PlainMap, PlainValue } from './safe-yaml.ts'
import { dashesOf, endOf, isBlock, isPlainMap, keyName, plain, startOf, type YamlSource } from './yaml-source.ts'
import { writeInFlow, writeItem, writePair, type YamlStyle } from './yaml-write.ts'

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

/** Changes a flow map (`{a: b}`); unchanged values keep their bytes. False when it is written in a way that this function does not support. */
export function editFlowMap(
  source: YamlSource,
  style: YamlStyle,
  map: YAMLMap,
  old: PlainMap,
  value: PlainMap,
): boolean {
  const text = source.text.slice(startOf(map), endOf(map))
  if (/[#\n]/.test(text.replace(/'[^']*'|"[^"]*"/g, '')) || map.items.some(({ value }) => value === null)) return false
  source.replace(startOf(map), endOf(map), flowMap(source, flowStyle(text, style), map, old, value))
  return true
}

function flowMap(source: YamlSource, style: YamlStyle, map: YAMLMap, old: PlainMap, value: PlainMap): string {
  const pairs = map.items as Array<Pair<Node, Node | null>>
  const written = new Map(pairs.map((pair) => [isScalar(pair.key) ? keyName(pair.key) : '', pair]))
  // Keys stay in their order, and new ones follow.
  const names = [
    ...[...written.keys()].filter((name) => name in value),
    ...Object.keys(value).filter((name) => !written.has(name)),
  ]
  const parts = names.map((name) => {
    const pair = written.get(name)
    const [before, after] = [old[name] ?? null, value[name] ?? null]
    const key = pair ? source.text.slice(startOf(pair.key), endOf(pair.key)) : keyInFlow(name, style)
    if (pair?.value && isDeepStrictEqual(plain(before), plain(after)))
      return `${key}: ${source.text.slice(startOf(pair.value), endOf(pair.value))}`
    if (pair && isMap(pair.value) && isPlainMap(before) && isPlainMap(after))
      return `${key}: ${flowMap(source, style, pair.value, before, after)}`
    const type = isScalar(pair?.value) && typeof after === 'string' ? pair.value.type : undefined
    return `${key}: ${writeInFlow(after, style, type as Scalar.Type | undefined)}`
  })
  return `{${parts.join(', ')}}`
}

function keyInFlow(name: string, style: YamlStyle): string {
  return writePair(name, 0, style).replace(/: 0\n$/, '')
}

/** The style of a file with the quotes that a flow map has. */
function flowStyle(text: string, style: YamlStyle): YamlStyle {
  const [single, double] = ["'", '"'].map((quote) => text.split(quote).length)
  return single === double ? style : { ...style, singleQuote: single! > double! }
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
    if (node && isMap(node) && node.flow && isPlainMap(before) && isPlainMap(item))
      if (editFlowMap(source, style, node, before, item)) return
    const comment = node && isScalar(node) && !isBlock(node) ? source.commentAfter(endOf(node)) : ''
    source.replace(start(index), end(index), writeItem(item, style, indent).replace(/\n$/, `${comment}\n`))
  }

  /** An item at a new place: with its lines and comment if it was moved, otherwise written as those beside it. */
  function newItem(item: PlainValue): string {
    const from = isPlainMap(item) ? old.findIndex((other) => fingerprint(other) === fingerprint(item)) : -1
    if (from >= 0) return `${source.text.slice(start(from), end(from)).replace(/\n$/, '')}\n`
    const beside = items.at(-1) ?? null
    if (!isMap(beside) || !beside.flow || !isPlainMap(item)) return writeItem(item, style, indent)
    const text = source.text.slice(startOf(beside), endOf(beside))
    return `${' '.repeat(indent)}- ${writeInFlow(item, flowStyle(text, style))}\n`
  }

  for (const hunk of findHunks(old.map(fingerprint), value.map(fingerprint))) {
    const partners = pairItems(old.slice(hunk.start, hunk.end), value.slice(hunk.otherStart, hunk.otherEnd))
    let place = hunk.start > 0 ? end(hunk.start - 1) : start(0)
    for (const [offset, item] of value.slice(hunk.otherStart, hunk.otherEnd).entries()) {
      const partner = partners.get(offset)
      if (partner === undefined) {
        source.insert(place, newItem(item))
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

/** Maps the index of a new item to that of the old item that it replaces: one with the same title or key; if none matches, and they have no keys, the one at the same place. */
function pairItems(old: ReadonlyArray<PlainValue>, value: ReadonlyArray<PlainValue>): Map<number, number> {
  const pairs = new Map<number, number>()
  let from = 0
  for (const [offset, item] of value.entries()) {
    if (!isPlainMap(item)) continue
    const partner = old.findIndex((other, index) => index >= from && isPlainMap(other) && sameName(other, item))
    if (partner < 0) continue
    pairs.set(offset, partner)
    from = partner + 1
  }
  if (pairs.size === 0 && old.length === value.length && !old.some((item) => isPlainMap(item) && 'key' in item))
    for (const offset of value.keys()) pairs.set(offset, offset)
  return pairs
}

const sameName = (one: PlainMap, other: PlainMap) => one.title === other.title && one.key === other.key

function fingerprint(value: PlainValue): string {
  return JSON.stringify(value)
}
