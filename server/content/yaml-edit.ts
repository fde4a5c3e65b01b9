import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml'
import { findHunks } from '#domain/markdown/align.ts'
import type { PlainMap, PlainValue } from './safe-yaml.ts'
import { dashesOf, endOf, isBlock, isPlainMap, keyName, startOf, styleOf } from './yaml-nodes.ts'
import { writeInFlow, writeItem, writePair, type YamlStyle } from './yaml-write.ts'

/** `undefined` takes the key away. */
export type YamlChanges = Record<string, PlainValue | undefined>

/** Item by item; changed keys as a whole; or those in quotes, as JSON, which a comment or an empty line beside them can't change. */
export type Manner = 'finely' | 'whole' | 'quoted'

/** Where a new key goes: behind the last of the keys that stand before it in the order; what is not in the order goes to the end. */
export interface KeyOrder {
  order: ReadonlyArray<string>
  /** Keys beside which a new one stands if they are there. */
  neighbors: Readonly<Record<string, ReadonlyArray<string>>>
}

/**
 * Changes keys of a YAML map by replacing the bytes of their values, items of lists one by one; all else stays. The text has LF line ends and was
 * read by `parseSafeYaml` as `data`. The caller compares what the result says, and tries the next manner.
 */
export function editYaml(
  text: string,
  data: PlainMap,
  changes: YamlChanges,
  keys: KeyOrder,
  manner: Manner = 'finely',
): string {
  const document = parseDocument(text, { schema: 'core', version: '1.2', uniqueKeys: false, keepSourceTokens: true })
  const root = document.contents
  if (root === null || (isScalar(root) && root.value === null)) {
    const style = { singleQuote: false, indentLists: true, flowLists: true }
    const added = inOrder(Object.entries(changes), keys).flatMap(([key, value]) =>
      value === undefined ? [] : [writePair(key, value, style)],
    )
    return withLineEnd(text) + added.join('')
  }
  if (!isMap(root)) throw new Error("The frontmatter is no list of 'key: value' lines")
  const editor = new YamlEditor(text, styleOf(root, text), keys, manner)
  if (root.flow) return writeWhole(data, changes, styleOf(root, text))
  editor.editMap(root, data, changes)
  return editor.result()
}

function writeWhole(data: PlainMap, changes: YamlChanges, style: YamlStyle): string {
  const all: YamlChanges = { ...data, ...changes }
  return Object.entries(all)
    .flatMap(([key, value]) => (value === undefined ? [] : [writePair(key, value, style)]))
    .join('')
}

function inOrder<Value>(entries: Array<[string, Value]>, { order }: KeyOrder): Array<[string, Value]> {
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  return entries.sort((a, b) => rank(a[0]) - rank(b[0]))
}

interface Splice {
  start: number
  end: number
  text: string
}

class YamlEditor {
  private readonly text: string
  private readonly style: YamlStyle
  private readonly keys: KeyOrder
  private readonly manner: Manner
  private readonly splices: Array<Splice> = []

  constructor(text: string, style: YamlStyle, keys: KeyOrder, manner: Manner) {
    this.text = text
    this.style = style
    this.keys = keys
    this.manner = manner
  }

  result(): string {
    // What goes in at a place stands before what is taken away or replaced from there on; of several, the first one made comes first.
    const isInsert = ({ start, end }: Splice) => start === end
    const ordered = this.splices
      .map((splice, index) => ({ ...splice, index }))
      .sort((a, b) => a.start - b.start || Number(isInsert(b)) - Number(isInsert(a)) || a.index - b.index)
    let written = ''
    let done = 0
    for (const { start, end, text } of ordered) {
      if (start > done) written += this.text.slice(done, start)
      if (text.includes('\n') && start === this.text.length && written !== '' && !written.endsWith('\n'))
        written += '\n'
      written += text
      done = Math.max(done, end)
    }
    return written + this.text.slice(done)
  }

  editMap(map: YAMLMap, old: PlainMap, changes: YamlChanges): void {
    const pairs = map.items as Array<Pair<Node, Node | null>>
    const named = new Map(pairs.map((pair) => [isScalar(pair.key) ? keyName(pair.key) : '', pair]))
    const added: Array<[string, PlainValue]> = []
    for (const [key, value] of Object.entries(changes)) {
      const pair = named.get(key)
      if (!pair) {
        if (value !== undefined) added.push([key, value])
      } else if (value === undefined) this.removePair(pair, pairs)
      else if (!isDeepStrictEqual(plain(old[key]), plain(value))) this.editPair(key, pair, old[key] ?? null, value)
    }
    for (const [key, value] of inOrder(added, this.keys)) this.addPair(key, value, pairs, named, changes)
  }

  private editPair(key: string, pair: Pair<Node, Node | null>, old: PlainValue, value: PlainValue): void {
    const node = pair.value
    if (
      this.manner === 'finely' &&
      node &&
      isSeq(node) &&
      Array.isArray(old) &&
      Array.isArray(value) &&
      value.length > 0
    ) {
      if (node.flow && this.editFlowList(node, old, value)) return
      if (!node.flow && old.length > 0 && this.editList(node, old, value)) return
    }
    if (this.manner === 'finely' && node && isMap(node) && !node.flow && isPlainMap(old) && isPlainMap(value)) {
      const gone = Object.keys(old).filter((name) => !(name in value))
      this.editMap(node, old, { ...value, ...Object.fromEntries(gone.map((name) => [name, undefined])) })
      return
    }
    this.replaceValue(key, pair, value)
  }

  /** Writes the value of a key anew, in quotes or lines as it was. */
  private replaceValue(key: string, pair: Pair<Node, Node | null>, value: PlainValue): void {
    const node = pair.value
    const keyStart = startOf(pair.key)
    const indent = keyStart - this.lineStart(keyStart)
    const flow = node && (isSeq(node) || isMap(node)) ? node.flow : undefined
    const style =
      Array.isArray(value) && flow !== undefined && node && isSeq(node)
        ? { ...this.style, flowLists: flow }
        : this.style
    const type = node && isScalar(node) ? node.type : undefined
    const written = this.manner === 'quoted' ? `: ${JSON.stringify(value)}` : writePair(key, value, style, 0, type)
    const name = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^:]*):/.exec(written)?.[0] ?? `${key}:`
    const lines = written.slice(name.length).replace(/\n$/, '').split('\n')
    const fresh = lines.map((line, index) => (index > 0 && line ? ' '.repeat(indent) + line : line)).join('\n')
    const start = endOf(pair.key) + (/^[ \t]*:/.exec(this.text.slice(endOf(pair.key)))?.[0].length ?? 1)
    const end = this.contentEnd(node, start)
    const comment = isBlock(node) ? '' : (/^[ \t]+#.*/.exec(this.text.slice(end))?.[0] ?? '')
    const [head = '', ...rest] = fresh.split('\n')
    const text = [head + comment, ...rest].join('\n')
    this.splices.push({ start, end: end + comment.length, text })
  }

  /** Items of `[a, b]` keep their writing. */
  private editFlowList(list: YAMLSeq, old: Array<PlainValue>, value: Array<PlainValue>): boolean {
    const source = this.text.slice(startOf(list), endOf(list))
    const items = list.items as Array<Node | null>
    if (
      source.includes('#') ||
      items.some((item) => !item || !isScalar(item)) ||
      value.some((item) => typeof item === 'object')
    )
      return false
    const [first, second] = items
    const last = items.at(-1)
    const opening = first ? this.text.slice(startOf(list), startOf(first)) : '['
    const closing = last ? this.text.slice(endOf(last), endOf(list)) : ']'
    const between = first && second ? this.text.slice(endOf(first), startOf(second)) : ', '
    const texts = items.map((item) => this.text.slice(startOf(item), endOf(item)))
    const free = new Map(old.map((item, index) => [item, texts[index]!] as const))
    const type =
      items.every((item) => isScalar(item) && item.type === (first as { type?: string }).type) && isScalar(first)
        ? first.type
        : undefined
    const written = value.map((item) => free.get(item) ?? writeInFlow(item, this.style, type))
    this.splices.push({ start: startOf(list), end: endOf(list), text: opening + written.join(between) + closing })
    return true
  }

  /** Items of a list with dashes keep their lines. False when the list is written in a way that this can't follow. */
  private editList(list: YAMLSeq, old: Array<PlainValue>, value: Array<PlainValue>): boolean {
    const items = list.items as Array<Node | null>
    const dashes = dashesOf(list)
    const lead = (index: number) => this.text.slice(this.lineStart(dashes[index]!), dashes[index]!)
    if (dashes.length !== items.length || dashes.some((_, index) => lead(index).trim() !== '')) return false
    const indent = lead(0).length
    const start = (index: number) => this.lineStart(dashes[index]!)
    const end = (index: number) => this.afterLine(this.contentEnd(items[index] ?? null, dashes[index]! + 1))
    for (const hunk of findHunks(old.map(fingerprint), value.map(fingerprint))) {
      const partners = pairItems(old.slice(hunk.start, hunk.end), value.slice(hunk.otherStart, hunk.otherEnd))
      let place = hunk.start > 0 ? end(hunk.start - 1) : start(0)
      for (const [offset, item] of value.slice(hunk.otherStart, hunk.otherEnd).entries()) {
        const partner = partners.get(offset)
        if (partner === undefined) {
          this.splices.push({ start: place, end: place, text: writeItem(item, this.style, indent) })
          continue
        }
        const index = hunk.start + partner
        this.editItem(items[index] ?? null, old[index]!, item, start(index), end(index), indent)
        place = end(index)
      }
      const kept = new Set(partners.values())
      for (let index = hunk.start; index < hunk.end; index += 1)
        if (!kept.has(index - hunk.start)) this.splices.push({ start: start(index), end: end(index), text: '' })
    }
    return true
  }

  private editItem(
    node: Node | null,
    old: PlainValue,
    value: PlainValue,
    start: number,
    end: number,
    indent: number,
  ): void {
    if (node && isMap(node) && !node.flow && isPlainMap(old) && isPlainMap(value)) {
      const gone = Object.keys(old).filter((name) => !(name in value))
      // The first key stands on the line of the dash, which has to stay.
      if (!gone.includes(Object.keys(old)[0] ?? '')) {
        this.editMap(node, old, { ...value, ...Object.fromEntries(gone.map((name) => [name, undefined])) })
        return
      }
    }
    const comment =
      node && isScalar(node) && !isBlock(node) ? (/^[ \t]+#.*/.exec(this.text.slice(endOf(node)))?.[0] ?? '') : ''
    this.splices.push({ start, end, text: writeItem(value, this.style, indent).replace(/\n$/, `${comment}\n`) })
  }

  /** Takes a key away with its lines and its own comment: one behind it, or above it when it stands for this key alone. */
  private removePair(pair: Pair<Node, Node | null>, pairs: ReadonlyArray<Pair<Node, Node | null>>): void {
    let start = this.lineStart(startOf(pair.key))
    const end = this.afterLine(this.contentEnd(pair.value, endOf(pair.key) + 1))
    const first = pairs[0]?.key
    const next = /^.*/.exec(this.text.slice(end))?.[0].trim() ?? ''
    const isAlone = next === '' || next.startsWith('#')
    let above = start
    while (isAlone && above > 0 && /^[ \t]*#/.test(this.text.slice(this.lineStart(above - 1), above)))
      above = this.lineStart(above - 1)
    // A comment at the top is about the file.
    if (first && above > 0) start = above
    this.splices.push({ start, end, text: '' })
  }

  private addPair(
    key: string,
    value: PlainValue,
    pairs: ReadonlyArray<Pair<Node, Node | null>>,
    named: ReadonlyMap<string, Pair<Node, Node | null>>,
    changes: YamlChanges,
  ): void {
    const here = (name: string) => (changes[name] === undefined && name in changes ? undefined : named.get(name))
    const { order, neighbors } = this.keys
    const earlier = order.includes(key) ? order.slice(0, order.indexOf(key)).reverse() : []
    const behind = [...(neighbors[key] ?? []), ...earlier].map(here).find((pair) => pair !== undefined) ?? pairs.at(-1)
    if (!behind) return
    const indent = startOf(behind.key) - this.lineStart(startOf(behind.key))
    const place = this.afterLine(this.contentEnd(behind.value, endOf(behind.key) + 1))
    const quoted = () =>
      `${writePair(key, '', this.style, indent).replace(/: [^:]*\n$/, '')}: ${JSON.stringify(value)}\n`
    const text = this.manner === 'quoted' ? quoted() : writePair(key, value, this.style, indent)
    this.splices.push({ start: place, end: place, text })
  }

  /** Where the last sign of a value stands; `fallback` for none. */
  private contentEnd(node: Node | null, fallback: number): number {
    if (!node) return fallback
    if ((isMap(node) || isSeq(node)) && !node.flow && node.items.length > 0) {
      const last = node.items.at(-1) as Node | Pair<Node, Node | null> | null
      if (last && 'key' in last) return this.contentEnd(last.value, endOf(last.key) + 1)
      return this.contentEnd(last as Node | null, (dashesOf(node as YAMLSeq).at(-1) ?? fallback) + 1)
    }
    const end = Math.max(endOf(node), startOf(node))
    if (isBlock(node) && this.text[end - 1] === '\n') return end - 1
    return isScalar(node) && node.source === '' && node.type === 'PLAIN' ? Math.min(end, fallback) : end
  }

  private lineStart(offset: number): number {
    return offset <= 0 ? 0 : this.text.lastIndexOf('\n', offset - 1) + 1
  }

  private afterLine(offset: number): number {
    const end = this.text.indexOf('\n', offset)
    return end < 0 ? this.text.length : end + 1
  }
}

/** Which new item (by its offset) is a version of which old one: the same title, or the same place. */
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

/** Without the prototype's presence or absence, which a comparison would see. */
export function plain(value: PlainValue | undefined): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!isPlainMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

function fingerprint(value: PlainValue): string {
  return JSON.stringify(value)
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
