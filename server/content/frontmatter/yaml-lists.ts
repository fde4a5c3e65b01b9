import { isDeepStrictEqual } from 'node:util'
import {
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { findHunks } from '#domain/markdown/align.ts'
import type { PlainMap, PlainValue } from './safe-yaml.ts'
import { FlowEntries } from './yaml-flow.ts'
import {
  dashesOf,
  endOf,
  isPlainMap,
  keyName,
  plain,
  startOf,
  type YamlSource,
} from './yaml-source.ts'
import { writeInFlow, writeItem, writePair, type YamlStyle } from './yaml-write.ts'

type Values = ReadonlyArray<PlainValue>

/**
 * Changes a flow list (`[a, b]`); unchanged items keep their bytes. False when this function does
 * not support the way the list is written.
 */
export function editFlowList(
  source: YamlSource,
  style: YamlStyle,
  list: YAMLSeq,
  old: Values,
  value: Values,
): boolean {
  const between = (start: number, end: number) => source.text.slice(start, end)
  const items = list.items as Array<Node | null>
  const texts = items.map((item) => between(startOf(item), endOf(item)))
  const free = new Map(old.map((item, index) => [fingerprint(item), texts[index]!] as const))
  const isLikeFirst = (item: Node | null) =>
    isScalar(item) && isScalar(items[0]) && item.type === items[0].type
  const type = isScalar(items[0]) && items.every(isLikeFirst) ? items[0].type : undefined
  const written = value.map((item) => free.get(fingerprint(item)) ?? writeInFlow(item, style, type))
  if (/[#\n]/.test(between(startOf(list), endOf(list))))
    return editItems(source, style, list, old, value, written)
  if (
    items.some((item) => !item || !isScalar(item)) ||
    value.some((item) => typeof item === 'object')
  )
    return false
  const [first, second] = items
  const last = items.at(-1)
  const opening = first ? between(startOf(list), startOf(first)) : '['
  const closing = last ? between(endOf(last), endOf(list)) : ']'
  const separator = first && second ? between(endOf(first), startOf(second)) : ', '
  source.replace(startOf(list), endOf(list), opening + written.join(separator) + closing)
  return true
}

/** Changes the items of a flow list with comments or on several lines. */
function editItems(
  source: YamlSource,
  style: YamlStyle,
  list: YAMLSeq,
  old: Values,
  value: Values,
  written: ReadonlyArray<string>,
): boolean {
  const entries = FlowEntries.of(source, list)
  if (!entries) return false
  const isUsed = (index: number) =>
    value.some((item) => fingerprint(item) === fingerprint(old[index]!))
  for (const { start, end, otherStart, otherEnd } of findHunks(
    old.map(fingerprint),
    value.map(fingerprint),
  )) {
    const both = Math.min(end - start, otherEnd - otherStart)
    for (let offset = 0; offset < both; offset += 1) {
      const [at, to] = [start + offset, otherStart + offset]
      if (!editInFlow(source, style, list.items[at] as Node | null, old[at]!, value[to]!))
        entries.replace(at, written[to]!)
    }
    if (otherStart + both < otherEnd)
      entries.insert(start + both - 1, written.slice(otherStart + both, otherEnd))
    if (start + both < end) entries.remove(start + both, end, isUsed)
  }
  return true
}

/**
 * Changes a flow map (`{a: b}`); all other bytes stay. False when it is written in a way that this
 * function does not support.
 */
export function editFlowMap(
  source: YamlSource,
  fileStyle: YamlStyle,
  map: YAMLMap,
  old: PlainMap,
  value: PlainMap,
): boolean {
  const style = flowStyle(source.text.slice(startOf(map), endOf(map)), fileStyle)
  const entries = FlowEntries.of(source, map)
  if (!entries || Object.keys(value).length === 0) return false
  const pairs = map.items as Array<Pair<Node, Node>>
  const names = pairs.map(({ key }) => keyName(key))
  const kept = names.filter((name) => name in value)
  const added = Object.keys(value).filter((name) => !names.includes(name))
  const texts = added.map(
    (name) => `${keyInFlow(name, style)}: ${writeInFlow(value[name] ?? null, style)}`,
  )
  if (kept.length === 0) entries.replace(0, texts.join(', '))
  else if (texts.length > 0) entries.insert(names.lastIndexOf(kept.at(-1)!), texts)
  const staying = kept.length === 0 ? names.slice(0, 1) : kept
  for (const { start, end } of findHunks(names, staying)) entries.remove(start, end, () => false)
  for (const [index, { key, value: node }] of pairs.entries()) {
    const [before, after] = [old[names[index]!] ?? null, value[names[index]!]]
    if (after === undefined || isDeepStrictEqual(plain(before), plain(after))) continue
    if (editInFlow(source, style, node, before, after)) continue
    const type = isScalar(node) && typeof after === 'string' ? node.type : undefined
    const written = writeInFlow(after, style, type as Scalar.Type | undefined)
    entries.replace(index, source.text.slice(startOf(key), startOf(node)) + written)
  }
  return true
}

/** Changes a list or map within a flow map. False for a value that has to be rewritten. */
function editInFlow(
  source: YamlSource,
  style: YamlStyle,
  node: Node | null,
  before: PlainValue,
  after: PlainValue,
): boolean {
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after) && after.length > 0)
    return editFlowList(source, style, node, before, after)
  return (
    isMap(node) &&
    isPlainMap(before) &&
    isPlainMap(after) &&
    editFlowMap(source, style, node, before, after)
  )
}

function keyInFlow(name: string, style: YamlStyle) {
  return writePair(name, 0, style).replace(/: 0\n$/, '')
}

/** The style of a file with the quotes that a flow map has. */
function flowStyle(text: string, style: YamlStyle): YamlStyle {
  const [single, double] = ["'", '"'].map((quote) => text.split(quote).length)
  return single === double ? style : { ...style, singleQuote: single! > double! }
}

/** Changes the keys of a map among the items of a list. */
type EditMap = (map: YAMLMap, old: PlainMap, value: PlainMap) => void

/**
 * Changes a block list (`- a`); unchanged items keep their lines. False when this function does not
 * support the way the list is written.
 */
export function editBlockList(
  source: YamlSource,
  style: YamlStyle,
  list: YAMLSeq,
  old: Values,
  value: Values,
  editMap: EditMap,
): boolean {
  const items = list.items as Array<Node | null>
  const dashes = dashesOf(list)
  const lead = (index: number) =>
    source.text.slice(source.lineStart(dashes[index]!), dashes[index]!)
  if (dashes.length !== items.length || dashes.some((_, index) => lead(index).trim() !== ''))
    return false
  const indent = lead(0).length
  const start = (index: number) => source.lineStart(dashes[index]!)
  const end = (index: number) =>
    source.afterLine(source.contentEnd(items[index] ?? null, dashes[index]! + 1))

  function editItem(index: number, item: PlainValue) {
    const node = items[index] ?? null
    const before = old[index]!
    // The first key is on the line of the dash, which has to stay.
    const keepsDash =
      isPlainMap(before) && isPlainMap(item) && (Object.keys(before)[0] ?? '') in item
    if (node && isMap(node) && !node.flow && keepsDash) {
      editMap(node, before, item)
      return
    }
    if (node && isMap(node) && node.flow && isPlainMap(before) && isPlainMap(item))
      if (editFlowMap(source, style, node, before, item)) return
    const comment = isScalar(node) ? source.commentBeside(node, endOf(node)) : ''
    source.replace(
      start(index),
      end(index),
      writeItem(item, style, indent).replace('\n', () => `${comment}\n`),
    )
  }

  /**
   * An item at a new place: with its lines and comment if it was moved, otherwise written as those
   * beside it.
   */
  function newItem(item: PlainValue): string {
    const from = isPlainMap(item)
      ? old.findIndex((other) => fingerprint(other) === fingerprint(item))
      : -1
    if (from >= 0) return `${source.text.slice(start(from), end(from)).replace(/\n$/, '')}\n`
    const beside = items.at(-1) ?? null
    if (!isMap(beside) || !beside.flow || !isPlainMap(item)) return writeItem(item, style, indent)
    const text = source.text.slice(startOf(beside), endOf(beside))
    return `${' '.repeat(indent)}- ${writeInFlow(item, flowStyle(text, style))}\n`
  }

  for (const hunk of findHunks(old.map(fingerprint), value.map(fingerprint))) {
    const partners = pairItems(
      old.slice(hunk.start, hunk.end),
      value.slice(hunk.otherStart, hunk.otherEnd),
    )
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

/**
 * Maps the index of a new item to that of the old item that it replaces: one with the same title or
 * key; if none matches, and they have no keys, the one at the same place.
 */
function pairItems(old: Values, value: Values): Map<number, number> {
  const pairs = new Map<number, number>()
  let from = 0
  for (const [offset, item] of value.entries()) {
    if (!isPlainMap(item)) continue
    const partner = old.findIndex(
      (other, index) => index >= from && isPlainMap(other) && sameName(other, item),
    )
    if (partner < 0) continue
    pairs.set(offset, partner)
    from = partner + 1
  }
  if (
    pairs.size === 0 &&
    old.length === value.length &&
    !old.some((item) => isPlainMap(item) && 'key' in item)
  )
    for (const offset of value.keys()) pairs.set(offset, offset)
  return pairs
}

const sameName = (one: PlainMap, other: PlainMap) =>
  one.title === other.title && one.key === other.key

function fingerprint(value: PlainValue) {
  return JSON.stringify(value)
}
