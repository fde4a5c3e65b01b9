import { headingSlug } from '../markdown/headings.ts'
import { attribute } from '../markdown/references.ts'

/** An address that a text may lead to or show. */
export type QuickReference = { kind: 'link'; url: string } | { kind: 'picture'; url: string; alt: string }

const longestAddress = 2_000
const plainAddress = /^[^\s()<>\\&]+$/
const elsewhere = /^[a-z][a-z0-9+.-]*:/i
const picture = /!\[([^[\]\\`<&!*_~]*)\]\(([^\s()<>\\&]+)(?: "[^"\n]*")?\)/y
const opening = /<(a|img)\b/gi
const tag = /<(?:a|img)((?:[ \t]+[a-z-]+(?:="[^"<>\n]*"|='[^'<>\n]*')?)*)[ \t]*\/?>/iy

/**
 * Finds possible links and pictures of a Markdown text without parsing it, in a fiftieth of the time. The result contains all of them, and may contain
 * others (from code, for instance). Null when only the parser can find them.
 */
export function quickReferences(markdown: string): Array<QuickReference> | null {
  const pictures = quickPictures(markdown)
  const links = pictures && quickLinks(markdown)
  const html = links && quickHtml(markdown)
  return pictures && links && html && [...pictures, ...links, ...html]
}

function quickPictures(markdown: string): Array<QuickReference> | null {
  const found: Array<QuickReference> = []
  for (let at = markdown.indexOf('!['); at >= 0; at = markdown.indexOf('![', at + 2)) {
    picture.lastIndex = at
    const [, alt = '', url = ''] = picture.exec(markdown) ?? []
    if (alt.trim() === '') return null
    found.push({ kind: 'picture', url, alt })
  }
  return found
}

/** Addresses after `](` and `]:`. All other addresses are in HTML, or have a scheme and lead to other sites. */
function quickLinks(markdown: string): Array<QuickReference> | null {
  const found: Array<QuickReference> = []
  for (let at = markdown.indexOf(']'); at >= 0; at = markdown.indexOf(']', at + 1)) {
    const sign = markdown[at + 1]
    if (sign !== '(' && sign !== ':') continue
    if (sign === ':' && isFootnote(markdown, at)) continue
    const url = addressAt(markdown, at + 2, sign === '(')
    if (elsewhere.test(url)) continue
    if (!plainAddress.test(url)) return null
    found.push({ kind: 'link', url })
  }
  return found
}

/** Whether the bracket that closes here belongs to `[^name]`. */
function isFootnote(markdown: string, at: number): boolean {
  return /\[\^[^\s[\]\\]+$/.test(markdown.slice(Math.max(0, at - 200), at))
}

function addressAt(markdown: string, from: number, isInParens: boolean): string {
  let start = from
  while (isSpace(markdown[start])) start += 1
  let end = start
  // A longer address gets a backslash at its end, so that it is no plain address and the text is parsed.
  while (end < markdown.length && end - start < longestAddress && !isSpace(markdown[end])) {
    if (isInParens && markdown[end] === ')') break
    end += 1
  }
  return markdown.slice(start, end) + (end - start < longestAddress ? '' : '\\')
}

/** White space as Markdown has it. */
function isSpace(sign: string | undefined): boolean {
  return sign === ' ' || sign === '\n' || sign === '\t' || sign === '\r'
}

function quickHtml(markdown: string): Array<QuickReference> | null {
  const found: Array<QuickReference> = []
  for (const { index, 1: name = '' } of markdown.matchAll(opening)) {
    tag.lastIndex = index
    const [whole, attributes = ''] = tag.exec(markdown) ?? []
    if (whole === undefined) return null
    const isPicture = name.toLowerCase() === 'img'
    const url = attribute(attributes, isPicture ? 'src' : 'href')
    if (url === null) continue
    const alt = isPicture ? (attribute(attributes, 'alt') ?? '') : ''
    found.push(isPicture ? { kind: 'picture', url, alt } : { kind: 'link', url })
  }
  return found
}

/** HTML that continues after an empty line, and code fences inside lists or quotes: in such texts a line alone does not show what it is. */
const hides = /<(?:!|\?|pre\b|script\b|style\b|textarea\b)|^(?:[ \t]+|[ \t]*[>*+-].*|[ \t]*\d{1,9}[.)].*)(?:```|~~~)/im
const plainHeading = /^#{1,6} ([a-z0-9][a-z0-9 ',-]*)$/i

/** The anchors of headings that can be found without parsing: headings of plain words at the top level of the text. A page may have more. */
export function plainAnchors(markdown: string): Array<string> {
  if (hides.test(markdown)) return []
  const anchors: Array<string> = []
  let fence = ''
  let before = ''
  for (const raw of markdown.split('\n')) {
    const line = raw.trimEnd()
    const mark = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0]
    if (fence !== '') {
      if (mark?.startsWith(fence) && mark === line) fence = ''
    } else if (mark) fence = mark
    else if (before === '') {
      const text = plainHeading.exec(line)?.[1]
      if (text !== undefined) anchors.push(headingSlug(text.trim()))
    }
    before = line
  }
  return anchors
}
