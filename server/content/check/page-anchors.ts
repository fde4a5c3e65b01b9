import { anchorPrefix } from '#domain/body-format.ts'
import type { PageText } from './texts.ts'

/** The site's own renderer: anchors are what it makes of headings, so nothing else may say what they are. */
export type RenderForAnchors = (markdown: string) => Promise<{ html: string }>

/** The anchors of a page of some texts by the names that links use. */
export async function renderedAnchors(
  texts: ReadonlyArray<PageText>,
  render: RenderForAnchors,
): Promise<Array<string>> {
  const anchors = new Set<string>()
  for (const { markdown } of texts) {
    const { html } = await render(markdown)
    for (const [, id = ''] of html.matchAll(/<[^<>]*?\sid="([^"]+)"/g)) {
      anchors.add(id)
      if (id.startsWith(anchorPrefix)) anchors.add(id.slice(anchorPrefix.length))
    }
  }
  return [...anchors]
}
