import type { ContentType } from '#domain/content.ts'
import type { RenderBody } from './body.ts'
import type { TextWork } from './markdown/text-work.ts'
import { readItemText } from './saving/item-text.ts'
import { markdownOfBody } from './saving/sent-body.ts'
import { sentPieces } from './saving/sent-pieces.ts'
import type { ContentStore } from './store.ts'

interface Sent {
  id?: number | undefined
  content: string
  contentFormat?: 'markdown' | 'html' | undefined
  articles?: ReadonlyArray<{ title: string; excerpt: string; content: string }> | undefined
}

/** Shows what an item would look like if it was saved; writes nothing. Throws SaveRefused, or BodyRenderError for a text that can't be shown. */
export function createPreview(parts: {
  store: Pick<ContentStore, 'one' | 'reader'>
  read: (blob: string) => Uint8Array
  renderBody: RenderBody
  texts: TextWork
}) {
  const { store, read, renderBody, texts } = parts

  /** What an edited item was before: rich text is compared with it. */
  function savedItem(type: ContentType, id: number | undefined) {
    const stored = id === undefined ? null : store.one(type, id)
    const text = stored && readItemText(stored.path, read(stored.item.blob), store.reader.settings().timeZone)
    return text?.kind === 'item' ? text.item : null
  }

  return async (type: ContentType, { id, content, contentFormat, articles = [] }: Sent) => {
    const saved = savedItem(type, id)
    const body = (markdown: string) => renderBody({ key: 'preview', markdown })
    const show = async (markdown: string, anchorPrefix: string) =>
      (await renderBody({ key: 'preview', markdown, anchorPrefix })).html
    const prefix = (index: number) => `a${index + 1}-`
    const markdown = await markdownOfBody(
      { content, contentFormat },
      saved?.markdown ?? '',
      async (text) => (await body(text)).html,
      texts,
    )
    const known = (saved?.fields.articles ?? []) as Array<{ title: string; excerpt: string; content: string }>
    const shownPiece = (text: string, index: number) => show(text, prefix(index))
    const pieces = await sentPieces(articles, contentFormat, known, shownPiece, texts)
    const shown = pieces.map(async ({ title, excerpt, content: text }, index) => ({
      title,
      excerpt,
      html: await show(text, prefix(index)),
    }))
    const { html, toc } = await body(markdown)
    return { html, toc, ...(type === 'newsletters' && { articles: await Promise.all(shown) }) }
  }
}
