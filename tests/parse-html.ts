import { parseHTML } from 'linkedom'

/** A document as a browser without scripts parses it. */
export function parseHtml(html: string): Document {
  return parseHTML(html).document
}

/** The elements that a selector finds. */
export const all = (page: Document, selector: string) => [...page.querySelectorAll(selector)]

/** Their texts, with single spaces. */
export const texts = (page: Document, selector: string) =>
  all(page, selector).map(({ textContent }) => plain(textContent))

/** A text with single spaces, and none around it. */
export const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Their addresses. */
export const hrefs = (page: Document, selector: string) =>
  all(page, selector).map((link) => link.getAttribute('href'))

/** Text and address of each link that a selector finds. */
export const links = (page: Document, selector: string) =>
  all(page, selector).map((link) => [plain(link.textContent), link.getAttribute('href')])

/** Every JSON-LD block of a page, parsed. */
export function jsonLdOf(document: Document): Array<Record<string, unknown>> {
  return all(document, 'script[type="application/ld+json"]').map(
    (script) => JSON.parse(script.textContent) as Record<string, unknown>,
  )
}
