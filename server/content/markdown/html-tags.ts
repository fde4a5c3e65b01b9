import { htmlTags } from '#domain/markdown/html-tags.ts'

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
  for (const { kind, start, end: stop } of htmlTags(text)) {
    yield { depth, start, stop, element: kind !== 'comment' }
    if (kind === 'closing') depth = Math.max(0, depth - 1)
    else if (kind === 'opening' && text[stop - 2] !== '/') depth += 1
  }
}
