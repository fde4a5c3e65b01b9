import type { ContentType } from '#domain/content.ts'
import { itemAddress } from '#domain/item/types.ts'
import { type RenderBody, renderFile } from './body.ts'
import type { createItemChanges } from './item-changes.ts'
import type { TextWork } from './markdown/text-work.ts'
import { type ItemText, readItemText } from './saving/content-text.ts'
import type { ItemHistory } from './saving/item-history.ts'
import type { ContentStore } from './store.ts'

/** The items as administrators read them, with drafts and scheduled items. */
export function createAdminItems(parts: {
  store: Pick<ContentStore, 'listed' | 'one' | 'reader'>
  read: (blob: string) => Uint8Array
  renderBody: RenderBody
  texts: TextWork
  history: ItemHistory
  changes: ReturnType<typeof createItemChanges>
}) {
  const { store, read, renderBody, texts, history, changes } = parts
  const textOf = (blob: string | null) => (blob === null ? '' : Buffer.from(read(blob)).toString('utf8'))

  return {
    /** The fields by which the items of a type are searched and sorted, newest first. */
    listed: store.listed,

    /** An item as lists show it, without its body; null when there is none. */
    inList(type: ContentType, id: number) {
      const stored = store.one(type, id)
      if (!stored) return null
      const { blob, aliases: _, ...item } = stored.item
      return { ...item, status: stored.status, draft: stored.draft, revision: blob }
    },

    /** A whole item: `content` as sanitised HTML, `markdown` as in the file; null when there is none. */
    async one(type: ContentType, id: number) {
      const stored = store.one(type, id)
      if (!stored) return null
      const { blob, aliases: _, ...item } = stored.item
      const text = readItemText(stored.path, read(blob), store.reader.settings())
      if (text.kind === 'faulty') return null
      const { entry, markdown } = text.text
      const body = await renderFile(blob, read, renderBody)
      return {
        ...item,
        ...piecesOf(text.text, body),
        status: stored.status,
        draft: stored.draft,
        url: itemAddress(entry.kind, entry.item),
        content: body.html,
        formattedContent: body.html,
        ...(body.problem !== undefined && { contentProblem: body.problem }),
        markdown,
        revision: blob,
      }
    },

    /** The changes of an item, newest first; null when git knows no item with this id. What the changes are is null where it is not known yet. */
    async history(type: ContentType, id: number) {
      const versions = await history.versions(type, id)
      if (!versions) return null
      const known = await changes.all(versions)
      return versions.map(({ commit, author, date, message }, index) => {
        const { origin, change } = known[index] ?? { origin: null, change: null }
        return { commit, author, date: isoDate(date), message, origin, change }
      })
    },

    /**
     * An item as it was after a commit (null when the commit deleted it), and the changes from the version before it, or from what is there now, to it; null when
     * the commit did not change it.
     */
    async version(type: ContentType, id: number, commit: string, against: 'before' | 'now') {
      const versions = (await history.versions(type, id)) ?? []
      const version = versions.find((one) => one.commit === commit)
      if (!version) return null
      const { author, date, message, path, blob } = version
      const [now = version] = versions
      const [before, from] = against === 'now' ? [now.blob, now.path] : [version.before, version.from]
      const text = blob === null ? null : readItemText(path, read(blob), store.reader.settings())
      const [diff, comparison, known] = await Promise.all([
        texts.diff(textOf(before), textOf(blob)),
        changes.compare({ before, from, blob, path }),
        changes.change(version),
      ])
      const details = {
        commit,
        author,
        date: isoDate(date),
        message,
        ...known,
        comparedWith: before === null ? ('nothing' as const) : against,
        diff,
        comparison,
      }
      if (blob === null || text?.kind !== 'read') return { ...details, item: null }
      const body = await renderFile(blob, read, renderBody)
      const { fields, markdown } = text.text
      const content = { content: body.html, formattedContent: body.html, markdown, revision: blob }
      return { ...details, item: { id, ...fields, ...piecesOf(text.text, body), ...content } }
    },

    /** Items that were deleted and can be restored, the last deletion first. */
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

/** The articles of a newsletter issue, as HTML and as Markdown. */
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
