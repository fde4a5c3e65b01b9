import type { ContentType } from '#domain/content.ts'
import { hasPieces } from '#domain/item/item-fields.ts'
import { folderOfPath } from '../catalog/media-uses.ts'
import type { ContentStore } from '../catalog/store.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { RenderBody } from '../read/body.ts'
import { readItemText } from '../save/content-text.ts'
import { noTexts, type Piece, requestedTexts } from '../save/requested-fields.ts'

interface Sent {
  id?: number | undefined
  content: string
  contentFormat?: 'markdown' | 'html' | undefined
  articles?: ReadonlyArray<Piece> | undefined
}

/**
 * Renders an item as it would be after a save, without writing it. Throws SaveRefused, or
 * BodyRenderError for a text that can't be rendered.
 */
export function createPreview(parts: {
  store: Pick<ContentStore, 'one' | 'reader'>
  read: (blob: string) => Promise<Uint8Array>
  renderBody: RenderBody
  texts: TextWork
}) {
  const { store, read, renderBody } = parts

  /**
   * The saved version of an edited item: rich text is converted by comparing it with this version.
   */
  async function savedItem(type: ContentType, id: number | undefined) {
    const stored = id === undefined ? null : store.one(type, id)
    const text =
      stored && readItemText(stored.path, await read(stored.item.blob), store.reader.settings())
    return text?.kind === 'read' ? text.text : null
  }

  return async (type: ContentType, { id, content, contentFormat, articles = [] }: Sent) => {
    const path = id === undefined ? undefined : store.one(type, id)?.path
    const folder = path === undefined ? undefined : folderOfPath(path)
    const source = { key: 'preview', folder }
    const sent = { content, contentFormat, articles }
    const { markdown, articles: pieces = [] } = await requestedTexts(
      sent,
      (await savedItem(type, id)) ?? noTexts,
      source,
      parts,
    )
    const shown = pieces.map(async ({ title, excerpt, content: text }, index) => ({
      title,
      excerpt,
      html: (await renderBody({ ...source, markdown: text, anchorPrefix: `a${index + 1}-` })).html,
    }))
    const { html, toc } = await renderBody({ ...source, markdown })
    return { html, toc, ...(hasPieces(type) && { articles: await Promise.all(shown) }) }
  }
}
