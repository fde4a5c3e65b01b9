import type { ContentType } from '#domain/content.ts'
import { hasPieces } from '#domain/item/item-fields.ts'
import type { RenderBody } from './body.ts'
import type { TextWork } from './markdown/text-work.ts'
import { folderOfPath } from './media-uses.ts'
import { readItemText } from './saving/content-text.ts'
import { markdownOfBody, type Piece, requestedPieces } from './saving/requested-fields.ts'
import type { ContentStore } from './store.ts'

interface Sent {
  id?: number | undefined
  content: string
  contentFormat?: 'markdown' | 'html' | undefined
  articles?: ReadonlyArray<Piece> | undefined
}

/** Renders an item as it would be after a save, without writing it. Throws SaveRefused, or BodyRenderError for a text that can't be rendered. */
export function createPreview(parts: {
  store: Pick<ContentStore, 'one' | 'reader'>
  read: (blob: string) => Uint8Array
  renderBody: RenderBody
  texts: TextWork
}) {
  const { store, read, renderBody, texts } = parts

  /** The saved version of an edited item: rich text is converted by comparing it with this version. */
  function savedItem(type: ContentType, id: number | undefined) {
    const stored = id === undefined ? null : store.one(type, id)
    const text = stored && readItemText(stored.path, read(stored.item.blob), store.reader.settings())
    return text?.kind === 'read' ? text.text : null
  }

  return async (type: ContentType, { id, content, contentFormat, articles = [] }: Sent) => {
    const path = id === undefined ? undefined : store.one(type, id)?.path
    const folder = path === undefined ? undefined : folderOfPath(path)
    const saved = savedItem(type, id)
    const body = (markdown: string) => renderBody({ key: 'preview', markdown, folder })
    const show = async (markdown: string, anchorPrefix: string) =>
      (await renderBody({ key: 'preview', markdown, anchorPrefix, folder })).html
    const prefix = (index: number) => `a${index + 1}-`
    const markdown = await markdownOfBody(
      { content, contentFormat },
      saved?.markdown ?? '',
      async (text) => (await body(text)).html,
      texts,
    )
    const known = (saved?.fields.articles ?? []) as Array<Piece>
    const shownPiece = (text: string, index: number) => show(text, prefix(index))
    const pieces = await requestedPieces(articles, contentFormat, known, shownPiece, texts)
    const shown = pieces.map(async ({ title, excerpt, content: text }, index) => ({
      title,
      excerpt,
      html: await show(text, prefix(index)),
    }))
    const { html, toc } = await body(markdown)
    return { html, toc, ...(hasPieces(type) && { articles: await Promise.all(shown) }) }
  }
}
