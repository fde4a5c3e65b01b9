import type { ContentType } from '#domain/content.ts'
import { itemAddress } from '#domain/item/types.ts'
import { freePath } from '../../platform/first-free.ts'
import type { ReadingRules } from '../reading-rules.ts'
import { normalAddress } from '../redirects.ts'
import { aliasesBetween, freeSlug, isAddressed, type TakenAddresses } from './addresses.ts'
import { type FileChange, SaveRefused } from './committing.ts'
import { changedFile, hasBytes, type ItemText, readItemText } from './content-text.ts'
import type { ItemVersion } from './item-history.ts'
import type { StoredText } from './plan-update.ts'

/**
 * The change that restores a version of an item. A deleted item gets its bytes, address and id again, and another file name when its own is taken; later
 * addresses still redirect to it. Where another item has the address by now, a deleted one gets a free one, and any other keeps its own. `blob` is the blob of
 * the version, or the previous one when the commit deleted the item; `now` is the current file, null for none. Null when the file already has that version.
 * Throws SaveRefused.
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
  const path = now?.path ?? freePath(version.path, (free) => site.blobAt(free) === null)
  const text = readVersion(path)
  const { title } = text.entry.item
  const { slug } = (now || !isAddressed(type) ? text : readVersion(version.path)).entry.item
  const isTaken = isAddressed(type) && site.taken.holder(slug, id) !== null
  const free = isTaken ? (now?.entry.item.slug ?? freeSlug(slug, id, site.taken)) : slug
  const bytes = changedFile(text, fieldsSince(text, now, id, free), text.markdown, site.rules)
  if (now && hasBytes(now, bytes)) return null
  return { file: { path, bytes, expected: now?.blob ?? null }, title }

  function readVersion(name: string): ItemText {
    const then = readItemText(name, site.read(blob), site.rules)
    if (then.kind === 'read') return then.text
    throw new SaveRefused(then.faults.map(({ message }) => ({ path: 'commit', message: `${message}.` })))
  }
}

/** The fields of a restored file that stay current: its id, and every address that redirects to it. `slug` is the one that it gets. */
function fieldsSince({ entry }: ItemText, now: StoredText | null, id: number, slug: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  if (entry.item.id !== id) fields.id = id
  if (entry.item.slug !== slug) fields.slug = slug
  if (!now) return fields
  const addressOf = ({ kind }: ItemText['entry'], slug: string) =>
    isAddressed(kind) ? normalAddress(itemAddress(kind, { id, slug })) : null
  const since = [...now.entry.aliases, addressOf(now.entry, now.entry.item.slug) ?? []].flat()
  const aliases = aliasesBetween(entry.aliases, since, addressOf(entry, slug))
  if (aliases.length > entry.aliases.length) fields.aliases = aliases
  return fields
}
