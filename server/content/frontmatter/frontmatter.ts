import { isUtf8 } from 'node:buffer'
import matter from 'gray-matter'
import { asBuffer } from '../../platform/as-buffer.ts'
import { createByteCache } from '../../platform/byte-cache.ts'
import { messageOf } from '../../platform/errors.ts'
import { type Fault, type PlainMap, parseSafeYaml, YamlFault } from './safe-yaml.ts'

/** A content file: its frontmatter and its body. */
export interface Frontmatter {
  kind: 'frontmatter'
  /** Shared with other versions of the file. */
  data: PlainMap
  /** Line in the file of each key, by its path ('tags.1'). */
  lines: ReadonlyMap<string, number>
  /** The comments behind values without quotes, by their paths. */
  comments: ReadonlyMap<string, string>
  body: string
  /** Line in the file on which the body starts. */
  bodyLine: number
}

export interface Unreadable {
  kind: 'unreadable'
  fault: Fault
}

const maxFileBytes = 1024 * 1024
const maxFrontmatterBytes = 32 * 1024
const maxFrontmatterLines = 400

/**
 * Splits a Markdown file into its YAML frontmatter and its body. Never throws: for other bytes it
 * returns the fault and its line in the file. gray-matter splits and parses, with `parseSafeYaml`
 * in place of its engines; its own engine for JavaScript would run code from the text.
 */
export function readFrontmatter(bytes: Uint8Array): Frontmatter | Unreadable {
  const text = readText(bytes)
  if (typeof text !== 'string') return text
  let parsed = nothing
  try {
    const head = splitWith(text, (source) => {
      parsed = parseHead(source)
      return parsed.data
    })
    if (head.kind === 'unreadable') return head
    return {
      kind: 'frontmatter',
      ...parsed,
      body: text.slice(head.body),
      bodyLine: head.bodyLine,
    }
  } catch (error) {
    if (error instanceof YamlFault) return unreadable(error.line, error.message)
    return unreadable(1, `The frontmatter can't be read: ${messageOf(error)}`)
  }
}

/**
 * Reads a file whose frontmatter may be invalid YAML; it has no fields then. Null for bytes that
 * are no text, and where the end of the frontmatter is missing.
 */
export function readBodyDespiteFault(bytes: Uint8Array): Frontmatter | null {
  const file = readFrontmatter(bytes)
  if (file.kind === 'frontmatter') return file
  const text = readText(bytes)
  const head = typeof text === 'string' ? findHead(text) : text
  if (typeof text !== 'string' || head.kind === 'unreadable') return null
  return { kind: 'frontmatter', ...nothing, body: text.slice(head.body), bodyLine: head.bodyLine }
}

type ParsedHead = Pick<Frontmatter, 'data' | 'lines' | 'comments'>

/** Frontmatter without a field, which gray-matter does not give to its engine. */
const nothing: ParsedHead = { data: {}, lines: new Map(), comments: new Map() }

/**
 * A save reads the versions of a file several times, and most saves do not change the frontmatter.
 */
const parsedHeads = createByteCache<string, ParsedHead>(256 * 1024)

/**
 * Parses what stands between the two marks, with what stands behind the opening one, so that line
 * numbers are those of the file.
 */
function parseHead(source: string): ParsedHead {
  const known = parsedHeads.get(source)
  if (known) return known
  const parsed = parseSafeYaml(source.replaceAll('\r\n', '\n').replace(/\r$/, ''))
  parsedHeads.set(source, parsed, 2 * source.length)
  return parsed
}

/** The text of a file, or the fault: too large, binary, not UTF-8. A byte order mark is dropped. */
export function readText(bytes: Uint8Array): string | Unreadable {
  if (bytes.byteLength > maxFileBytes)
    return unreadable(
      1,
      `The file is larger than 1 MB (${(bytes.byteLength / maxFileBytes).toFixed(1)} MB)`,
    )
  if (bytes.includes(0)) return unreadable(1, 'The file is binary, not text')
  if (!isUtf8(bytes)) return unreadable(1, 'The file is not UTF-8 text')
  const text = asBuffer(bytes).toString('utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** The place of the frontmatter in a text, in offsets of the text. */
export interface Head {
  kind: 'head'
  /** Of the first line behind the opening one. */
  start: number
  /** Of the closing line. */
  end: number
  /** Of the first line of the body. */
  body: number
  /** Line in the file on which the body starts. */
  bodyLine: number
}

/** Finds the frontmatter of a text, and does not parse it. */
export function findHead(text: string): Head | Unreadable {
  return splitWith(text, () => ({}))
}

/** Splits a text with gray-matter, whose engine is `parse`. The limits are checked before it. */
function splitWith(text: string, parse: (source: string) => object): Head | Unreadable {
  if (text.trim() === '') return unreadable(1, 'The file is empty')
  if (!matter.test(text) || text[mark.length] === '-') return unreadable(1, missingMark(text))
  const { raw, name } = matter.language(text)
  if (!['', 'yaml'].includes(name.toLowerCase()))
    return unreadable(
      1,
      `Frontmatter in '${name.slice(0, 40).toLowerCase()}' is not read; only YAML between '---' lines is`,
    )
  // Without the body: gray-matter looks each text up in a cache, and one of its regular expressions
  // takes quadratic time in the number of line ends.
  const beginning = beginningOf(text)
  const start = mark.length + (name === '' ? 0 : raw.length)
  const headOf = (source: string) => headAt(text, beginning, start + source.length)
  const { matter: source } = matter(beginning, {
    language: 'yaml',
    engines: {
      ...refusingEngines,
      yaml: { parse: (found) => (headOf(found).kind === 'head' ? parse(found) : {}) },
    },
  })
  return headOf(source)
}

const mark = '---'

function missingMark(text: string): string {
  return /^\+\+\+[ \t]*\r?$/m.exec(text)?.index === 0
    ? "Frontmatter between '+++' lines (TOML) is not read; write it as YAML between '---' lines"
    : "The file must start with a line '---', the start of its frontmatter"
}

/** The part of a text in which its frontmatter ends, unless it is too long. */
function beginningOf(text: string): string {
  const most = text.slice(0, maxFrontmatterBytes + maxFrontmatterLines)
  let lines = 0
  for (const { index } of most.matchAll(/\r\n|[\n\r\u2028\u2029]/g))
    if (++lines > maxFrontmatterLines + 1) return most.slice(0, index + mark.length + 1)
  return most
}

/** Checks what gray-matter took for the frontmatter, which ends before the line end at `end`. */
function headAt(text: string, beginning: string, end: number): Head | Unreadable {
  if (!text.startsWith(`\n${mark}`, end)) {
    if (beginning.length === text.length)
      return unreadable(1, "The frontmatter is not closed: a second line '---' is missing")
    return unreadable(
      1,
      beginning.length < maxFrontmatterBytes
        ? `The frontmatter is not closed by a line '---' within ${maxFrontmatterLines} lines`
        : 'The frontmatter is larger than 32 KB',
    )
  }
  const start = lineAt(text, 0).next
  const closing = lineAt(text, end + 1)
  const line = text.slice(0, end + 1).split('\n').length
  if (!/^---[ \t]*$/.test(closing.text))
    return unreadable(
      line,
      "A line of the frontmatter starts with '---'; only '---' alone ends the frontmatter",
    )
  if (Buffer.byteLength(text.slice(start, end + 1)) > maxFrontmatterBytes)
    return unreadable(1, 'The frontmatter is larger than 32 KB')
  return { kind: 'head', start, end: end + 1, body: closing.next, bodyLine: line + 1 }
}

/** The line at an offset without its end (LF or CRLF), and where the next one starts. */
function lineAt(text: string, offset: number): { text: string; next: number } {
  const feed = text.indexOf('\n', offset)
  const end = feed === -1 ? text.length : feed
  const stop = end > offset && text[end - 1] === '\r' ? end - 1 : end
  return { text: text.slice(offset, stop), next: feed === -1 ? text.length : feed + 1 }
}

function unreadable(line: number, message: string): Unreadable {
  return { kind: 'unreadable', fault: { line, message } }
}

function refuse(): never {
  throw new Error('only YAML frontmatter is accepted')
}

/** gray-matter adds its own engines to the ones given, so each of them is replaced by name. */
const refusingEngines = Object.fromEntries(
  ['javascript', 'js', 'json', 'coffee', 'coffeescript', 'cson', 'toml'].map((name) => [
    name,
    { parse: refuse, stringify: refuse },
  ]),
)
