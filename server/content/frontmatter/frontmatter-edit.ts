import { isDeepStrictEqual } from 'node:util'
import { fieldAliases } from '#domain/item/field-aliases.ts'
import { keyOrder } from '#domain/item/item-fields.ts'
import { findHunks } from '#domain/markdown/align.ts'
import { findHead } from './frontmatter.ts'
import { type PlainMap, type PlainValue, parseSafeYaml, YamlFault } from './safe-yaml.ts'
import { editYaml, type KeyOrder, type YamlChanges } from './yaml-edit.ts'
import { plain } from './yaml-source.ts'

/** The place of a new key: after the last key of the file that precedes it in this order. */
const order = keyOrder()

/** A field is placed beside its aliases: `publishedAt` below `date`. */
const neighbors: Record<string, Array<string>> = {}
for (const [alias, field] of Object.values(fieldAliases).flat())
  neighbors[field] = [...(neighbors[field] ?? []), alias]

const keys: KeyOrder = { order, neighbors }

/**
 * Changes keys in the frontmatter of a file and nothing else (rulings, section 2): comments, order,
 * quoting, line ends and the body stay byte for byte. `undefined` removes a key with its own
 * comment; a `Date` is written as an ISO instant. Works on the keys of the file: a field that was
 * read from an alias is written under its own name, which wins when the file is read. Throws a
 * YamlFault when the frontmatter can't be read, or frontmatter cannot contain the value.
 */
export function editFrontmatter(
  source: string,
  changes: Readonly<Record<string, unknown>>,
): string {
  const mark = source.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = source.slice(mark.length)
  const wanted = Object.fromEntries(
    Object.entries(changes).map(([key, value]) => [key, asPlain(key, value)]),
  )
  const head = findHead(text)
  if (head.kind === 'unreadable') {
    if (/^---/.test(text)) throw new YamlFault(head.fault.line, head.fault.message)
    return mark + withNewHead(text, wanted)
  }
  const edited = editHead(text.slice(head.start, head.end), wanted, lineEndOf(text))
  return edited === null ? source : mark + text.slice(0, head.start) + edited + text.slice(head.end)
}

/** The head with the changes, or null when they change nothing. */
function editHead(head: string, changes: YamlChanges, eol: string): string | null {
  const lines = withLineFeeds(head)
  const { data } = parseSafeYaml(lines)
  const entries = Object.entries(changes).filter(([key, value]) =>
    value === undefined
      ? key in data
      : !(key in data) || !isDeepStrictEqual(plain(data[key]), plain(value)),
  )
  if (entries.length === 0) return null
  const real = Object.fromEntries(entries)
  const expected = plain({ ...data, ...real } as PlainMap) as Record<string, unknown>
  for (const [key, value] of entries) if (value === undefined) delete expected[key]
  for (const manner of ['finely', 'whole', 'quoted'] as const) {
    const edited = withLineEnds(editYaml(lines, data, real, keys, manner), head, eol)
    if (hasValues(edited, expected)) return edited
  }
  throw new YamlFault(1, 'These values can’t be written into this frontmatter')
}

function hasValues(head: string, expected: Record<string, unknown>): boolean {
  try {
    return isDeepStrictEqual(
      asTexts(plain(parseSafeYaml(withLineFeeds(head)).data)),
      asTexts(expected),
    )
  } catch (error) {
    if (error instanceof YamlFault) return false
    throw error
  }
}

/** The value with numbers and booleans as text, as `parseSafeYaml` reads them for most keys. */
function asTexts(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(asTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asTexts(inner)]))
}

function withNewHead(body: string, changes: YamlChanges): string {
  const eol = lineEndOf(body)
  const head = withLineEnds(editYaml('', {}, changes, keys), '', eol)
  const gap = body === '' || /^\s*\n/.test(body) ? '' : eol
  return `---${eol}${head}---${eol}${gap}${body}`
}

function withLineFeeds(text: string) {
  return text.replaceAll('\r\n', '\n')
}

function lineEndOf(text: string) {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
}

/**
 * An edited text, which has LF line ends, with those of `head`: a line that is unchanged or changed
 * keeps its line end, a new one has that of its neighbor. `eol` is used when `head` is empty.
 */
function withLineEnds(edited: string, head: string, eol: string): string {
  const linesOf = (text: string) =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .slice(text === '' ? 1 : 0)
  const before = linesOf(head)
  const ends = before.map((line) => (line.endsWith('\r') ? '\r\n' : '\n'))
  const texts = before.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const after = linesOf(edited)
  const last = { start: texts.length, end: texts.length, otherEnd: after.length }
  const result: Array<string> = []
  let done = 0
  for (const { start, end, otherEnd } of [...findHunks(texts, after), last]) {
    result.push(...ends.slice(done, start))
    result.push(...ends.slice(start, end).slice(0, otherEnd - result.length))
    while (result.length < otherEnd) result.push(result.at(-1) ?? ends[0] ?? eol)
    done = end
  }
  return after.map((line, index) => line + result[index]).join('')
}

/** The value as frontmatter can contain it. */
function asPlain(key: string, value: unknown): PlainValue | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n')
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  if (Array.isArray(value)) return value.map((item) => asPlain(key, item) ?? null)
  if (typeof value === 'object' && !(value instanceof Date)) {
    const map: Record<string, PlainValue> = Object.create(null)
    for (const [name, inner] of Object.entries(value)) {
      const known = asPlain(`${key}.${name}`, inner)
      if (known !== undefined) map[name] = known
    }
    return map
  }
  throw new YamlFault(1, `'${key}' holds a value that frontmatter can’t hold`)
}
