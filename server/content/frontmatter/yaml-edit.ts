import { isDeepStrictEqual } from 'node:util'
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { findHunks } from '#domain/markdown/align.ts'
import { carriedOver } from './carry-over.ts'
import { isPlainMap, keyText, type PlainMap, type PlainValue, plain } from './safe-yaml.ts'

/** `undefined` removes the key. */
export type YamlChanges = Record<string, PlainValue | undefined>

/**
 * The place of a new key: after the last existing key that precedes it in `order`. A key that is
 * not in `order` is added at the end.
 */
export interface KeyOrder {
  order: ReadonlyArray<string>
  /** The keys beside which a new one is placed if they exist. */
  neighbors: Readonly<Record<string, ReadonlyArray<string>>>
}

type KeyedPair = Pair<Node, Node | null>

/**
 * Changes keys of a YAML map, and nothing else: the library prints the text with and without the
 * changes, and the difference is applied to the bytes of the file. The text has LF line ends, and
 * `data` is what `parseSafeYaml` returned for it. Yields texts, the one with the fewest other bytes
 * first; it may say something else in rare cases, so that the caller parses it and compares.
 */
export function* editYaml(
  text: string,
  data: PlainMap,
  changes: YamlChanges,
  keys: KeyOrder,
): Generator<string> {
  const document = parseDocument(text, { schema: 'core', version: '1.2', uniqueKeys: false })
  const known = isMap(document.contents)
  if (!known) document.contents = document.createNode({}) as never
  const root = document.contents as unknown as YAMLMap
  const style = styleOf(document, text)
  const before = known ? printed(document, style) : ''
  new MapEditor(document, style, keys).editMap(root, data, changes)
  const after = printed(document, style)
  if (!known) yield (text === '' || text.endsWith('\n') ? text : `${text}\n`) + after
  else yield* carriedOver(text, before, after)
}

/** The text of a document; without a key, its comments alone. */
function printed(document: Document, { indent, indentLists, singleQuote }: YamlStyle): string {
  const text = document.toString({
    lineWidth: 0,
    indent,
    indentSeq: indentLists,
    singleQuote,
    flowCollectionPadding: false,
  })
  const isEmpty = isMap(document.contents) && document.contents.items.length === 0
  return isEmpty ? text.replace(/^\{\}\n/m, '') : text
}

/** How a file writes YAML. */
interface YamlStyle {
  singleQuote: boolean
  indent: number
  /** Whether the dashes of a list are indented relative to its key. */
  indentLists: boolean
  /** Whether lists of words are written as `[a, b]`. */
  flowLists: boolean
}

/** The style of a text: the most frequent quotes, and how its lists are written. */
function styleOf(document: Document, text: string): YamlStyle {
  const quotes = { QUOTE_SINGLE: 0, QUOTE_DOUBLE: 0 }
  const lists: Array<boolean> = []
  visit(document, {
    Scalar(place, { type }) {
      if (place !== 'key' && (type === 'QUOTE_SINGLE' || type === 'QUOTE_DOUBLE')) quotes[type] += 1
    },
    Seq(_place, { flow, items }) {
      if (items.length > 0) lists.push(Boolean(flow))
    },
  })
  const isBlock = lists.includes(false)
  return {
    singleQuote: quotes.QUOTE_SINGLE > quotes.QUOTE_DOUBLE,
    indent: /:\n( +)[^\s#-]/.exec(text)?.[1]?.length ?? 2,
    indentLists: !isBlock || /^ +-(?: |$)/m.test(text),
    flowLists: lists.length === 0 || lists.includes(true),
  }
}

/** Texts that other YAML readers take for a date, a number or a boolean. They are quoted. */
const looksOtherwise =
  /^(?:[-+.]?\d[\d\s_,.:+\-eExXoOtTzZ]*|[-+]?0(?:x[\da-f_]+|b[01_]+)|y|n|yes|no|on|off|true|false|null|~|=|<<|[-+]?\.inf|\.nan)$/i

/** Changes maps in a document. */
class MapEditor {
  private readonly document: Document
  private readonly style: YamlStyle
  private readonly keys: KeyOrder

  constructor(document: Document, style: YamlStyle, keys: KeyOrder) {
    this.document = document
    this.style = style
    this.keys = keys
  }

  editMap(map: YAMLMap, old: PlainMap, changes: YamlChanges): void {
    const { order } = this.keys
    const pairs = map.items as Array<KeyedPair>
    const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
    const added: Array<[string, PlainValue]> = []
    for (const [key, value] of Object.entries(changes)) {
      const at = pairs.findIndex((pair) => keyText(pair.key) === key)
      const pair = pairs[at]
      if (value === undefined) this.removePair(pairs, at)
      else if (!pair) added.push([key, value])
      else if (!isDeepStrictEqual(plain(old[key]), plain(value)))
        pair.value = this.edited(pair.value, old[key] ?? null, value)
    }
    for (const [key, value] of added.sort((one, other) => rank(one[0]) - rank(other[0])))
      pairs.splice(this.placeOf(key, pairs), 0, this.newPair(key, value))
  }

  /** The index of a new key. */
  private placeOf(key: string, pairs: ReadonlyArray<KeyedPair>): number {
    const { order, neighbors } = this.keys
    const earlier = order.slice(0, Math.max(0, order.indexOf(key))).reverse()
    for (const name of [...(neighbors[key] ?? []), ...earlier]) {
      const at = pairs.findIndex((pair) => keyText(pair.key) === name)
      if (at >= 0) return at + 1
    }
    return pairs.length
  }

  /**
   * Removes a key with its own comment: one beside it, or one above it that belongs to this key
   * alone.
   */
  private removePair(pairs: Array<KeyedPair>, at: number) {
    const [gone] = at < 0 ? [] : pairs.splice(at, 1)
    const next = pairs[at]?.key
    if (gone?.key.commentBefore && next && !next.commentBefore && !next.spaceBefore)
      next.commentBefore = gone.key.commentBefore
  }

  private newPair(key: string, value: PlainValue): KeyedPair {
    const map = this.document.createNode({ [key]: null }) as YAMLMap<Node, Node | null>
    map.items[0]!.value = this.created(value)
    return map.items[0]!
  }

  /** A value in the place of another: the same node with changes, or a new one in its style. */
  private edited(node: Node | null, old: PlainValue, value: PlainValue): Node {
    if (isSeq(node) && Array.isArray(old) && Array.isArray(value) && value.length > 0) {
      this.editList(node, old, value)
      return node
    }
    if (isMap(node) && isPlainMap(old) && isPlainMap(value) && Object.keys(value).length > 0) {
      const gone = Object.keys(old).filter((name) => !(name in value))
      this.editMap(node, old, {
        ...Object.fromEntries(gone.map((name) => [name, undefined])),
        ...value,
      })
      return node
    }
    const fresh = this.created(value, node)
    if (node?.comment) fresh.comment = node.comment
    if (node?.commentBefore) fresh.commentBefore = node.commentBefore
    if (node?.spaceBefore) fresh.spaceBefore = true
    return fresh
  }

  /** A new node, written as the one before it. */
  private created(value: PlainValue, before: Node | null = null): Node {
    const { singleQuote, flowLists } = this.style
    const made = this.document.createNode(value) as Node
    const type = isScalar(before) ? before.type : undefined
    const quotes = singleQuote ? Scalar.QUOTE_SINGLE : Scalar.QUOTE_DOUBLE
    const lists = isSeq(before) ? before.flow : flowLists
    visit(made, {
      Scalar: (place, node) => {
        if (place === 'key' || typeof node.value !== 'string') return
        const isQuoted = node.value === '' || looksOtherwise.test(node.value)
        if (type && type !== Scalar.PLAIN) node.type = type as Scalar.Type
        else if (isQuoted) node.type = quotes
      },
      Collection: (_place, node) => {
        if (node.items.length === 0) node.flow = true
        else if (isSeq(node)) node.flow = lists === true && node.items.every(isShort)
      },
    })
    return made
  }

  /** Changes the items of a list; unchanged and moved ones keep their bytes. */
  private editList(
    list: YAMLSeq,
    old: ReadonlyArray<PlainValue>,
    value: ReadonlyArray<PlainValue>,
  ): void {
    const items = list.items as Array<Node>
    const hunks = findHunks(old.map(fingerprint), value.map(fingerprint))
    const moving = new Map(
      hunks.flatMap(({ start, end }) =>
        items.slice(start, end).map((item, at) => [fingerprint(old[start + at]!), item]),
      ),
    )
    const made: Array<Node> = []
    let done = 0
    for (const { start, end, otherStart, otherEnd } of hunks) {
      made.push(...items.slice(done, start))
      const fresh = value.slice(otherStart, otherEnd)
      const partners = pairItems(old.slice(start, end), fresh)
      for (const [offset, item] of fresh.entries()) {
        const at = start + (partners.get(offset) ?? Number.NaN)
        const moved = moving.get(fingerprint(item))
        if (moved) made.push(moved)
        else if (items[at]) made.push(this.edited(items[at], old[at]!, item))
        else made.push(this.newItem(item, items.at(-1) ?? null))
        moving.delete(fingerprint(item))
      }
      done = end
    }
    list.items = [...made, ...items.slice(done)]
    if (list.items[0] !== items[0]) (list.items[0] as Node).spaceBefore = false
  }

  /** A new item, written as those beside it. */
  private newItem(item: PlainValue, beside: Node | null): Node {
    const made = this.created(item)
    if (isMap(made) && isMap(beside) && beside.flow) made.flow = true
    return made
  }
}

/**
 * Maps the index of a new item to that of the old item that it replaces: one with the same title or
 * key; if none matches, and they have no keys, the one at the same place.
 */
function pairItems(
  old: ReadonlyArray<PlainValue>,
  value: ReadonlyArray<PlainValue>,
): Map<number, number> {
  const pairs = new Map<number, number>()
  let from = 0
  for (const [offset, item] of value.entries()) {
    const partner = old.findIndex(
      (other, index) =>
        index >= from &&
        isPlainMap(other) &&
        isPlainMap(item) &&
        other.title === item.title &&
        other.key === item.key,
    )
    if (partner < 0) continue
    pairs.set(offset, partner)
    from = partner + 1
  }
  const areAlike = old.length === value.length || ![...old, ...value].some(isPlainMap)
  if (pairs.size === 0 && areAlike && !old.some((item) => isPlainMap(item) && 'key' in item))
    for (const offset of old.slice(0, value.length).keys()) pairs.set(offset, offset)
  return pairs
}

function isShort(item: unknown) {
  return isScalar(item) && !String(item.value).includes('\n')
}

function fingerprint(value: PlainValue) {
  return JSON.stringify(value)
}
