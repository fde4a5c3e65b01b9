import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml'
import type { PlainMap, PlainValue } from './safe-yaml.ts'
import { editBlockList, editFlowList, editFlowMap } from './yaml-lists.ts'
import {
  endOf,
  isBlock,
  isPlainMap,
  keyName,
  plain,
  startOf,
  styleOf,
  YamlSource,
} from './yaml-source.ts'
import { writePair, type YamlStyle } from './yaml-write.ts'

/** `undefined` removes the key. */
export type YamlChanges = Record<string, PlainValue | undefined>

/**
 * How values are changed: item by item; whole values of changed keys; or whole values as JSON,
 * which comments and empty lines nearby can't affect.
 */
export type Manner = 'finely' | 'whole' | 'quoted'

/**
 * The place of a new key: after the last existing key that precedes it in `order`. A key that is
 * not in `order` is added at the end.
 */
export interface KeyOrder {
  order: ReadonlyArray<string>
  /** The keys beside which a new one is placed if they exist. */
  neighbors: Readonly<Record<string, ReadonlyArray<string>>>
}

/**
 * Changes keys of a YAML map by replacing the bytes of their values; all other bytes stay. The text
 * has LF line ends, and `data` is what `parseSafeYaml` returned for it. The result may be wrong in
 * rare cases: the caller parses it, compares, and tries the next manner.
 */
export function editYaml(
  text: string,
  data: PlainMap,
  changes: YamlChanges,
  keys: KeyOrder,
  manner: Manner = 'finely',
): string {
  const document = parseDocument(text, {
    schema: 'core',
    version: '1.2',
    uniqueKeys: false,
    keepSourceTokens: true,
  })
  const root = document.contents
  if (root === null || (isScalar(root) && root.value === null)) {
    const style = { singleQuote: false, indentLists: true, flowLists: true }
    const added = inOrder(Object.entries(changes), keys).flatMap(([key, value]) =>
      value === undefined ? [] : [writePair(key, value, style)],
    )
    return withLineEnd(text) + added.join('')
  }
  if (!isMap(root)) throw new Error("The frontmatter is no list of 'key: value' lines")
  const style = styleOf(root, text)
  const source = new YamlSource(text)
  if (root.flow) {
    const entries = Object.entries({ ...data, ...changes }).filter(
      ([, value]) => value !== undefined,
    )
    const isEdited =
      manner === 'finely' &&
      editFlowMap(source, style, root, data, Object.fromEntries(entries) as PlainMap)
    return isEdited ? source.result() : writeWhole(data, changes, style)
  }
  new MapEditor(source, style, keys, manner).editMap(root, data, changes)
  return source.result()
}

function writeWhole(data: PlainMap, changes: YamlChanges, style: YamlStyle): string {
  const all: YamlChanges = { ...data, ...changes }
  return Object.entries(all)
    .flatMap(([key, value]) => (value === undefined ? [] : [writePair(key, value, style)]))
    .join('')
}

function inOrder<Value>(
  entries: Array<[string, Value]>,
  { order }: KeyOrder,
): Array<[string, Value]> {
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  return entries.sort((a, b) => rank(a[0]) - rank(b[0]))
}

/** Changes maps in the text that they were read from. */
class MapEditor {
  private readonly source: YamlSource
  private readonly style: YamlStyle
  private readonly keys: KeyOrder
  private readonly manner: Manner

  constructor(source: YamlSource, style: YamlStyle, keys: KeyOrder, manner: Manner) {
    this.source = source
    this.style = style
    this.keys = keys
    this.manner = manner
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
      else if (!isDeepStrictEqual(plain(old[key]), plain(value)))
        this.editPair(key, pair, old[key] ?? null, value)
    }
    for (const [key, value] of inOrder(added, this.keys))
      this.addPair(key, value, pairs, named, changes)
  }

  private editPair(
    key: string,
    pair: Pair<Node, Node | null>,
    old: PlainValue,
    value: PlainValue,
  ): void {
    if (this.manner !== 'finely' || !pair.value || !this.editWithin(pair.value, old, value))
      this.replaceValue(key, pair, value)
  }

  /**
   * Changes the items of a list or the keys of a map one by one. False for a value that has to be
   * rewritten.
   */
  private editWithin(node: Node, old: PlainValue, value: PlainValue): boolean {
    const { source, style } = this
    if (isSeq(node) && Array.isArray(old) && Array.isArray(value) && value.length > 0) {
      if (node.flow) return editFlowList(source, style, node, old, value)
      if (old.length === 0) return false
      return editBlockList(source, style, node, old, value, (map, then, now) =>
        this.editWholeMap(map, then, now),
      )
    }
    if (!isMap(node) || !isPlainMap(old) || !isPlainMap(value)) return false
    if (node.flow)
      return Object.keys(value).length > 0 && editFlowMap(source, style, node, old, value)
    this.editWholeMap(node, old, value)
    return true
  }

  /** Changes a map to `value`; removes keys that `value` does not have. */
  private editWholeMap(map: YAMLMap, old: PlainMap, value: PlainMap): void {
    const gone = Object.keys(old).filter((name) => !(name in value))
    this.editMap(map, old, {
      ...value,
      ...Object.fromEntries(gone.map((name) => [name, undefined])),
    })
  }

  /** Rewrites the value of a key in the same style: the kind of quotes, block or flow. */
  private replaceValue(key: string, pair: Pair<Node, Node | null>, value: PlainValue): void {
    const node = pair.value
    const keyStart = startOf(pair.key)
    const indent = keyStart - this.source.lineStart(keyStart)
    const flow = node && (isSeq(node) || isMap(node)) ? node.flow : undefined
    const style =
      Array.isArray(value) && flow !== undefined && node && isSeq(node)
        ? { ...this.style, flowLists: flow }
        : this.style
    const type = node && isScalar(node) ? node.type : undefined
    const written =
      this.manner === 'quoted'
        ? `: ${JSON.stringify(value)}`
        : writePair(key, value, style, 0, type)
    const name = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^:]*):/.exec(written)?.[0] ?? `${key}:`
    const lines = written.slice(name.length).replace(/\n$/, '').split('\n')
    const fresh = lines
      .map((line, index) => (index > 0 && line ? ' '.repeat(indent) + line : line))
      .join('\n')
    const start =
      endOf(pair.key) + (/^[ \t]*:/.exec(this.source.text.slice(endOf(pair.key)))?.[0].length ?? 1)
    const end = this.source.contentEnd(node, start)
    const above = node
      ? (this.source.text.slice(start, startOf(node)).match(/(?<=\s)#[^\n]*/g) ?? [])
      : []
    const beside = this.source.commentBeside(node, end)
    const [head = '', ...rest] = fresh.split('\n')
    const text = [head + above.map((comment) => ` ${comment}`).join('') + beside, ...rest].join(
      '\n',
    )
    this.source.replace(start, isBlock(node) ? end : end + beside.length, text)
  }

  /**
   * Removes a key with its lines and its own comment: one after it, or one above it that belongs to
   * this key alone.
   */
  private removePair(
    pair: Pair<Node, Node | null>,
    pairs: ReadonlyArray<Pair<Node, Node | null>>,
  ): void {
    const { source } = this
    let start = source.lineStart(startOf(pair.key))
    const end = source.afterLine(source.contentEnd(pair.value, endOf(pair.key) + 1))
    const first = pairs[0]?.key
    const next = /^.*/.exec(source.text.slice(end))?.[0].trim() ?? ''
    const isAlone = next === '' || next.startsWith('#')
    let above = start
    while (
      isAlone &&
      above > 0 &&
      /^[ \t]*#/.test(source.text.slice(source.lineStart(above - 1), above))
    )
      above = source.lineStart(above - 1)
    // A comment at the top describes the file, not the first key.
    if (first && above > 0) start = above
    source.replace(start, end, '')
  }

  private addPair(
    key: string,
    value: PlainValue,
    pairs: ReadonlyArray<Pair<Node, Node | null>>,
    named: ReadonlyMap<string, Pair<Node, Node | null>>,
    changes: YamlChanges,
  ): void {
    const { source } = this
    const here = (name: string) =>
      changes[name] === undefined && name in changes ? undefined : named.get(name)
    const { order, neighbors } = this.keys
    const earlier = order.includes(key) ? order.slice(0, order.indexOf(key)).reverse() : []
    const behind =
      [...(neighbors[key] ?? []), ...earlier].map(here).find((pair) => pair !== undefined) ??
      pairs.at(-1)
    if (!behind) return
    const indent = startOf(behind.key) - source.lineStart(startOf(behind.key))
    const place = source.afterLine(source.contentEnd(behind.value, endOf(behind.key) + 1))
    const quoted = () =>
      `${writePair(key, '', this.style, indent).replace(/: [^:]*\n$/, '')}: ${JSON.stringify(value)}\n`
    const text = this.manner === 'quoted' ? quoted() : writePair(key, value, this.style, indent)
    source.insert(place, text)
  }
}

function withLineEnd(text: string) {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
