import { isUtf8 } from 'node:buffer'
import matter from 'gray-matter'
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
 * returns the fault and its line in the file. gray-matter splits the heads of texts that passed the
 * checks here. `parseSafeYaml` replaces its engines; its own engine for JavaScript would run code
 * from the text.
 */
export function readFrontmatter(bytes: Uint8Array): Frontmatter | Unreadable {
  const text = readText(bytes)
  if (typeof text !== 'string') return text
  const head = findHead(text)
  if (head.kind === 'unreadable') return head
  const { body, bodyLine } = head
  try {
    return {
      kind: 'frontmatter',
      ...parseHead(text.slice(0, body), head.closing),
      body: text.slice(body),
      bodyLine,
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
  const nothing = { data: {}, lines: new Map(), comments: new Map() }
  return { kind: 'frontmatter', ...nothing, body: text.slice(head.body), bodyLine: head.bodyLine }
}

type ParsedHead = Pick<Frontmatter, 'data' | 'lines' | 'comments'>

/**
 * A save reads the versions of a file several times, and most saves do not change the frontmatter.
 */
const parsedHeads = createByteCache<string, ParsedHead>(256 * 1024)

/** Parses the beginning of a text up to its body. `closing` is the closing line. */
function parseHead(head: string, closing: string): ParsedHead {
  const known = parsedHeads.get(head)
  if (known) return known
  let lines: Frontmatter['lines'] = new Map()
  let comments: Frontmatter['comments'] = new Map()
  const parse = (source: string) => {
    // The engine gets the text after the opening '---', so that line numbers are those of the file.
    const yaml = parseSafeYaml(source.replaceAll('\r\n', '\n').replace(/\r$/, ''))
    lines = yaml.lines
    comments = yaml.comments
    return yaml.data
  }
  // Without the body: gray-matter looks each text up in a cache, which takes longer than to parse
  // the frontmatter.
  const { data } = matter(head, {
    language: 'yaml',
    // The closing line with its trailing spaces, which gray-matter would otherwise leave in the
    // body.
    delimiters: ['---', closing],
    engines: { ...refusingEngines, yaml: { parse } },
  })
  const parsed = { data: data as PlainMap, lines, comments }
  parsedHeads.set(head, parsed, 2 * head.length)
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
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** The place of the frontmatter in a text, in offsets of the text. */
export interface Head {
  kind: 'head'
  /** Of the first line behind the opening one. */
  start: number
  /** Of the closing line. */
  end: number
  /** The closing line as it is written, without its end. */
  closing: string
  /** Of the first line of the body. */
  body: number
  /** Line in the file on which the body starts. */
  bodyLine: number
}

/** Finds the frontmatter of a text, and checks its limits before anything parses it. */
export function findHead(text: string): Head | Unreadable {
  if (text.trim() === '') return unreadable(1, 'The file is empty')
  const first = lineAt(text, 0)
  const fence = /^---[ \t]*([^\s-].*)?$/.exec(first.text)
  if (!fence && /^\+\+\+[ \t]*$/.test(first.text))
    return unreadable(
      1,
      "Frontmatter between '+++' lines (TOML) is not read; write it as YAML between '---' lines",
    )
  if (!fence)
    return unreadable(1, "The file must start with a line '---', the start of its frontmatter")
  const language = fence[1]?.trim().toLowerCase()
  if (language && language !== 'yaml')
    return unreadable(
      1,
      `Frontmatter in '${language.slice(0, 40)}' is not read; only YAML between '---' lines is`,
    )
  let offset = first.next
  for (let line = 2; offset < text.length; line += 1) {
    const { text: content, next } = lineAt(text, offset)
    if (/^---[ \t]*$/.test(content)) {
      const inner = text.slice(first.next, offset)
      if (Buffer.byteLength(inner) > maxFrontmatterBytes)
        return unreadable(1, 'The frontmatter is larger than 32 KB')
      // A regular expression of gray-matter takes quadratic time in the number of line ends,
      // including U+2028 and U+2029.
      if ((inner.match(/\r\n|[\n\r\u2028\u2029]/g)?.length ?? 0) > maxFrontmatterLines)
        return unreadable(1, `The frontmatter has more than ${maxFrontmatterLines} lines`)
      return {
        kind: 'head',
        start: first.next,
        end: offset,
        closing: content,
        body: next,
        bodyLine: line + 1,
      }
    }
    if (content.startsWith('---'))
      return unreadable(
        line,
        "A line of the frontmatter starts with '---'; only '---' alone ends the frontmatter",
      )
    if (line > maxFrontmatterLines + 1)
      return unreadable(
        1,
        `The frontmatter is not closed by a line '---' within ${maxFrontmatterLines} lines`,
      )
    offset = next
  }
  return unreadable(1, "The frontmatter is not closed: a second line '---' is missing")
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
