import type { ContentType } from '#domain/content.ts'
import { aliasesBetween, articleAddress, typedSlug } from './addresses.ts'
import { commitMessage } from './commit-message.ts'
import type { FileChange, Saver } from './committing.ts'
import { changedFile } from './file-changes.ts'
import type { ItemVersion } from './item-history.ts'
import { type ItemText, readItemText } from './item-text.ts'
import { SaveRefused } from './save-refused.ts'
import { type SaveResult, saved } from './save-result.ts'
import type { HeldItem, SavingContext } from './saving-context.ts'

/**
 * Brings an item back to what it was after a commit, by a new commit; a deleted item comes back with its bytes, its address and its id. A commit that
 * deleted the item stands for what it deleted. Addresses that it got since then go on leading to it. Throws SaveRefused and what the lane throws.
 */
export async function restoreItem(
  context: SavingContext,
  type: ContentType,
  id: number,
  { commit, ...by }: Saver & { commit: string },
): Promise<SaveResult> {
  const { result } = await context.parts.commit<SaveResult>(by, async () => {
    const versions = await context.parts.history.versions(type, id)
    const version = versions?.find((one) => one.commit === commit)
    const blob = version?.blob ?? version?.before
    if (!version || !blob) return { ending: { kind: 'missing' } }
    const change = restored(context, { type, id }, version, blob, context.current(type, id))
    if (!change) return { ending: saved(id) }
    return { changes: [change.file], message: commitMessage('Restore', type, change.title), result: saved(id) }
  })
  return result
}

function restored(
  context: SavingContext,
  { type, id }: { type: ContentType; id: number },
  version: ItemVersion,
  blob: string,
  now: HeldItem | null,
): { file: FileChange; title: string } | null {
  const { store, read } = context.parts
  const path = now?.path ?? version.path
  if (!now && store.blobAt(path) !== null)
    throw new SaveRefused([{ path: 'commit', message: `${path} holds another item now.` }])
  const then = readItemText(path, read(blob), context.timeZone())
  if (then.kind === 'faulty')
    throw new SaveRefused(then.faults.map(({ message }) => ({ path: 'commit', message: `${message}.` })))
  const { item } = then
  const title = item.entry.item.title
  if (type === 'articles') typedSlug(item.entry.item.slug, type, id, context.taken())
  const bytes = changedFile(item, keptSince(item, now, id), item.markdown, context.timeZone())
  if (now && bytes.equals(Buffer.from(now.head + now.markdown))) return null
  return { file: { path, bytes, expected: now?.blob ?? null }, title }
}

/** What a restored file has to say besides what it said: its id, and every address that leads to it. */
function keptSince({ entry }: ItemText, now: HeldItem | null, id: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  if (entry.item.id !== id) kept.id = id
  if (!now) return kept
  const own = entry.kind === 'articles' ? articleAddress(entry.item.slug) : null
  const since =
    now.entry.kind === 'articles' ? [...now.entry.aliases, articleAddress(now.entry.item.slug)] : now.entry.aliases
  const aliases = aliasesBetween(entry.aliases, since, own)
  if (aliases.length > entry.aliases.length) kept.aliases = aliases
  return kept
}
