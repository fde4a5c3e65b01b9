/**
 * Whether a body without a stated format is HTML (rulings, section 3): it consists of closed HTML
 * elements with only white space and comments between them, and CommonMark finds no Markdown in it.
 * In doubt it is Markdown. Linear in the length of the text.
 */
export function isHtmlBody(text: string): boolean {
  const open: Array<string> = []
  let elements = 0
  let onlyBlocks = true
  let holdsMarks = false
  let afterEmptyLine = false
  let inVerbatim = 0
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('<', at)
    const words = text.slice(at, start < 0 ? text.length : start)
    const written = words.trimEnd()
    if (open.length === 0 && written !== '') return false
    if (inVerbatim === 0) {
      // An empty line ends an HTML block in CommonMark; text after it is Markdown.
      if (/\n[ \t\r]*\n/.test(written)) return false
      holdsMarks ||= /[*_`[\]#~|\\]/.test(written)
      afterEmptyLine =
        (written === '' && afterEmptyLine) || /\n[ \t\r]*\n/.test(words.slice(written.length))
    }
    const tag = start < 0 ? null : readTag(text, start, open.at(-1) ?? '')
    if (start < 0) break
    if (!tag) return false
    at = tag.end
    if (tag.kind === 'nothing') continue
    if (afterEmptyLine && open.length > 0 && !blockElements.has(tag.name)) return false
    afterEmptyLine = false
    if (tag.kind === 'end') {
      if (open.pop() !== tag.name) return false
      if (verbatim.has(tag.name)) inVerbatim -= 1
      continue
    }
    elements += 1
    if (open.length === 0 && !blockElements.has(tag.name)) onlyBlocks = false
    if (tag.kind === 'void') continue
    open.push(tag.name)
    if (verbatim.has(tag.name)) inVerbatim += 1
  }
  return elements > 0 && open.length === 0 && (onlyBlocks || !holdsMarks)
}

const names = (list: string) => new Set(list.split(' '))

/** Block-level elements, including those of tables, forms and the document itself. */
export const blockElements = names(
  'address article aside blockquote body center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 head header hr html li main menu nav ' +
    'ol p pre section style script summary table caption colgroup col tbody td tfoot th thead title tr ul link meta base iframe form fieldset legend',
)
const inlines = names(
  'a abbr audio b bdi bdo big br button cite code data del dfn em font i img input ins kbd label mark object param picture q rb rp rt ruby s samp ' +
    'select option small source span strike strong sub sup template textarea time track tt u var video wbr embed area map',
)
export const voidElements = names(
  'area base br col embed hr img input link meta param source track wbr',
)
/** Elements whose content may contain empty lines. */
const verbatim = names('pre script style textarea')
/** Elements whose content is text, not tags. */
const raw = names('script style textarea title')

type Tag =
  | { kind: 'start' | 'void' | 'end'; name: string; end: number }
  | { kind: 'nothing'; end: number }

/**
 * Reads the tag or comment at an offset; null when it is none that HTML knows: a component, an
 * unclosed tag, a lone `<`.
 */
function readTag(text: string, at: number, inside: string): Tag | null {
  if (raw.has(inside) && text.slice(at, at + 2) !== '</') return { kind: 'nothing', end: at + 1 }
  if (text.startsWith('<!--', at)) return ended('nothing', text.indexOf('-->', at + 4), 3)
  if (/^<!doctype/i.test(text.slice(at, at + 9))) return ended('nothing', text.indexOf('>', at), 1)
  const [, slash, written = ''] =
    /^<(\/?)([a-z][a-z0-9]{0,11})(?=[\s/>])/i.exec(text.slice(at, at + 16)) ?? []
  const name = written.toLowerCase()
  // `<Details>` is a component.
  if (
    (written !== name && written !== written.toUpperCase()) ||
    (!blockElements.has(name) && !inlines.has(name))
  )
    return null
  const close = endOfTag(text, at)
  if (close < 0) return null
  if (slash) return voidElements.has(name) ? null : { kind: 'end', name, end: close + 1 }
  if (voidElements.has(name)) return { kind: 'void', name, end: close + 1 }
  return text[close - 1] === '/' ? null : { kind: 'start', name, end: close + 1 }
}

function ended(kind: 'nothing', at: number, length: number): Tag | null {
  return at < 0 ? null : { kind, end: at + length }
}

/** The offset of the `>` that closes a tag, or -1; a `>` within quotes is part of a value. */
export function endOfTag(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '>') return at
    if (sign === '<') return -1
    if (sign !== '"' && sign !== "'") continue
    at = text.indexOf(sign, at + 1)
    if (at < 0) return -1
  }
  return -1
}
