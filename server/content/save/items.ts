import type { BulkChange } from '#domain/bulk-change.ts'
import { type ContentType, derivedIdStart } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { Saver } from '../../http/mount-calls.ts'
import { rememberedWork } from '../markdown/text-work.ts'
import { sentSlug, takenIn } from './addresses.ts'
import type { Commit, SaveFrom, SaveResult } from './committing.ts'
import type { ItemHistory } from './item-history.ts'
import { type ItemSite, itemKind } from './item-kind.ts'
import { planOf, planRemove, planRestore, planUpdate, type StoredText } from './plan.ts'
import { type BulkResult, checkBulkChange, planBulk } from './plan-bulk.ts'
import { planCreate } from './plan-create.ts'
import { planMove } from './plan-move.ts'
import { mayContainHtml } from './requested-fields.ts'

export interface SavingParts extends ItemSite {
  commit: Commit
  history: ItemHistory
  /** Returns an unused id above `highest` and above all earlier ones, also after restarts. */
  ids: { next(type: ContentType, highest: number): Promise<number> }
  /** Origin of the site, for absolute links. */
  siteUrl: string
}

/** Creates the functions that change articles, news and newsletters. */
export function createSaving(parts: SavingParts) {
  const { store, read, ids, history, commit } = parts
  return {
    /** Creates an item in a new file. Throws SaveRefused and the errors of the write lane. */
    async create(type: ContentType, input: ContentPatch, by: Saver): Promise<SaveResult> {
      const site = { ...parts, texts: rememberedWork(parts.texts) }
      if (mayContainHtml(input)) await inAdvance(() => planCreate(type, 0, input, site))
      let id: number | null = null
      return commit<SaveResult>(by, async (claimed) => {
        // Checked first, so that a refused slug uses no id.
        if (input.slug !== undefined)
          sentSlug(input.slug, input.title ?? '', type, 0, takenIn(store, type))
        const used = await history.used(type)
        id ??= await ids.next(type, Math.max(highestId(store.all(type)), used.highestId))
        const written = await planCreate(type, id, input, site, claimed, used.paths)
        return planOf(itemTypes[type], id, 'Create', written)
      })
    },

    versionOf: (type: ContentType, id: number, revision?: string) =>
      versionOf(parts, type, id, revision),

    /**
     * Changes the fields of a patch. `revision` is the blob of the client's version; changes by
     * others since then are merged. Throws SaveRefused and the errors of the write lane.
     */
    async update(
      type: ContentType,
      id: number,
      patch: ContentPatch,
      { revision, ...by }: SaveFrom,
    ): Promise<SaveResult> {
      const texts = rememberedWork(parts.texts)
      const kind = itemKind(type, { ...parts, texts })
      const planned = (own: number) => planUpdate(kind, own, patch, revision, texts)
      const isMerged = revision !== undefined && revision !== kind.find(id)?.blob
      if (mayContainHtml(patch) || isMerged) await inAdvance(() => planned(id))
      let own: number | null = null
      return commit<SaveResult>(by, async () => {
        own ??= await identified(parts, type, id, revision)
        return planned(own)
      })
    },

    /**
     * Deletes the file of an item; its versions stay in git. With a `revision`, only when this is
     * the current version.
     */
    async remove(
      type: ContentType,
      id: number,
      { revision, ...by }: SaveFrom,
    ): Promise<SaveResult> {
      let own: number | null = null
      return commit<SaveResult>(by, async () => {
        own ??= await identified(parts, type, id, revision)
        return planRemove(itemKind(type, parts), own, revision)
      })
    },

    /** Changes several items in one commit: `planBulk`. Throws the errors of the write lane. */
    bulk(
      type: ContentType,
      ids: ReadonlyArray<number>,
      change: BulkChange,
      by: Saver & { onProgress: (done: number) => void },
    ): Promise<BulkResult> {
      checkBulkChange(type, change, parts)
      return commit<BulkResult>(by, () => planBulk(type, ids, change, parts, by.onProgress))
    },

    /**
     * Restores the version of an item after a commit, or before it when the commit deleted the
     * item. Throws SaveRefused and the errors of the write lane.
     */
    restore(
      type: ContentType,
      id: number,
      { commit: wanted, ...by }: Saver & { commit: string },
    ): Promise<SaveResult> {
      return commit<SaveResult>(by, async (claimed) => {
        const kind = itemKind(type, parts, claimed)
        return planRestore(kind, id, await history.versions(type, id), wanted, read)
      })
    },

    /**
     * Changes the slug of an article: `planMove`. Throws SaveRefused and the errors of the write
     * lane.
     */
    move(
      id: number,
      { slug, rewriteLinks, ...by }: Saver & { slug: string; rewriteLinks: boolean },
    ): Promise<SaveResult> {
      return commit<SaveResult>(by, async () => {
        const article = await versionOf(parts, 'articles', id)
        if (!article) return { ending: { kind: 'missing' } }
        const changes = await planMove(article, { slug, rewriteLinks }, parts)
        return planOf(itemTypes.articles, id, 'Update', {
          changes,
          title: article.entry.item.title,
        })
      })
    },
  }
}

/** The version of an item at a revision, by default the current one. Null for none. */
async function versionOf(
  site: ItemSite,
  type: ContentType,
  id: number,
  revision?: string,
): Promise<StoredText<ContentType> | null> {
  const kind = itemKind(type, site)
  const file = kind.find(id)
  if (!file) return null
  return revision === undefined || revision === file.blob
    ? kind.read(file)
    : kind.versionAt(file.path, revision)
}

/**
 * The id of the item that a client means by an id and a `revision`. After a merge of two checkouts
 * that gave the same id to two items, one of them has a new id; it is found by a revision that
 * belongs to its history.
 */
async function identified(
  parts: SavingParts,
  type: ContentType,
  id: number,
  revision: string | undefined,
) {
  const { store, history } = parts
  if (revision === undefined || revision === store.one(type, id)?.item.blob) return id
  const [found, base] = await Promise.all([
    versionOf(parts, type, id),
    versionOf(parts, type, id, revision),
  ])
  if (!found || !base) return id
  const { title, publishedAt } = base.fields
  // An edit rarely changes both. When they are equal, the slow look into the history is not needed.
  if (found.fields.title === title && found.fields.publishedAt === publishedAt) return id
  if (await isVersionOf(history, type, id, revision)) return id
  for (const { item } of store.all(type)) {
    const isAlike =
      item.title === title || (publishedAt !== null && item.publishedAt === publishedAt)
    if (item.id !== id && isAlike && (await isVersionOf(history, type, item.id, revision)))
      return item.id
  }
  return id
}

/**
 * Plans a save before its turn in the lane, so that other saves do not wait for the conversion and
 * merge of its texts. The save reuses the results.
 */
async function inAdvance(plan: () => Promise<unknown>) {
  // The save throws the same error.
  await plan().catch(() => undefined)
}

/** The highest id that the admin has given. */
function highestId(items: ReadonlyArray<{ item: { id: number } }>) {
  return Math.max(0, ...items.flatMap(({ item }) => (item.id < derivedIdStart ? [item.id] : [])))
}

/** Whether an item had this blob at some time. */
async function isVersionOf(
  history: ItemHistory,
  type: ContentType,
  id: number,
  blob: string,
): Promise<boolean> {
  return (await history.versions(type, id))?.some((version) => version.blob === blob) ?? false
}
