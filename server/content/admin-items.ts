import type { ContentType } from '#domain/content.ts'
import { type RenderBody, renderFile } from './body.ts'
import type { TextWork } from './markdown/text-work.ts'
import { entryAddress } from './redirects.ts'
import type { ItemHistory } from './saving/item-history.ts'
import { type ItemText, readItemText } from './saving/item-text.ts'
import type { ContentStore } from './store.ts'

/** What administrators read: every item, whether visitors see it or not. */
export function createAdminItems(parts: {
  store: Pick<ContentStore, 'listed' | 'one' | 'reader'>
  read: (blob: string) => Uint8Array
  renderBody: RenderBody
  texts: TextWork
  history: ItemHistory
}) {
  const { store, read, renderBody, texts, history } = parts
  const textOf = (blob: string | null) => (blob === null ? '' : Buffer.from(read(blob)).toString('utf8'))

  return {
    /** What every item of a type is searched and sorted by, newest first. */
    listed: store.listed,

    /** An item as lists show it, without its body; null when there is none. */
    inList(type: ContentType, id: number) {
      const stored = store.one(type, id)
      if (!stored) return null
      const { blob, aliases: _, ...item } = stored.item
      return { ...item, status: stored.status, draft: stored.draft, revision: blob }
    },

    /** A whole item: `content` as sanitised HTML, `markdown` as it stands in the file; null when there is none. */
    async one(type: ContentType, id: number) {
      const stored = store.one(type, id)
      if (!stored) return null
      const { blob, aliases: _, ...item } = stored.item
      const text = readItemText(stored.path, read(blob), store.reader.settings().timeZone)
      if (text.kind === 'faulty') return null
      const { entry, markdown } = text.item
      const body = await renderFile(blob, read, renderBody)
      return {
        ...item,
        ...piecesOf(text.item, body),
        status: stored.status,
        draft: stored.draft,
        url: entryAddress(entry),
        content: body.html,
        formattedContent: body.html,
        ...(body.problem !== undefined && { contentProblem: body.problem }),
        markdown,
        revision: blob,
      }
    },

    /** Who changed an item when, newest first; null when there never was such an item. */
    async history(type: ContentType, id: number) {
      const versions = await history.versions(type, id)
      return (
        versions?.map(({ commit, author, date, message }) => ({ commit, author, date: isoDate(date), message })) ?? null
      )
    },

    /** An item as it was after a commit (null when that deleted it) and what the commit changed; null when it did not change the item. */
    async version(type: ContentType, id: number, commit: string) {
      const version = (await history.versions(type, id))?.find((one) => one.commit === commit)
      if (!version) return null
      const { author, date, message, path, blob, before } = version
      const text = blob === null ? null : readItemText(path, read(blob), store.reader.settings().timeZone)
      const diff = await texts.diff(textOf(before), textOf(blob))
      const told = { commit, author, date: isoDate(date), message, diff }
      if (blob === null || text?.kind !== 'item') return { ...told, item: null }
      const body = await renderFile(blob, read, renderBody)
      const { fields, markdown } = text.item
      const content = { content: body.html, formattedContent: body.html, markdown, revision: blob }
      return { ...told, item: { id, ...fields, ...piecesOf(text.item, body), ...content } }
    },

    /** Items that were deleted and can be restored; what went last comes first. */
    async deleted(type: ContentType) {
      const items = await history.deleted(type)
      return items.map(({ id, title, commit, author, date, message }) => ({
        id,
        title,
        commit,
        author,
        date: isoDate(date),
        message,
      }))
    },
  }
}

function isoDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** The pieces of a newsletter: how they are shown, and their Markdown. */
function piecesOf({ fields }: ItemText, body: { articles: ReadonlyArray<{ html: string }> }) {
  if (!Array.isArray(fields.articles)) return {}
  const pieces = fields.articles as Array<{ title: string; excerpt: string; content: string }>
  const articles = pieces.map(({ title, excerpt, content: markdown }, index) => ({
    title,
    excerpt,
    content: body.articles[index]?.html ?? '',
    markdown,
  }))
  return { articles }
}
