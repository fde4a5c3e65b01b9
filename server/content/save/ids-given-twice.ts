import { type ContentType, derivedIdStart, isContentType } from '#domain/content.ts'
import { itemAddress, itemTypes } from '#domain/item/types.ts'
import { readFrontmatter } from '../frontmatter/frontmatter.ts'
import { editFrontmatter } from '../frontmatter/frontmatter-edit.ts'
import { pathKind } from '../read/file-kind.ts'
import type { ReadingRules } from '../read/reading-rules.ts'
import { type ReadText, readItemText } from './content-text.ts'

/**
 * A content file that one side of a merge has changed: its bytes before and after, null when it did
 * not exist.
 */
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

export type IdentifiedKind = ContentType | 'downloads'

/**
 * Two checkouts that create items at the same time may give one id to different items. The item of
 * the remote keeps the id; ours, which nobody else has yet, gets a new one from `next`. So the side
 * that pushes last resolves each duplicate, once. Returns the new bytes by path. Only the id
 * changes. An address with a slug stays the same. The old address of a published item addressed by
 * id becomes an alias, unless the other item is published there.
 */
export async function assignNewIds(
  ours: ReadonlyArray<SideChange>,
  theirs: ReadonlyArray<SideChange>,
  site: {
    next(kind: IdentifiedKind, above: number): Promise<number>
    rules: ReadingRules
    now: Date
  },
): Promise<Map<string, Buffer>> {
  const renewed = new Map<string, Buffer>()
  const given = ours.flatMap(givenBy)
  if (given.length === 0) return renewed
  const byThem = theirs.flatMap(givenBy)
  const taken = new Map(byThem.map((file) => [keyOf(file), file]))
  // An item that both sides have moved to different paths is one item, no duplicate.
  const moved = new Set(
    ours
      .flatMap(({ path, before, after }) => (after === null ? idIn(path, before) : []))
      .map(keyOf),
  )
  for (const file of given.sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const theirFile = taken.get(keyOf(file))
    if (!theirFile || theirFile.path === file.path || moved.has(keyOf(file))) continue
    const highest = Math.max(...byThem.filter(({ kind }) => kind === file.kind).map(({ id }) => id))
    renewed.set(file.path, withNewId(file, theirFile, await site.next(file.kind, highest), site))
  }
  return renewed
}

function keyOf({ kind, id }: Pick<GivenId, 'kind' | 'id'>) {
  return `${kind} ${id}`
}

/** The id that a side has added to a file or changed in it. */
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

function withNewId(
  file: GivenId,
  theirs: GivenId,
  id: number,
  site: { rules: ReadingRules; now: Date },
): Buffer {
  const text = Buffer.from(file.bytes).toString('utf8')
  const [own, other] = [file, theirs].map(({ path, bytes }) =>
    readItemText(path, bytes, site.rules),
  )
  if (own?.kind !== 'read') return Buffer.from(editFrontmatter(text, { id }))
  const changes: Record<string, unknown> = { id }
  const { entry } = own.text
  const isRead = (item: ReadText<ContentType> | undefined) =>
    item?.kind === 'read' &&
    !item.text.entry.draft &&
    item.text.entry.item.publishedAt !== null &&
    item.text.entry.item.publishedAt <= site.now.toISOString()
  const old = itemAddress(entry.kind, entry.item)
  const now = itemAddress(entry.kind, { ...entry.item, id })
  if (old !== now && isRead(own) && !isRead(other)) changes.aliases = [...entry.aliases, old]
  const bytes = Buffer.from(editFrontmatter(text, changes))
  // A slug that was derived from the old id is written into the file, so that the address stays.
  const after = readItemText(file.path, bytes, site.rules)
  if (itemTypes[entry.kind].addressedBy === 'id' || after.kind !== 'read') return bytes
  if (after.text.entry.item.slug === entry.item.slug) return bytes
  return Buffer.from(editFrontmatter(text, { ...changes, slug: entry.item.slug }))
}
