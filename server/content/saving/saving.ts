import { type ContentType, derivedIdStart } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { rememberedWork } from '../markdown/text-work.ts'
import { sentSlug } from './addresses.ts'
import { commitMessage } from './commit-message.ts'
import type { Saver } from './committing.ts'
import { itemMeant } from './item-meant.ts'
import type { ItemText } from './item-text.ts'
import { moveArticle } from './move-article.ts'
import { planCreate } from './plan-create.ts'
import { planUpdate, shownVersion } from './plan-update.ts'
import { restoreItem } from './restore-item.ts'
import { conflictOf, type SaveResult, saved } from './save-result.ts'
import { createSavingContext, type HeldItem, type SavingParts } from './saving-context.ts'

/** The one door through which administrators change articles, news and newsletters; one save after the other. */
export function createSaving(parts: SavingParts) {
  const { store, ids, history, renderBody: render, now } = parts
  const context = createSavingContext(parts)
  const { timeZone, taken, current, versionAt } = context

  return {
    /** Makes a new item in a file of its own. Throws SaveRefused and what the lane throws. */
    async create(type: ContentType, input: ContentPatch, by: Saver): Promise<SaveResult> {
      const texts = rememberedWork(parts.texts)
      const planned = (id: number) =>
        planCreate(type, id, input, {
          taken: taken(),
          isFree: (path) => store.blobAt(path) === null,
          render,
          texts,
          now: now(),
          timeZone: timeZone(),
          nextIssue: 1 + Math.max(0, ...store.all('newsletters').map(({ item }) => item.issueNumber)),
        })
      if (holdsHtml(input)) await beforeItsTurn(() => planned(0))
      let id: number | null = null
      const { result } = await parts.commit<SaveResult>(by, async () => {
        const { slug } = input
        // Before an id is used up.
        if (slug !== undefined) sentSlug(slug, input.title ?? '', type, 0, taken())
        id ??= await ids.next(type, Math.max(highestId(type), await history.highestDeleted(type)))
        const { file, title } = await planned(id)
        return { changes: [file], message: commitMessage('Create', type, title), result: saved(id) }
      })
      return result
    },

    versionOf(type: ContentType, id: number, revision: string | undefined): HeldItem | ItemText | null {
      const now = current(type, id)
      return now && revision !== undefined && revision !== now.blob ? versionAt(now.path, revision) : now
    },

    /**
     * Changes what a patch names. `revision` is the blob that the client started from: what others changed since then is merged. Throws SaveRefused
     * and what the lane throws.
     */
    async update(
      type: ContentType,
      id: number,
      patch: ContentPatch,
      { revision, ...by }: Saver & { revision: string | undefined },
    ): Promise<SaveResult> {
      const texts = rememberedWork(parts.texts)
      const planned = (theirs: HeldItem) => {
        const base = revision === undefined || revision === theirs.blob ? theirs : versionAt(theirs.path, revision)
        return planUpdate(patch, base && { ...base, blob: revision ?? theirs.blob }, theirs, {
          slugFor: (slug, title) => sentSlug(slug, title, type, theirs.entry.item.id, taken()),
          render,
          texts,
          now: now(),
          timeZone: timeZone(),
        })
      }
      const before = current(type, id)
      if (before && (holdsHtml(patch) || (revision !== undefined && revision !== before.blob)))
        await beforeItsTurn(() => planned(before))
      let meant: number | null = null
      const { result } = await parts.commit<SaveResult>(by, async () => {
        meant ??= (await itemMeant(context, type, id, revision))?.entry.item.id ?? id
        const theirs = current(type, meant)
        if (!theirs) return { ending: { kind: 'missing' } }
        const plan = await planned(theirs)
        if (plan.kind === 'conflict') return { ending: conflictOf(plan.versions) }
        if (plan.kind === 'unchanged') return { ending: saved(meant) }
        const change = { path: theirs.path, bytes: plan.bytes, expected: theirs.blob }
        return { changes: [change], message: commitMessage('Update', type, plan.title), result: saved(meant) }
      })
      return result
    },

    /** Deletes the file of an item; git keeps it. With a `revision`, only when the item is still that. */
    async remove(
      type: ContentType,
      id: number,
      { revision, ...by }: Saver & { revision: string | undefined },
    ): Promise<SaveResult> {
      let meant: number | null = null
      const { result } = await parts.commit<SaveResult>(by, async () => {
        meant ??= (await itemMeant(context, type, id, revision))?.entry.item.id ?? id
        const theirs = current(type, meant)
        if (!theirs) return { ending: { kind: 'missing' } }
        if (revision !== undefined && revision !== theirs.blob) {
          const base = versionAt(theirs.path, revision)
          const versions = { base: base && shownVersion(base, revision), theirs: shownVersion(theirs, theirs.blob) }
          return { ending: conflictOf({ ...versions, yours: {}, conflicts: [] }) }
        }
        const change = { path: theirs.path, bytes: null, expected: theirs.blob }
        const message = commitMessage('Delete', type, String(theirs.fields.title))
        return { changes: [change], message, result: saved(meant) }
      })
      return result
    },

    restore: (type: ContentType, id: number, to: Saver & { commit: string }) => restoreItem(context, type, id, to),
    move: (id: number, to: Saver & { slug: string; rewriteLinks: boolean }) => moveArticle(context, id, to),
  }

  function highestId(type: ContentType): number {
    return Math.max(0, ...store.all(type).flatMap(({ item }) => (item.id < derivedIdStart ? [item.id] : [])))
  }
}

/** Plans a save before its turn, so that no other one waits while its texts are converted and merged; in its turn it finds that done. */
async function beforeItsTurn(plan: () => Promise<unknown>): Promise<void> {
  // The save itself meets the same error.
  await plan().catch(() => undefined)
}

/** Whether a body may have to be converted. */
function holdsHtml({ content, contentFormat, articles = [] }: ContentPatch): boolean {
  return (
    contentFormat !== 'markdown' &&
    [content, ...articles.map((piece) => piece.content)].some((text) => text?.includes('<'))
  )
}
