import { type Document, Window } from 'happy-dom'

/** A document as a browser without scripts parses it. */
export function parseHtml(html: string): Document {
  return new new Window().DOMParser().parseFromString(html, 'text/html')
}

/** Every JSON-LD block of a page, parsed. */
export function jsonLdOf(document: Document): Array<Record<string, unknown>> {
  return [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    (script) => JSON.parse(script.textContent) as Record<string, unknown>,
  )
}
