import type { ContentType } from '#domain/content.ts'
import { itemAddress } from '#domain/item/types.ts'
import type { ReadingRules } from '../reading-rules.ts'
import { aliasesBetween, isAddressed, type TakenAddresses, typedSlug } from './addresses.ts'
import { type FileChange, SaveRefused } from './committing.ts'
import { changedFile, hasBytes, type ItemText, readItemText } from './content-text.ts'
import type { ItemVersion } from './item-history.ts'
import type { StoredText } from './plan-update.ts'

/**
 * The change that restores a version of an item. A deleted item gets its bytes, address and id again; later addresses still redirect to it. `blob` is the
 * blob of the version, or the previous one when the commit deleted the item; `now` is the current file, null for none. Null when the file already has
 * that version. Throws SaveRefused.
 */
export function planRestore(
  type: ContentType,
  id: number,
  version: ItemVersion,
  blob: string,
  now: StoredText | null,
  site: {
    blobAt: (path: string) => string | null
    read: (blob: string) => Uint8Array
    taken: TakenAddresses
    rules: ReadingRules
  },
): { file: FileChange; title: string } | null {
  const path = now?.path ?? version.path
  if (!now && site.blobAt(path) !== null)
    throw new SaveRefused([{ path: 'commit', message: `${path} is another item now.` }])
  const then = readItemText(path, site.read(blob), site.rules)
  if (then.kind === 'faulty')
    throw new SaveRefused(then.faults.map(({ message }) => ({ path: 'commit', message: `${message}.` })))
  const { text } = then
  const { title, slug } = text.entry.item
  if (isAddressed(type)) typedSlug(slug, type, id, site.taken)
  const bytes = changedFile(text, fieldsSince(text, now, id), text.markdown, site.rules)
  if (now && hasBytes(now, bytes)) return null
  return { file: { path, bytes, expected: now?.blob ?? null }, title }
}

/** The fields of a restored file that stay current: its id, and every address that redirects to it. */
function fieldsSince({ entry }: ItemText, now: StoredText | null, id: number): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  if (entry.item.id !== id) fields.id = id
  if (!now) return fields
  const addressOf = ({ kind, item }: ItemText['entry']) => (isAddressed(kind) ? itemAddress(kind, item) : null)
  const since = [...now.entry.aliases, addressOf(now.entry) ?? []].flat()
  const aliases = aliasesBetween(entry.aliases, since, addressOf(entry))
  if (aliases.length > entry.aliases.length) fields.aliases = aliases
  return fields
}
