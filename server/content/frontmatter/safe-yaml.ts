import {
  Composer,
  type CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Parser,
  type Scalar,
  Schema,
} from 'yaml'
import { everyField } from '#domain/item/item-fields.ts'

/** A fault in a file, without the path of the file. `line` counts from 1. */
export interface Fault {
  line: number
  message: string
}

/**
 * Values of frontmatter: JSON values. Numbers are text except for `typedKeys`, so that they keep
 * their spelling.
 */
export type PlainValue = string | number | boolean | null | ReadonlyArray<PlainValue> | PlainMap
export interface PlainMap {
  readonly [key: string]: PlainValue
}

export interface SafeYaml {
  data: PlainMap
  /**
   * Line of each key and list element; the parts of its path are joined with dots
   * ('articles.0.title').
   */
  lines: Map<string, number>
  /** The comments that follow values without quotes after one blank, by the same paths. */
  comments: Map<string, string>
}

/** The line of a value, or of the nearest key around it; 1 when there is none. */
export function lineOf(lines: ReadonlyMap<string, number>, path: ReadonlyArray<string>): number {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines.get(path.slice(0, length).join('.'))
    if (line) return line
  }
  return 1
}

/** Thrown by `parseSafeYaml`; `line` is the line in the text that was given. */
export class YamlFault extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/**
 * Much deeper nesting overflows the stack of the YAML library, which can end the process. Real
 * frontmatter has four levels.
 */
const deepest = 32

/**
 * The only keys whose numbers and booleans are values. Everywhere else they are the text that was
 * typed, so that `abletonVersion: 11.0`, `title: 1984` and `tags: [808, 3.10]` keep their spelling.
 */
const typedKeys: ReadonlySet<string> = new Set([
  'id',
  ...Object.entries(everyField).flatMap(([name, { form }]) =>
    form === 'number' || form === 'flag' ? [name] : [],
  ),
])

const options = {
  // One schema for all files, otherwise the library creates one for each. It knows no tags, so no
  // file can change it.
  schema: new Schema({ schema: 'core', resolveKnownTags: false }),
  version: '1.2',
  prettyErrors: false,
  logLevel: 'silent',
  // The library's check takes quadratic time, which is minutes for a hostile file; `mapValue` finds
  // repeated keys with a set.
  uniqueKeys: false,
} as const

/**
 * Reads YAML 1.2 (core schema) that is a map of plain JSON-like values: no tags, no aliases, no
 * repeated keys, dates stay text. Throws a `YamlFault` for anything else. The caller limits the
 * size of the text.
 */
export function parseSafeYaml(text: string): SafeYaml {
  const counter = new LineCounter()
  const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line)
  const tokens = [...new Parser(counter.addNewLine).parse(text)]
  const tooDeep = findTooDeep(tokens)
  if (tooDeep) throw new YamlFault(lineAt(tooDeep.offset), 'The YAML is nested too deeply')

  const [document, second] = [...new Composer(options).compose(tokens, true, text.length)]
  const error = document?.errors[0] ?? second?.errors[0]
  if (error) throw new YamlFault(lineAt(error.pos[0]), `Invalid YAML: ${error.message}`)
  const lines = new Map<string, number>()
  const comments = new Map<string, string>()
  const root = document?.contents ?? null
  if (root === null || (isScalar(root) && root.value === null))
    return { data: emptyMap(), lines, comments }
  if (!isMap(root))
    throw new YamlFault(lineAt(startOf(root)), "Only 'key: value' lines can stand here")
  return {
    data: plainValue(root, '', '', { text, lines, comments, lineAt }) as PlainMap,
    lines,
    comments,
  }
}

interface Walk {
  text: string
  comments: Map<string, string>
  lines: Map<string, number>
  lineAt: (offset: number) => number
}

function plainValue(node: Node | null, path: string, key: string, walk: Walk): PlainValue {
  if (node === null) return null
  const line = () => walk.lineAt(startOf(node))
  if (isAlias(node))
    throw new YamlFault(
      line(),
      `YAML aliases (*${node.source}) are not accepted; write the value out`,
    )
  if (node.tag)
    throw new YamlFault(line(), `YAML tags (${node.tag}) are not accepted; only plain values are`)
  if (isScalar(node)) {
    const comment = commentBehind(node, walk.text)
    if (comment !== null) walk.comments.set(path.slice(0, -1), comment)
    return scalarValue(node, key)
  }
  if (isSeq(node))
    return node.items.map((item, index) => {
      const at = `${path}${index}`
      walk.lines.set(at, walk.lineAt(startOf(item as Node | null)))
      return plainValue(item as Node | null, `${at}.`, key, walk)
    })
  if (!isMap(node)) throw new YamlFault(line(), 'This kind of YAML value is not accepted')
  const map = emptyMap()
  for (const pair of node.items) {
    const name = keyText(pair.key as Node | null, walk)
    if (name in map)
      throw new YamlFault(
        walk.lineAt(startOf(pair.key as Node | null)),
        `The key '${name}' stands twice`,
      )
    walk.lines.set(path + name, walk.lineAt(startOf(pair.key as Node | null)))
    map[name] = plainValue(pair.value as Node | null, `${path}${name}.`, name, walk)
  }
  return map
}

/**
 * The comment that follows a value without quotes after one blank; null for none. People who mean a
 * comment leave two (yamllint asks for them).
 */
function commentBehind({ type, comment, range }: Scalar, text: string): string | null {
  if (type !== 'PLAIN' || !comment || !range) return null
  const end = text.indexOf('\n', range[1])
  return /^[ \t]?(#.*)$/.exec(text.slice(range[1], end < 0 ? undefined : end))?.[1]?.trim() ?? null
}

function scalarValue(node: Scalar, key: string): PlainValue {
  if (typeof node.value === 'string' || node.value === null) return node.value
  return typedKeys.has(key) ? (node.value as number | boolean) : (node.source ?? String(node.value))
}

function keyText(node: Node | null, walk: Walk): string {
  const line = walk.lineAt(startOf(node))
  if (!isScalar(node)) throw new YamlFault(line, 'A key must be plain text')
  if (node.tag)
    throw new YamlFault(line, `YAML tags (${node.tag}) are not accepted; only plain values are`)
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value))
}

function startOf(node: Node | null) {
  return node?.range?.[0] ?? 0
}

/**
 * Without a prototype, so that a key named `constructor` or `__proto__` is a key like any other.
 */
function emptyMap(): Record<string, PlainValue> {
  return Object.create(null) as PlainMap
}

/** The first token that is nested too deeply, or null. Works without recursion. */
function findTooDeep(tokens: ReadonlyArray<CST.Token>): CST.Token | null {
  const open: Array<{ token: CST.Token; depth: number }> = tokens.map((token) => ({
    token,
    depth: 0,
  }))
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next
    if (depth > deepest) return token
    if (token.type === 'document' && token.value) open.push({ token: token.value, depth })
    if (!('items' in token)) continue
    for (const item of token.items) {
      if (item.key) open.push({ token: item.key, depth: depth + 1 })
      if (item.value) open.push({ token: item.value, depth: depth + 1 })
    }
  }
  return null
}
