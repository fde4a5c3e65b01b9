import { wikiAlt, wikiPicture } from '#domain/beside.ts'
import { headingSlug } from '../markdown/headings.ts'
import { tagsIn } from '../markdown/html-tags.ts'
import { referenceIn } from '../markdown/references.ts'

/**
 * An address that a text may lead to or show, or something that only the parser understands; `at`
 * is its offset in the text.
 */
export type QuickReference = { at: number } & (
  | { kind: 'link'; url: string }
  | { kind: 'picture'; url: string; alt: string }
  | { kind: 'unclear' }
)

const longestAddress = 2_000
const plainAddress = /^[^\s()[\]<>\\&]+$/
const elsewhere = /^[a-z][a-z0-9+.-]*:/i
const picture = /!\[([^[\]\\`<&!*_~]*)\]\(([^\s()<>\\&]+)(?: "[^"\n]*")?\)/y
const wiki = new RegExp(wikiPicture.source, 'y')
const opening = /<(?:a|img)\b/gi
const plainTag = /<(?:a|img)((?:[ \t]+[a-z-]+(?:="[^"<>\n]*"|='[^'<>\n]*')?)*)[ \t]*\/?>/iy

/**
 * Finds possible links and pictures of a Markdown text without parsing it, in a fiftieth of the
 * time. The result contains all of them, and may contain others (from code, for instance).
 */
export function quickReferences(markdown: string): Array<QuickReference> {
  return [...quickPictures(markdown), ...quickLinks(markdown), ...quickHtml(markdown)]
}

function quickPictures(markdown: string): Array<QuickReference> {
  const found: Array<QuickReference> = []
  for (let at = markdown.indexOf('!['); at >= 0; at = markdown.indexOf('![', at + 2)) {
    if (markdown[at + 2] === '[') {
      wiki.lastIndex = at
      const [, url = '', words] = wiki.exec(markdown) ?? []
      found.push(
        url === ''
          ? { kind: 'unclear', at }
          : { kind: 'picture', at, url: url.trim(), alt: wikiAlt(words) },
      )
      continue
    }
    picture.lastIndex = at
    const [, alt = '', url = ''] = picture.exec(markdown) ?? []
    found.push(alt.trim() === '' ? { kind: 'unclear', at } : { kind: 'picture', at, url, alt })
  }
  return found
}

/**
 * Addresses after `](` and `]:`. All other addresses are in HTML, or have a scheme and lead to
 * other sites.
 */
function quickLinks(markdown: string): Array<QuickReference> {
  const found: Array<QuickReference> = []
  for (let at = markdown.indexOf(']'); at >= 0; at = markdown.indexOf(']', at + 1)) {
    const sign = markdown[at + 1]
    if (sign !== '(' && sign !== ':') continue
    if (sign === ':' && isFootnote(markdown, at)) continue
    const { url, end } = addressAt(markdown, at + 2, sign === '(')
    if (elsewhere.test(url)) continue
    if (plainAddress.test(url)) {
      found.push({ kind: 'link', at, url })
      continue
    }
    found.push({ kind: 'unclear', at })
    // The parser reads this line, with all that follows without a space.
    at = Math.max(at, end - 1)
  }
  return found
}

/** Whether the bracket that closes here belongs to `[^name]`. */
function isFootnote(markdown: string, at: number) {
  return /\[\^[^\s[\]\\]+$/.test(markdown.slice(Math.max(0, at - 200), at))
}

function addressAt(
  markdown: string,
  from: number,
  isInParens: boolean,
): { url: string; end: number } {
  let start = from
  let lineEnds = 0
  for (; isSpace(markdown[start]); start += 1) if (markdown[start] === '\n') lineEnds += 1
  // An address does not follow behind an empty line, where another part of the text begins.
  if (lineEnds > 1) return { url: '', end: from }
  let end = start
  // A longer address gets a backslash at its end, so that it is no plain address and the text is
  // parsed.
  while (end < markdown.length && end - start < longestAddress && !isSpace(markdown[end])) {
    if (isInParens && markdown[end] === ')') break
    end += 1
  }
  return { url: markdown.slice(start, end) + (end - start < longestAddress ? '' : '\\'), end }
}

/** White space as Markdown has it. */
function isSpace(sign: string | undefined) {
  return sign === ' ' || sign === '\n' || sign === '\t' || sign === '\r'
}

function quickHtml(markdown: string): Array<QuickReference> {
  const found: Array<QuickReference> = []
  for (const { index: at } of markdown.matchAll(opening)) {
    plainTag.lastIndex = at
    const [whole] = plainTag.exec(markdown) ?? []
    if (whole === undefined) found.push({ kind: 'unclear', at })
    else
      for (const { kind, url, alt } of tagsIn(whole).flatMap(referenceIn))
        found.push(kind === 'link' ? { kind, at, url } : { kind, at, url, alt: alt ?? '' })
  }
  return found
}

/**
 * The text with empty lines instead of the parts that have none of the offsets `at`. A part begins
 * with a line at the margin behind an empty line, so no other part changes what the parser finds in
 * it, or on which line. Parts with definitions stay, because others refer to them.
 */
export function onlyParts(markdown: string, at: ReadonlyArray<number>): string {
  if (hides(markdown) || /\r(?!\n)/.test(markdown)) return markdown
  const starts = [0, ...partsOf(markdown).map(({ at }) => at)]
  return starts
    .map((start, index) => {
      const end = starts[index + 1] ?? markdown.length
      const part = markdown.slice(start, end)
      const isNeeded = part.includes(']:') || at.some((offset) => offset >= start && offset < end)
      return isNeeded ? part : part.replace(/[^\n]+/g, '')
    })
    .join('')
}

/** HTML that continues after an empty line. */
const opensHtml = /<(?:!|\?|pre\b|script\b|style\b|textarea\b)/i
/** A code fence inside a list or a quote. */
const innerFence = /^(?:[ \t]+|[ \t]*[>*+-].*|[ \t]*\d{1,9}[.)].*)(?:```|~~~)/m

/**
 * Whether a line alone does not show what it is, because HTML or a code fence around it is not
 * seen.
 */
function hides(markdown: string): boolean {
  if (markdown.includes('<') && opensHtml.test(markdown)) return true
  return (markdown.includes('```') || markdown.includes('~~~')) && innerFence.test(markdown)
}

/**
 * A line at the margin, outside of code, behind an empty line: everything above it is closed,
 * except for lists that continue.
 */
interface FirstLine {
  /** Offsets of the line in the text. */
  at: number
  end: number
}

/**
 * The first lines of the parts of a text in which nothing `hides` them. None where a code fence may
 * be a line of HTML, which ends at an empty line.
 */
function partsOf(markdown: string): Array<FirstLine> {
  const found: Array<FirstLine> = []
  let fence = ''
  let isAfterBlank = true
  let isInHtml = false
  for (let at = 0; at < markdown.length; ) {
    const feed = markdown.indexOf('\n', at)
    const end = feed < 0 ? markdown.length : feed
    const sign = markdown[at]
    if (isAfterBlank && fence === '' && !isSpace(sign)) found.push({ at, end })
    if (fence !== '' || sign === '`' || sign === '~') {
      const line = markdown.slice(at, end).trimEnd()
      const mark = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0]
      if (fence === '' && mark && isInHtml) return []
      if (fence === '') fence = mark ?? ''
      else if (mark?.startsWith(fence) && mark === line) fence = ''
    }
    isAfterBlank = isBlank(markdown, at, end)
    isInHtml = !isAfterBlank && (isInHtml || /^ {0,3}</.test(markdown.slice(at, at + 4)))
    at = end + 1
  }
  return found
}

/** Whether a part of a text is white space as Markdown has it. */
function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!isSpace(text[at])) return false
  return true
}

const plainHeading = /^#{1,6} ([\p{L}\d][\p{L}\d ',/:?!().-]*)$/u

/**
 * The anchors of headings that can be found without parsing (`plainHeadings`). A page may have
 * more.
 */
export function plainAnchors(markdown: string): Array<string> {
  return plainHeadings(markdown).map(headingSlug)
}

/** Headings of plain words at the top level of a text, found without parsing it. */
export function plainHeadings(markdown: string): Array<string> {
  if (hides(markdown)) return []
  return partsOf(markdown).flatMap(({ at, end }) =>
    markdown[at] === '#'
      ? (plainHeading.exec(markdown.slice(at, end).trimEnd())?.[1]?.trim() ?? [])
      : [],
  )
}
