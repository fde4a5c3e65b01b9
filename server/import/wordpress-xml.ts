import { StringDecoder } from 'node:string_decoder'
import sax from 'sax'
import { messageOf } from '../platform/errors.ts'
import type { ComplainAt } from './reader.ts'
import type { SourceFolder } from './source-folder.ts'

/** An `<item>` of a WXR file: the texts of its elements by name, and its lists. */
export interface WxrItem {
  line: number
  values: Record<string, string>
  /** The line on which the text of the body starts. */
  bodyLine: number
  terms: Array<{ domain: string; name: string; nicename: string }>
  meta: Array<{ key: string; value: string }>
  /** The comments of readers: the texts of their elements by name. */
  comments: Array<Record<string, string>>
}

/** What the file says outside of items. */
export interface WxrHead {
  site: string
  /** The version of the format, as it is written; empty without one. */
  version: string
  /** Names of authors by their login. */
  authors: Map<string, string>
}

/** The longest text of one element, in characters. */
const longestText = 8_000_000
const mostMeta = 500

/** The start of an item, at which reading begins anew after broken XML. */
const start = '<item>'
const mostFaults = 50

/**
 * Reads a WXR file piece by piece: never more than one item is in memory. Behind broken XML the
 * reading goes on with the next item; each fault is reported with its line. Document types are not
 * read, so no entity can grow.
 */
export async function* readWxr(
  folder: SourceFolder,
  file: string,
  head: WxrHead,
  complain: ComplainAt,
): AsyncGenerator<WxrItem> {
  const ready: Array<WxrItem> = []
  let faults = 0
  const fault = (line: number, message: string) => {
    faults += 1
    if (faults <= mostFaults) complain(`${file}:${line}`, message)
  }
  let part = wxrParser(1, head, ready, fault)
  const feed = (text: string) => {
    let from = 0
    for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, from + start.length)) {
      part.write(text.slice(from, at))
      from = at
      const broken = part.brokenItem()
      if (broken === null) continue
      fault(
        broken,
        `The item that starts here is broken before line ${part.line()}; it is left out`,
      )
      part = wxrParser(part.line(), head, ready, fault)
      part.write('<rss><channel>')
    }
    part.write(text.slice(from))
  }
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for await (const chunk of folder.stream(file)) {
      const text = rest + decoder.write(chunk as Buffer)
      // The start of an item may be cut in two.
      const keep = Math.max(0, text.length - start.length + 1)
      rest = text.slice(keep)
      feed(text.slice(0, keep))
      while (ready.length > 0) yield ready.shift() as WxrItem
    }
    feed(rest)
    while (ready.length > 0) yield ready.shift() as WxrItem
  } catch (error) {
    fault(part.line(), `The file can't be read further: ${messageOf(error)}`)
  }
  const say = (message: string) => complain(`${file}:${part.line()}`, message)
  const open = part.openItem()
  if (open !== null)
    say(`The file ends within the item that starts on line ${open}; it is left out`)
  else if (part.isOpen()) say('The file is cut off: its end is missing')
  if (faults > mostFaults) say(`${faults - mostFaults} further faults of the XML are not listed`)
}

/** Whether a parser is outside of a tag. Its states are public, but not part of its types. */
function isBetweenTags(parser: sax.SAXParser): boolean {
  const states = Reflect.get(sax, 'STATE') as Readonly<Record<string, number>>
  return [states.BEGIN, states.BEGIN_WHITESPACE, states.TEXT].includes(
    Reflect.get(parser, 'state') as number,
  )
}

/** A parser that begins at a line of the file; whole items go into `ready`. */
function wxrParser(
  firstLine: number,
  head: WxrHead,
  ready: Array<WxrItem>,
  fault: (line: number, message: string) => void,
) {
  const parser = sax.parser(true, { position: true })
  const line = () => firstLine + parser.line
  const path: Array<string> = []
  let item: WxrItem | null = null
  let text = ''
  let isCut = false
  let author: Record<string, string> = {}
  let meta = { key: '', value: '' }
  let comment: Record<string, string> = {}
  let term = { domain: '', nicename: '' }

  parser.onopentag = ({ name, attributes }) => {
    path.push(name)
    text = ''
    isCut = false
    if (name === 'item')
      item = { line: line(), values: {}, bodyLine: line(), terms: [], meta: [], comments: [] }
    else if (name === 'content:encoded' && item) item.bodyLine = line()
    else if (name === 'wp:author') author = {}
    else if (name === 'wp:comment') comment = {}
    else if (name === 'wp:postmeta') meta = { key: '', value: '' }
    else if (name === 'category')
      term = {
        domain: String(attributes.domain ?? ''),
        nicename: String(attributes.nicename ?? ''),
      }
  }
  const add = (more: string) => {
    if (isCut) return
    text += more
    if (text.length <= longestText) return
    isCut = true
    fault(
      line(),
      `The text of <${path.at(-1)}> is longer than ${longestText} characters; what follows is left out`,
    )
  }
  let isText = false
  parser.onopencdata = () => {
    isText = true
  }
  parser.onclosecdata = () => {
    isText = false
  }
  parser.ontext = add
  parser.oncdata = add
  parser.onclosetag = (name) => {
    path.pop()
    const parent = path.at(-1)
    if (name === 'item' && item) {
      ready.push(item)
      item = null
    } else if (item && parent === 'item') {
      if (name === 'category') item.terms.push({ ...term, name: text.trim() || term.nicename })
      else if (name === 'wp:comment') item.comments.push(comment)
      else if (name !== 'wp:postmeta') item.values[name] ??= text
      else if (item.meta.length < mostMeta) item.meta.push(meta)
    } else if (parent === 'wp:postmeta') {
      if (name === 'wp:meta_key') meta.key = text
      if (name === 'wp:meta_value') meta.value = text
    } else if (parent === 'wp:comment') comment[name] = text
    else if (parent === 'wp:author') author[name] = text
    else if (name === 'wp:author')
      head.authors.set(
        author['wp:author_login'] ?? '',
        author['wp:author_display_name'] || author['wp:author_login'] || '',
      )
    else if (name === 'wp:wxr_version') head.version = text.trim()
    else if (parent === 'channel' && (name === 'wp:base_blog_url' || name === 'link'))
      head.site ||= text.trim()
    text = ''
  }
  parser.onerror = (error) => {
    fault(line(), `Broken XML: ${error.message.split('\n')[0]}`)
    // Without this, the parser would refuse everything that follows.
    parser.error = null as never
    parser.resume()
  }
  return {
    line,
    write: (piece: string) => void parser.write(piece),
    /**
     * The line of an item that was not closed where another one begins; null for none, and within a
     * text that only shows such a tag.
     */
    brokenItem(): number | null {
      const isPlace = item === null && (path.at(-1) === 'channel' || path.length === 0)
      return isText || (isPlace && isBetweenTags(parser)) ? null : (item?.line ?? line())
    },
    openItem: () => item?.line ?? null,
    isOpen: () => path.includes('channel') || path.length > 0,
  }
}
