import { type BulkAnswer, type BulkChange, bulkMessage } from '#domain/bulk-change.ts'
import type { ContentType } from '#domain/content.ts'
import { type ContentPatch, contentPatch } from '#domain/content-input.ts'
import { parseDate } from '#domain/dates.ts'
import { issueWords } from '#domain/issue-words.ts'
import { itemFields } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { createTurns } from '../../platform/turns.ts'
import type { StoredItem } from '../catalog/stored-items.ts'
import { type FileChange, type Plan, SaveRefused } from './committing.ts'
import { type ItemSite, itemKind } from './item-kind.ts'
import { planRemove, planUpdate } from './plan.ts'

export type BulkResult = { kind: 'done' } & Omit<BulkAnswer, 'commit'> & { commit: string | null }

/**
 * Plans one commit that changes several items of a type, each by the plan of a single save. Items
 * that such a save would refuse stay as they are. `onProgress` gets the number of those that are
 * planned.
 */
export async function planBulk(
  type: ContentType,
  ids: ReadonlyArray<number>,
  change: BulkChange,
  site: ItemSite,
  onProgress: (done: number) => void,
): Promise<Plan<BulkResult>> {
  const kind = itemKind(type, site)
  const instant = site.now().toISOString()
  const changes: Array<FileChange> = []
  const result: BulkResult = { kind: 'done', changed: 0, unchanged: 0, refused: [], commit: null }
  const turns = createTurns()
  let message = ''
  for (const [at, id] of [...new Set(ids)].entries()) {
    onProgress(at + 1)
    if (turns.isDue()) await turns.take()
    const stored = site.store.one<ContentType>(type, id)
    const title = stored?.item.title ?? ''
    const refuse = (message: string) => void result.refused.push({ id, title, message })
    if (!stored) {
      refuse(itemTypes[type].notFound)
      continue
    }
    try {
      const plan =
        change.action === 'delete'
          ? await planRemove(kind, id, undefined)
          : await planUpdate(
              kind,
              id,
              patchOf(type, stored, change, instant),
              undefined,
              site.texts,
            )
      if ('changes' in plan) {
        changes.push(...plan.changes)
        result.changed += 1
        message = plan.message
      } else result.unchanged += 1
    } catch (error) {
      if (!(error instanceof SaveRefused)) throw error
      refuse(error.message)
    }
  }
  if (changes.length === 0) return { ending: result }
  if (result.changed > 1) message = bulkMessage(type, change.action, result.changed)
  return { changes, message, result }
}

/** Throws SaveRefused for a change that makes no sense for any item of the type. */
export function checkBulkChange(type: ContentType, change: BulkChange, site: ItemSite): void {
  const { action, ...values } = change
  for (const name of Object.keys(change.action === 'tags' ? { tags: [] } : values))
    if (!Object.hasOwn(itemFields[type], name))
      throw new SaveRefused([
        { path: 'change', message: `${itemTypes[type].title} have no ${name}.` },
      ])
  if (change.action === 'tags') checked(type, { tags: change.add })
  else if (change.action !== 'delete') checked(type, values)
  if (change.action === 'schedule' && isPast(change.publishedAt, site))
    throw new SaveRefused([
      { path: 'change.publishedAt', message: 'Choose a time that is still to come.' },
    ])
}

function isPast(date: string, { store, now }: ItemSite): boolean {
  const moment = parseDate(date, store.reader.settings().timeZone)
  return moment === null || moment <= now()
}

/** The patch of a single save that makes the change. Throws SaveRefused. */
function patchOf(
  type: ContentType,
  { item, status }: StoredItem<{ publishedAt: string | null; tags?: ReadonlyArray<string> }>,
  change: Exclude<BulkChange, { action: 'delete' }>,
  instant: string,
): ContentPatch {
  const { action, ...values } = change
  switch (change.action) {
    case 'publish': {
      if (status === 'published') return {}
      const isDue = item.publishedAt !== null && item.publishedAt <= instant
      return { draft: false, ...(!isDue && { publishedAt: instant }) }
    }
    case 'unpublish':
      return status === 'draft' ? {} : { draft: true }
    case 'schedule':
      return { draft: false, ...checked(type, values) }
    case 'tags': {
      const tags = item.tags ?? []
      const known = new Set(tags.map(folded))
      const removed = new Set(change.remove.map(folded))
      const added = change.add.filter((tag) => !known.has(folded(tag)))
      const kept = tags.filter((tag) => !removed.has(folded(tag)))
      return checked(type, { tags: [...kept, ...added] })
    }
    default:
      return checked(type, values)
  }
}

const folded = (tag: string) => tag.trim().toLowerCase()

/** The values as a single save takes them. Throws SaveRefused. */
function checked(type: ContentType, values: object): ContentPatch {
  const parsed = contentPatch[type].safeParse(values, { error: issueWords })
  if (parsed.success) return parsed.data as ContentPatch
  throw new SaveRefused(
    parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  )
}
