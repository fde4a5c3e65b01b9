import GithubSlugger, { slug } from 'github-slugger'
import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'

export interface TocEntry {
  id: string
  text: string
  depth: 2 | 3
}

const headingTag = /^h[1-6]$/

/**
 * Gives each heading of a clean tree an anchor and makes `h1` an `h2`: the page's own title is its
 * one `h1` (rulings, section 6b). Returns the headings of levels 2 and 3 in order. An id that
 * occurs twice stays on its first element only.
 */
export function anchorHeadings(tree: Root, prefix: string): Array<TocEntry> {
  const taken = usedIds(tree, prefix)
  const slugger = new GithubSlugger()
  const toc: Array<TocEntry> = []
  visit(tree, 'element', (element, _index, parent) => {
    if (!headingTag.test(element.tagName)) return
    if (element.tagName === 'h1') element.tagName = 'h2'
    if (parent?.type === 'element' && 'dataFootnotes' in parent.properties) return
    const text = textOf(element).replace(/\s+/g, ' ').trim()
    const id = String(element.properties.id ?? freeId(slugger, prefix, text, taken))
    element.properties.id = id
    taken.add(id)
    if (!text) return
    if (element.tagName === 'h2' || element.tagName === 'h3') {
      toc.push({ id, text, depth: element.tagName === 'h2' ? 2 : 3 })
    }
  })
  return toc
}

/**
 * The anchor of a heading, without the number that distinguishes it from an earlier heading with
 * the same text.
 */
export function headingSlug(text: string): string {
  // A heading without letters (a picture, an emoji) can still be linked to.
  return slug(text) || 'section'
}

function freeId(
  slugger: GithubSlugger,
  prefix: string,
  text: string,
  taken: ReadonlySet<string>,
): string {
  const name = headingSlug(text)
  for (;;) {
    const id = prefix + slugger.slug(name)
    if (!taken.has(id)) return id
  }
}

/** All ids that writers and footnotes set. `<a name>` counts as an id. */
function usedIds(tree: Root, prefix: string): Set<string> {
  const taken = new Set<string>()
  visit(tree, 'element', ({ tagName, properties }: Element) => {
    if (tagName === 'a' && properties.name !== undefined) {
      properties.id ??= properties.name
      delete properties.name
    }
    if (properties.id === undefined) return
    // An id with white space can't be linked to.
    if (
      taken.has(String(properties.id)) ||
      /\s/.test(String(properties.id)) ||
      properties.id === prefix
    )
      delete properties.id
    else taken.add(String(properties.id))
  })
  return taken
}
