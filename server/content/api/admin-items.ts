import type { ContentType } from '#domain/content.ts'
import type { FormValues } from '#domain/item/field.ts'
import { itemAddress } from '#domain/item/types.ts'
import type { ListFilters } from '#domain/list-filters.ts'
import { facetsOf, filteredItems } from '../catalog/filtered-items.ts'
import type { MediaUses } from '../catalog/media-uses.ts'
import { blobsAt } from '../catalog/site-reader.ts'
import type { SiteState } from '../catalog/site-state.ts'
import type { ContentStore } from '../catalog/store.ts'
import { type RenderBody, renderFile } from '../read/body.ts'
import type { FileRecord } from '../read/file-record.ts'
import { type ContentText, readItemText } from '../save/content-text.ts'
import type { ItemHistory } from '../save/item-history.ts'
import { archiveOf } from './item-archive.ts'
import { isoDate, type VersionAnswers } from './version-answers.ts'

/** The items as administrators read them, with drafts and scheduled items. */
export function createAdminItems(parts: {
  store: Pick<ContentStore, 'listed' | 'one' | 'reader' | 'state'>
  uses: Pick<MediaUses, 'mentions'>
  now: () => Date
  read: (blob: string) => Promise<Uint8Array>
  renderBody: RenderBody
  history: ItemHistory
  versionAnswers: VersionAnswers
}) {
  const { store, uses, read, renderBody, history, versionAnswers } = parts

  return {
    /** The fields by which the items of a type are searched and sorted, newest first. */
    listed(type: ContentType, filters: ListFilters = {}) {
      if (Object.keys(filters).length === 0) return store.listed(type)
      const at = { now: parts.now(), mentions: uses.mentions }
      return filteredItems(store.state(), type, filters, at).map(({ entry }) => entry.item)
    },

    /** The files of items and what they show, as a zip archive; ids of no item are left out. */
    archive: (type: ContentType, ids: ReadonlyArray<number>) =>
      archiveOf(filesOf(store.state(), uses, type, ids), read),

    /** The values that the filters of a type offer. */
    facets: (type: ContentType) => facetsOf(store.state(), type),

    /** An item as lists show it, without its body; null when there is none. */
    inList(type: ContentType, id: number) {
      const stored = store.one(type, id)
      if (!stored) return null
      const { blob, aliases: _, ...item } = stored.item
      return { ...item, status: stored.status, draft: stored.draft, revision: blob }
    },

    /**
     * A whole item: `content` as sanitised HTML, `markdown` as in the file; null when there is
     * none.
     */
    async one(type: ContentType, id: number) {
      const stored = store.one(type, id)
      if (!stored) return null
      const { blob, aliases: _, ...item } = stored.item
      const text = readItemText(stored.path, await read(blob), store.reader.settings())
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

    /** The changes of an item, newest first; null when git knows no item with this id. */
    async history(type: ContentType, id: number) {
      const versions = await history.versions(type, id)
      return versions && versionAnswers.list(versions)
    },

    /**
     * An item as it was after a commit (null when the commit deleted it), and what changed; null
     * when the commit did not change it.
     */
    async version(type: ContentType, id: number, commit: string, against: 'before' | 'now') {
      const versions = (await history.versions(type, id)) ?? []
      return versionAnswers.one(versions, commit, against, ({ text, body, content }) => ({
        id,
        ...text.fields,
        ...piecesOf(text, body),
        ...content,
      }))
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

/** The blobs of items, and of the pictures and sounds in them, by their paths. */
function filesOf(
  state: SiteState,
  { mentions }: Pick<MediaUses, 'mentions'>,
  type: ContentType,
  ids: ReadonlyArray<number>,
): ReadonlyMap<string, string> {
  const { byId }: { byId: ReadonlyMap<number, FileRecord> } = state[type]
  const records = ids.flatMap((id) => byId.get(id) ?? [])
  const shown = records.flatMap((record) => Object.entries(blobsAt(state, mentions(record))))
  return new Map([...records.map(({ path, blob }) => [path, blob] as const), ...shown])
}

/** The articles of a newsletter issue, as HTML and as Markdown. */
function piecesOf(
  { fields }: Pick<ContentText, 'fields'>,
  body: { articles: ReadonlyArray<{ html: string }> },
) {
  if (!Array.isArray(fields.articles)) return {}
  const pieces = fields.articles as FormValues['pieces']
  const articles = pieces.map(({ title, excerpt, content: markdown }, index) => ({
    title,
    excerpt,
    content: body.articles[index]?.html ?? '',
    markdown,
  }))
  return { articles }
}
