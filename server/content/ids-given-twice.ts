import { derivedIdStart } from '#domain/content.ts'
import { itemAddress } from '#domain/item/types.ts'
import { isContentType, pathKind } from './file-kind.ts'
import { readFrontmatter } from './frontmatter.ts'
import { editFrontmatter } from './frontmatter-edit.ts'
import { type ReadItem, readItemText } from './saving/item-text.ts'

/** A content file that one side of a merge has changed; null where it was not, or is not any more. */
export interface SideChange {
  /** Relative to the content folder. */
  path: string
  before: Uint8Array | null
  after: Uint8Array | null
}

interface GivenId {
  path: string
  bytes: Uint8Array
  kind: IdentifiedKind
  id: number
}

export type IdentifiedKind = 'articles' | 'news' | 'newsletters' | 'downloads'

/**
 * Two checkouts of a site that create at once give the same id to different items. What is on the remote already keeps it; ours, which nobody else has
 * yet, gets a new one from `next`. So each double is resolved once, by the side that pushes last. Returns the new bytes by path; everything but the id
 * stays, and so does the address, where that is no number. A number's old address leads to the item as long as nobody else is read there.
 */
export async function giveNewIds(
  ours: ReadonlyArray<SideChange>,
  theirs: ReadonlyArray<SideChange>,
  site: { next(kind: IdentifiedKind, above: number): Promise<number>; timeZone: string; now: Date },
): Promise<Map<string, Buffer>> {
  const renewed = new Map<string, Buffer>()
  const given = ours.flatMap(givenBy)
  if (given.length === 0) return renewed
  const byThem = theirs.flatMap(givenBy)
  const taken = new Map(byThem.map((file) => [keyOf(file), file]))
  // An item that both sides have moved is one item, wherever each has put it.
  const moved = new Set(
    ours.flatMap(({ path, before, after }) => (after === null ? idIn(path, before) : [])).map(keyOf),
  )
  for (const file of given.sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const theirFile = taken.get(keyOf(file))
    if (!theirFile || theirFile.path === file.path || moved.has(keyOf(file))) continue
    const highest = Math.max(...byThem.filter(({ kind }) => kind === file.kind).map(({ id }) => id))
    renewed.set(file.path, withNewId(file, theirFile, await site.next(file.kind, highest), site))
  }
  return renewed
}

function keyOf({ kind, id }: Pick<GivenId, 'kind' | 'id'>): string {
  return `${kind} ${id}`
}

/** The id that a side has written into a file. */
function givenBy({ path, before, after }: SideChange): Array<GivenId> {
  const [given] = idIn(path, after)
  const [earlier] = idIn(path, before)
  return given && given.id !== earlier?.id ? [given] : []
}

function idIn(path: string, bytes: Uint8Array | null): Array<GivenId> {
  const { kind } = pathKind(path)
  if (bytes === null || !(isContentType(kind) || kind === 'downloads')) return []
  const file = readFrontmatter(bytes)
  const id = file.kind === 'frontmatter' ? file.data.id : null
  return typeof id === 'number' && id < derivedIdStart ? [{ path, bytes, kind, id }] : []
}

function withNewId(file: GivenId, theirs: GivenId, id: number, site: { timeZone: string; now: Date }): Buffer {
  const text = Buffer.from(file.bytes).toString('utf8')
  const [own, other] = [file, theirs].map(({ path, bytes }) => readItemText(path, bytes, site.timeZone))
  if (own?.kind !== 'item') return Buffer.from(editFrontmatter(text, { id }))
  const changes: Record<string, unknown> = { id }
  const { entry } = own.item
  const isRead = (item: ReadItem | undefined) =>
    item?.kind === 'item' &&
    !item.item.entry.draft &&
    item.item.entry.item.publishedAt !== null &&
    item.item.entry.item.publishedAt <= site.now.toISOString()
  const old = itemAddress(entry.kind, entry.item)
  const now = itemAddress(entry.kind, { ...entry.item, id })
  if (old !== now && isRead(own) && !isRead(other)) changes.aliases = [...entry.aliases, old]
  const bytes = Buffer.from(editFrontmatter(text, changes))
  // A slug that was made of the id stays what it was.
  const after = readItemText(file.path, bytes, site.timeZone)
  if (entry.kind !== 'articles' || after.kind !== 'item' || after.item.entry.item.slug === entry.item.slug) return bytes
  return Buffer.from(editFrontmatter(text, { ...changes, slug: entry.item.slug }))
}
