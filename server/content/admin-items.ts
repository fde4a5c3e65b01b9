import type { ContentType } from '#domain/content.ts'
import { type RenderBody, renderFile } from './body.ts'
import { itemAddress } from './redirects.ts'
import { readItemText } from './saving/item-text.ts'
import type { ContentStore } from './store.ts'

/** What administrators read: every item, whether visitors see it or not. */
export function createAdminItems(parts: {
  store: Pick<ContentStore, 'all' | 'one' | 'reader'>
  read: (blob: string) => Uint8Array
  renderBody: RenderBody
}) {
  const { store, read, renderBody } = parts

  return {
    /** Every item of a type, newest first, without bodies. */
    list: (type: ContentType) =>
      store.all(type).map(({ status, draft, item: { blob, aliases: _, ...item } }) => ({
        ...item,
        status,
        draft,
        revision: blob,
      })),

    /** A whole item: `content` as sanitised HTML, `markdown` as it stands in the file; null when there is none. */
    async one(type: ContentType, id: number) {
      const stored = store.one(type, id)
      if (!stored) return null
      const { blob, aliases: _, ...item } = stored.item
      const text = readItemText(stored.path, read(blob), store.reader.settings().timeZone)
      if (text.kind === 'faulty') return null
      const { entry, fields, markdown } = text.item
      const body = await renderFile(blob, read, renderBody).catch((error: unknown) => {
        // An editor is where a text that can't be shown is repaired.
        if (error instanceof Error && error.name === 'BodyRenderError')
          return { html: '', articles: [], problem: error.message }
        throw error
      })
      const pieces = (fields.articles ?? []) as Array<{ title: string; excerpt: string; content: string }>
      return {
        ...item,
        ...(type === 'newsletters' && {
          articles: pieces.map(({ title, excerpt, content }, index) => ({
            title,
            excerpt,
            content: body.articles[index]?.html ?? '',
            markdown: content,
          })),
        }),
        status: stored.status,
        draft: stored.draft,
        url: itemAddress(entry),
        content: body.html,
        formattedContent: body.html,
        ...('problem' in body && { contentProblem: body.problem }),
        markdown,
        revision: blob,
      }
    },
  }
}
