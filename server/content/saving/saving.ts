import { type ContentType, contentTypes, derivedIdStart } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import type { Saver } from '../../http/mount-calls.ts'
import { type Claims, fileClaim, noClaims } from '../../platform/claims.ts'
import type { RenderBody } from '../body.ts'
import { slugFromName } from '../file-kind.ts'
import { rememberedWork, type TextWork } from '../markdown/text-work.ts'
import { conflictBetween } from '../merging.ts'
import type { ContentStore } from '../store.ts'
import { isAddressed, sentSlug, takenAddresses } from './addresses.ts'
import { numberClaim } from './claims.ts'
import { type Commit, commitMessage, type SaveResult } from './committing.ts'
import { readItemText, versionAt } from './content-text.ts'
import type { ItemHistory } from './item-history.ts'
import { planCreate } from './plan-create.ts'
import { planMove } from './plan-move.ts'
import { planRestore } from './plan-restore.ts'
import { planUpdate, type StoredText } from './plan-update.ts'
import { mayContainHtml } from './requested-fields.ts'

export interface SavingParts {
  store: Pick<ContentStore, 'all' | 'one' | 'blobAt' | 'reader'>
  /** Bytes of a blob. Throws when there is none. */
  read: (blob: string) => Uint8Array
  commit: Commit
  history: ItemHistory
  renderBody: RenderBody
  texts: TextWork
  /** Returns an unused id above `highest` and above all earlier ones, also after restarts. */
  ids: { next(type: ContentType, highest: number): Promise<number> }
  /** Origin of the site, for absolute links. */
  siteUrl: string
  now: () => Date
}

/** Creates the functions that change articles, news and newsletters. */
export function createSaving(parts: SavingParts) {
  const { store, read, ids, history, renderBody: render, siteUrl, now } = parts
  const rules = () => store.reader.settings()
  /** The current owners of the addresses of a type. */
  const taken = (type: ContentType, claimed: Claims = noClaims) =>
    takenAddresses(type, isAddressed(type) ? store.all(type) : [], rules().language, claimed)

  /** The current file of an item, or null. */
  function current(type: ContentType, id: number): StoredText | null {
    const stored = store.one(type, id)
    if (!stored) return null
    const { blob } = stored.item
    const found = readItemText(stored.path, read(blob), rules())
    return found.kind === 'read' ? { ...found.text, blob } : null
  }

  /** The version of a file with the blob `revision`; the current file without one. Null when the blob is no such item. */
  function versionOf(theirs: StoredText, revision: string | undefined): StoredText | null {
    if (revision === undefined || revision === theirs.blob) return theirs
    const version = versionAt(contentTypes, theirs.path, revision, read, rules())
    return version && { ...version, blob: revision }
  }

  const isVersionOf = async (type: ContentType, id: number, revision: string): Promise<boolean> =>
    (await history.versions(type, id))?.some(({ blob }) => blob === revision) ?? false

  /**
   * The id of the item that a client means by an id and a `revision`. After a merge of two checkouts that gave the same id to two items, one of them has a
   * new id; it is found by a revision that belongs to its history.
   */
  async function identified(type: ContentType, id: number, revision: string | undefined): Promise<number> {
    const found = current(type, id)
    if (!found || revision === undefined || revision === found.blob) return id
    const base = versionOf(found, revision)
    if (!base) return id
    const { title, publishedAt } = base.fields
    // An edit rarely changes both. When they are equal, the slow look into the history is not needed.
    if (found.fields.title === title && found.fields.publishedAt === publishedAt) return id
    if (await isVersionOf(type, id, revision)) return id
    for (const { item } of store.all(type)) {
      const isAlike = item.title === title || (publishedAt !== null && item.publishedAt === publishedAt)
      if (item.id !== id && isAlike && (await isVersionOf(type, item.id, revision))) return item.id
    }
    return id
  }

  /** Whether a version of an item, which does not name its slug, got this one from an earlier name of the file. */
  async function hadByName(type: ContentType, id: number, { data, blob }: StoredText, slug: string): Promise<boolean> {
    if ((data.slug ?? null) !== null) return false
    const isBy = (path: string, at: string | null) =>
      at === blob && slugFromName(type, path.slice(type.length + 1)) === slug
    const versions = (await history.versions(type, id)) ?? []
    return versions.some((one) => isBy(one.path, one.blob) || isBy(one.from, one.before))
  }

  /** The number after the highest one. */
  function nextIssue(claimed: Claims): number {
    let number = 1 + Math.max(0, ...store.all('newsletters').map(({ item }) => item.issueNumber))
    while (claimed.has(numberClaim(number))) number += 1
    return number
  }

  const highestId = (type: ContentType) =>
    Math.max(0, ...store.all(type).flatMap(({ item }) => (item.id < derivedIdStart ? [item.id] : [])))

  return {
    /** Creates an item in a new file. Throws SaveRefused and the errors of the write lane. */
    async create(type: ContentType, input: ContentPatch, by: Saver): Promise<SaveResult> {
      const texts = rememberedWork(parts.texts)
      const planned = (id: number, claimed: Claims, deleted: ReadonlySet<string> = new Set()) =>
        planCreate(type, id, input, {
          taken: taken(type, claimed),
          isFree: (path) => store.blobAt(path) === null && !deleted.has(path) && !claimed.has(fileClaim(path)),
          render,
          texts,
          now: now(),
          rules: rules(),
          nextIssue: nextIssue(claimed),
        })
      if (mayContainHtml(input)) await inAdvance(() => planned(0, noClaims))
      let id: number | null = null
      return parts.commit<SaveResult>(by, async (claimed) => {
        // Checked first, so that a refused slug uses no id.
        if (input.slug !== undefined) sentSlug(input.slug, input.title ?? '', type, 0, taken(type))
        const used = await history.used(type)
        id ??= await ids.next(type, Math.max(highestId(type), used.highestId))
        const { file, title } = await planned(id, claimed, used.paths)
        return { changes: [file], message: commitMessage('Create', type, title), result: { kind: 'saved', id } }
      })
    },

    /** The version of an item at a revision, by default the current one. Null for none. */
    versionAt(type: ContentType, id: number, revision: string | undefined): StoredText | null {
      const theirs = current(type, id)
      return theirs && versionOf(theirs, revision)
    },

    /**
     * Changes the fields of a patch. `revision` is the blob of the client's version; changes by others since then are merged. Throws SaveRefused and the
     * errors of the write lane.
     */
    async update(
      type: ContentType,
      id: number,
      patch: ContentPatch,
      { revision, ...by }: Saver & { revision: string | undefined },
    ): Promise<SaveResult> {
      const texts = rememberedWork(parts.texts)
      const planned = (theirs: StoredText) => {
        const own = theirs.entry.item.id
        return planUpdate(patch, versionOf(theirs, revision), theirs, {
          slugFor: (slug, title) => sentSlug(slug, title, type, own, taken(type)),
          hadByName: (version, slug) => hadByName(type, own, version, slug),
          render,
          texts,
          now: now(),
          rules: rules(),
        })
      }
      const before = current(type, id)
      if (before && (mayContainHtml(patch) || (revision !== undefined && revision !== before.blob)))
        await inAdvance(() => planned(before))
      let own: number | null = null
      return parts.commit<SaveResult>(by, async () => {
        own ??= await identified(type, id, revision)
        const theirs = current(type, own)
        if (!theirs) return { ending: { kind: 'missing' } }
        const plan = await planned(theirs)
        if (plan.kind === 'conflict') return { ending: plan }
        if (plan.kind === 'unchanged') return { ending: { kind: 'saved', id: own } }
        const change = { path: theirs.path, bytes: plan.bytes, expected: theirs.blob }
        const message = commitMessage('Update', type, plan.title)
        const isMerged = versionOf(theirs, revision) !== theirs
        return { changes: [change], message, result: { kind: 'saved', id: own }, isMerged }
      })
    },

    /** Deletes the file of an item; its versions stay in git. With a `revision`, only when this is the current version. */
    async remove(
      type: ContentType,
      id: number,
      { revision, ...by }: Saver & { revision: string | undefined },
    ): Promise<SaveResult> {
      let own: number | null = null
      return parts.commit<SaveResult>(by, async () => {
        own ??= await identified(type, id, revision)
        const theirs = current(type, own)
        if (!theirs) return { ending: { kind: 'missing' } }
        if (revision !== undefined && revision !== theirs.blob)
          return { ending: conflictBetween(versionOf(theirs, revision), null, theirs, []) }
        const change = { path: theirs.path, bytes: null, expected: theirs.blob }
        const message = commitMessage('Delete', type, String(theirs.fields.title))
        return { changes: [change], message, result: { kind: 'saved', id: own } }
      })
    },

    /**
     * Restores the version of an item after a commit, or before it when the commit deleted the item. Throws SaveRefused and the errors of the write lane.
     */
    async restore(type: ContentType, id: number, { commit, ...by }: Saver & { commit: string }): Promise<SaveResult> {
      return parts.commit<SaveResult>(by, async (claimed) => {
        const version = (await history.versions(type, id))?.find((one) => one.commit === commit)
        const blob = version?.blob ?? version?.before
        if (!version || !blob) return { ending: { kind: 'missing' } }
        const site = { blobAt: store.blobAt, read, taken: taken(type, claimed), rules: rules() }
        const change = planRestore(type, id, version, blob, current(type, id), site)
        if (!change) return { ending: { kind: 'saved', id } }
        const message = commitMessage('Restore', type, change.title)
        return { changes: [change.file], message, result: { kind: 'saved', id } }
      })
    },

    /** Changes the slug of an article: `planMove`. Throws SaveRefused and the errors of the write lane. */
    async move(
      id: number,
      { slug, rewriteLinks, ...by }: Saver & { slug: string; rewriteLinks: boolean },
    ): Promise<SaveResult> {
      const { texts } = parts
      return parts.commit<SaveResult>(by, async () => {
        const article = current('articles', id)
        if (!article) return { ending: { kind: 'missing' } }
        const site = { all: store.all, read, texts, taken: taken('articles'), rules: rules(), siteUrl }
        const changes = await planMove(article, { slug, rewriteLinks }, site)
        if (!changes) return { ending: { kind: 'saved', id } }
        const message = commitMessage('Update', 'articles', article.entry.item.title)
        return { changes, message, result: { kind: 'saved', id } }
      })
    },
  }
}

/** Plans a save before its turn in the lane, so that other saves do not wait for the conversion and merge of its texts. The save reuses the results. */
async function inAdvance(plan: () => Promise<unknown>): Promise<void> {
  // The save throws the same error.
  await plan().catch(() => undefined)
}
