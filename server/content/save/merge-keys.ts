import { isMap, LineCounter, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { mergeSequences } from '#domain/markdown/merge-sequences.ts'
import { findHead } from '../frontmatter/frontmatter.ts'
import { endOf, keyName, startOf, YamlSource } from '../frontmatter/yaml-source.ts'

/**
 * The lines of one key, or one line that belongs to no key: a comment, an empty line, the first and
 * the last line of the frontmatter.
 */
interface Item {
  /** The names of the key and of the keys around it; empty for a line that belongs to no key. */
  path: ReadonlyArray<string>
  text: string
}

/**
 * Three-way merge of frontmatter by key. Each key has the lines of the side that added or changed
 * it, byte for byte, and so do comments. Where both sides changed the lines of a key, those of
 * `ours` are used. Null for frontmatter without lines of its own for each key (`{a: b}`). The
 * result may say something else than both versions: the caller parses it and compares.
 */
export function mergeKeys(base: string, ours: string, theirs: string): string | null {
  const [was, mine, other] = [base, ours, theirs].map(itemsOf)
  if (!was || !mine || !other) return null
  return mergeSequences(written(was), written(mine), written(other))
    .flatMap((part) =>
      part.kind === 'agreed'
        ? read(part.items).map(({ text }) => text)
        : mergeItems(read(part.base), read(part.yours), read(part.theirs)),
    )
    .join('')
}

const written = (items: ReadonlyArray<Item>) =>
  items.map(({ path, text }) => JSON.stringify([path, text]))

const read = (items: ReadonlyArray<string>) =>
  items.map((item): Item => {
    const [path, text] = JSON.parse(item)
    return { path, text }
  })

/**
 * The texts of the merged items: in the order of `ours`; what only `theirs` has added follows the
 * item before it, and what `ours` has added there.
 */
function mergeItems(
  base: ReadonlyArray<Item>,
  ours: ReadonlyArray<Item>,
  theirs: ReadonlyArray<Item>,
): ReadonlyArray<string> {
  const [was, mine, other] = [textsByName(base), textsByName(ours), textsByName(theirs)]
  const names = [...mine.keys()]
  let place = 0
  for (const name of other.keys()) {
    const known = names.indexOf(name)
    if (known < 0) {
      while (place < names.length && !other.has(names[place]!)) place += 1
      names.splice(place, 0, name)
    }
    place = (known < 0 ? place : known) + 1
  }
  return names.flatMap((name) => {
    const isOurs = mine.get(name) !== was.get(name)
    return (isOurs ? mine : other).get(name) ?? []
  })
}

/** The text of each item by a name that the same item has in other versions. */
function textsByName(items: ReadonlyArray<Item>): Map<string, string> {
  const texts = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const { path, text } of items) {
    const name = JSON.stringify(path.length > 0 ? path : text)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    texts.set(`${name} ${count}`, text)
  }
  return texts
}

/** The items of frontmatter; null when its root is no map with lines of its own for each key. */
function itemsOf(head: string): ReadonlyArray<Item> | null {
  const place = findHead(head)
  if (place.kind === 'unreadable') return null
  const lines = (text: string) => text.split(/(?<=\n)/).filter(Boolean)
  const single = (text: string) => lines(text).map((line): Item => ({ path: [], text: line }))
  const inner = lines(head.slice(place.start, place.end))
  const keys = keysByLine(inner.join('').replaceAll('\r\n', '\n'))
  if (!keys) return null
  const items: Array<Item> = []
  for (let line = 0; line < inner.length; ) {
    const { path, last } = keys.get(line) ?? { path: [], last: line }
    items.push({ path, text: inner.slice(line, last + 1).join('') })
    line = last + 1
  }
  return [...single(head.slice(0, place.start)), ...items, ...single(head.slice(place.end))]
}

interface KeyLines {
  path: ReadonlyArray<string>
  /**
   * The last line of the value; of a map with lines of its own for each key, the line of the map's
   * name. Counts from 0.
   */
  last: number
}

/** The keys of a YAML text, those of inner maps included, by their first line, counted from 0. */
function keysByLine(text: string): Map<number, KeyLines> | null {
  const counter = new LineCounter()
  const document = parseDocument(text, {
    schema: 'core',
    version: '1.2',
    uniqueKeys: false,
    keepSourceTokens: true,
    lineCounter: counter,
  })
  const root = document.contents
  const found = new Map<number, KeyLines>()
  if (root !== null && !hasOwnLines(root)) return null
  if (root === null) return found
  const source = new YamlSource(text)
  const lineAt = (offset: number) => counter.linePos(offset).line - 1
  const visit = (map: YAMLMap, around: ReadonlyArray<string>) => {
    for (const { key, value } of map.items as Array<Pair<Node, Node | null>>) {
      const path = [...around, keyName(key)]
      const first = lineAt(startOf(key))
      const isOpen = hasOwnLines(value)
      found.set(first, {
        path,
        last: isOpen ? first : lineAt(source.contentEnd(value, endOf(key))),
      })
      if (isOpen) visit(value, path)
    }
  }
  visit(root, [])
  return found
}

function hasOwnLines(node: Node | null): node is YAMLMap {
  return isMap(node) && !node.flow && node.items.length > 0
}
