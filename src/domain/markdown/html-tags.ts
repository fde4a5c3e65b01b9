/** A tag or comment of a text. */
export interface HtmlTag {
  start: number
  end: number
  /** In small letters; null for a comment. */
  name: string | null
  kind: 'opening' | 'closing' | 'empty' | 'comment'
}

const voidElements = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/
const tagStart = /<(?:!--|(\/?)([a-z][a-z0-9-]*)(?=[\s/>]))/gi

/**
 * The tags and comments of a text, in order, without building a tree. Quoted values may hold `>`; what is never closed is no tag. Takes time in proportion
 * to the text, whatever it holds.
 */
export function* htmlTags(text: string): Generator<HtmlTag> {
  const { signs, ends } = tagEnds(text)
  let sign = 0
  let at = 0
  let lastCommentEnd = text.lastIndexOf('-->')
  for (;;) {
    tagStart.lastIndex = at
    const match = tagStart.exec(text)
    if (!match) return
    const { index: start } = match
    const [whole, slash, name] = match
    const inside = start + whole.length
    at = inside
    if (name === undefined) {
      if (inside > lastCommentEnd) lastCommentEnd = -1
      if (lastCommentEnd < 0) continue
      at = text.indexOf('-->', inside) + 3
      yield { start, end: at, name: null, kind: 'comment' }
      continue
    }
    while (sign < signs.length && signs[sign]! < inside) sign += 1
    const end = ends[sign] ?? -1
    if (end < 0) continue
    at = end
    const empty = voidElements.test(name.toLowerCase())
    yield { start, end, name: name.toLowerCase(), kind: slash ? 'closing' : empty ? 'empty' : 'opening' }
  }
}

/** Each `>` and quote of a text, and where a tag ends whose inside goes on there: -1 when nowhere. */
function tagEnds(text: string): { signs: Array<number>; ends: Array<number> } {
  const signs = [...text.matchAll(/[>"']/g)].map((match) => match.index)
  const ends: Array<number> = Array.from({ length: signs.length }, () => -1)
  const nextQuote: Record<string, number> = {}
  for (let at = signs.length - 1; at >= 0; at -= 1) {
    const sign = text[signs[at]!]!
    if (sign === '>') ends[at] = signs[at]! + 1
    else {
      const close = nextQuote[sign]
      ends[at] = close === undefined ? -1 : (ends[close + 1] ?? -1)
      nextQuote[sign] = at
    }
  }
  return { signs, ends }
}
