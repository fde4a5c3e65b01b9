import type { Frontmatter } from '../frontmatter.ts'
import { anchorPrefix } from '../markdown/policy.ts'
import { type ReadableRecord, textsOf } from './texts.ts'

/** The site's own renderer: anchors are what it makes of headings, so nothing else may say what they are. */
export type RenderForAnchors = (markdown: string) => Promise<{ html: string }>

/** The anchors of a file's page by the names that links use; each file is rendered once. */
export function createPageAnchors(source: (record: ReadableRecord) => Frontmatter, render: RenderForAnchors) {
  const known = new Map<ReadableRecord, Promise<ReadonlySet<string>>>()
  async function anchorsOf(record: ReadableRecord) {
    const anchors = new Set<string>()
    for (const { markdown } of textsOf(source(record))) {
      const { html } = await render(markdown)
      for (const [, id = ''] of html.matchAll(/<[^<>]*?\sid="([^"]+)"/g)) {
        anchors.add(id)
        if (id.startsWith(anchorPrefix)) anchors.add(id.slice(anchorPrefix.length))
      }
    }
    return anchors
  }
  return (record: ReadableRecord): Promise<ReadonlySet<string>> => {
    const anchors = known.get(record) ?? anchorsOf(record)
    known.set(record, anchors)
    return anchors
  }
}
