const tags = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9-]*)(?=[\s/>])(?:"[^"]*"|'[^']*'|[^'">])*>/gi
const voidElements = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/

/**
 * Whether a body is HTML although nobody said so (rulings, section 3): it consists of elements, with nothing but white space between them. Markdown that
 * a writer begins with a raw `<div>` has text behind it.
 */
export function isHtmlBody(text: string): boolean {
  let end = 0
  let elements = 0
  for (const { depth, start, stop, element } of walkTags(text)) {
    if (depth === 0 && text.slice(end, start).trim() !== '') return false
    end = stop
    if (element) elements += 1
  }
  return elements > 0 && text.slice(end).trim() === ''
}

/** The most elements that are open at once. Builds no tree, since building one is what too many of them prevent. */
export function deepestElement(html: string): number {
  let most = 0
  for (const { depth } of walkTags(html)) most = Math.max(most, depth)
  return most
}

/** Each tag or comment with the number of elements that are open before it. */
function* walkTags(text: string) {
  let depth = 0
  for (const match of text.matchAll(tags)) {
    const [whole, close, name] = match
    yield { depth, start: match.index, stop: match.index + whole.length, element: name !== undefined }
    if (name === undefined) continue
    if (close) depth = Math.max(0, depth - 1)
    else if (!voidElements.test(name.toLowerCase()) && !whole.endsWith('/>')) depth += 1
  }
}
