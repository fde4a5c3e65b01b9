import type { Node } from '@milkdown/kit/prose/model'
import { foldedWords, type LinkTarget, titleRating } from '#domain/link-targets.ts'
import type { LinkSource } from './link-source.ts'
import { headingsIn } from './own-headings.ts'

/** The most headings of the text itself that are offered. */
const mostOwn = 4

/** The pages and headings for a query: those of the site, and the headings of the text itself. */
export async function suggestLinks(
  query: string,
  links: LinkSource,
  doc: Node | null,
): Promise<Array<LinkTarget>> {
  const rate = titleRating(query)
  const own =
    doc && foldedWords(query) !== ''
      ? headingsIn(doc)
          .filter(({ text }) => rate(foldedWords(text)) > 0)
          .slice(0, mostOwn)
          .map(({ text, anchor }): LinkTarget => {
            return {
              kind: 'headings',
              url: `#${anchor}`,
              title: text,
              page: 'this text',
              status: 'published',
            }
          })
      : []
  const found = await links.find(query)
  return [
    ...found.filter(({ kind }) => kind !== 'headings'),
    ...own,
    ...found.filter(({ kind }) => kind === 'headings'),
  ]
}
