import type { ContentType } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { itemAddress, itemTypes } from '#domain/item/types.ts'
import type { Claims } from '../../platform/claims.ts'
import { freePath } from '../../platform/first-free.ts'
import { normalAddress } from '../catalog/redirects.ts'
import type { ContentStore } from '../catalog/store.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { RenderBody } from '../read/body.ts'
import { slugFromName } from '../read/file-kind.ts'
import {
  aliasesAfter,
  aliasesBetween,
  freeSlug,
  isAddressed,
  sentSlug,
  takenIn,
} from './addresses.ts'
import { changedFile, type ItemText, lacksId, savedFile } from './content-text.ts'
import type { ItemHistory, ItemVersion } from './item-history.ts'
import type { Version } from './merging.ts'
import { type SavedKind, type StoredText, textReader } from './plan.ts'
import {
  isEmptyAndPublic,
  refuseEmptyIssue,
  requestedFields,
  requestedTexts,
} from './requested-fields.ts'

type Text = StoredText<ContentType>

/** What items need to be saved. */
export interface ItemSite {
  store: Pick<ContentStore, 'all' | 'one' | 'blobAt' | 'reader'>
  /** Bytes of a blob. Throws when there is none. */
  read: (blob: string) => Promise<Uint8Array>
  history: Pick<ItemHistory, 'versions'>
  renderBody: RenderBody
  texts: TextWork
  now: () => Date
}

/**
 * Items of a type: a slug is an address, and former addresses lead to it. `claimed` are names that
 * other saves have taken.
 */
export function itemKind(type: ContentType, site: ItemSite, claimed?: Claims) {
  const { store } = site
  const rules = () => store.reader.settings()
  const taken = () => takenIn(store, type, claimed)
  const reader = textReader(type, site.read, rules)
  const find = (id: number) => {
    const stored = store.one(type, id)
    return stored && { path: stored.path, blob: stored.item.blob }
  }

  return {
    ...reader,
    singular: itemTypes[type].singular,
    find,
    /** The base with the patch applied. */
    async edited(patch, base, theirs) {
      const from = base ?? theirs
      const { markdown, ...pieces } = await requestedTexts(patch, from, { key: from.blob }, site)
      const fields = {
        ...base?.fields,
        ...requestedFields(type, patch, rules(), from.fields),
        ...pieces,
      }
      return { fields: await withSlug(patch, base, theirs, { fields, markdown }), markdown }
    },
    write(theirs, { changed, markdown }, patch) {
      const { entry } = theirs
      const isUndated = { ...theirs.fields, ...changed }.publishedAt === null
      if (changed.draft === false && isUndated && patch.publishedAt === undefined)
        changed.publishedAt = site.now().toISOString()
      const after: Record<string, unknown> = { ...theirs.fields, ...changed }
      if (!isEmptyAndPublic(type, theirs.fields, theirs.markdown))
        refuseEmptyIssue(type, after, markdown)
      if (isAddressed(type) && typeof changed.slug === 'string')
        changed.aliases = aliasesAfter(entry.aliases, entry.item.slug, changed.slug)
      // The id derived from the path is written into the file, so that the item has the same id
      // when the file is renamed.
      const own = lacksId(theirs) ? { id: entry.item.id } : {}
      const bytes = savedFile(theirs, changed, markdown, { own, rules: rules() })
      const changes = bytes === null ? [] : [{ path: theirs.path, bytes, expected: theirs.blob }]
      return { changes, title: String(after.title) }
    },
    /**
     * A deleted item gets its bytes, address and id again, and another file name when its own is
     * taken; later addresses still redirect to it. Where another item has the address by now, a
     * deleted one gets a free one, and any other keeps its own.
     */
    async restored(id, version, blob, file) {
      const now = file?.blob ? await reader.read({ ...file, blob: file.blob }) : null
      const path = now?.path ?? freePath(version.path, (free) => store.blobAt(free) === null)
      const text = await reader.read({ path, blob })
      const { slug } = (
        now || !isAddressed(type) ? text : await reader.read({ path: version.path, blob })
      ).entry.item
      const isTaken = isAddressed(type) && taken().holder(slug, id) !== null
      const free = isTaken ? (now?.entry.item.slug ?? freeSlug(slug, id, taken())) : slug
      const bytes = changedFile(text, fieldsSince(text, now, id, free), text.markdown, rules())
      return { path, bytes, title: text.entry.item.title }
    },
  } satisfies SavedKind<number, ContentPatch, Text>

  /** The fields with the slug that a client has sent. */
  async function withSlug(
    patch: ContentPatch,
    base: Text | null,
    theirs: Text,
    { fields, markdown }: Version,
  ) {
    const { slug } = patch
    const { id } = theirs.entry.item
    const isKept =
      slug === undefined ||
      slug === (base ?? theirs).fields.slug ||
      (slug === '' && !isAddressed(type))
    if (isKept) return fields
    const isAllElseKept = markdown === base?.markdown && sameValue(fields, base.fields)
    // Screens send whole items (rulings, section 9): beside another change, the slug of an earlier
    // name of the file is no change.
    const versions = base && !isAllElseKept ? await site.history.versions(type, id) : null
    if (base && versions && hadByName(base, slug, versions)) return fields
    return { ...fields, slug: sentSlug(slug, String(fields.title), type, id, taken()) }
  }
}

/**
 * Whether a version of an item, which does not name its slug, got this one from an earlier name of
 * the file.
 */
function hadByName(
  { entry, data, blob }: Text,
  slug: string,
  versions: ReadonlyArray<ItemVersion>,
): boolean {
  if ((data.slug ?? null) !== null) return false
  const isBy = (path: string, at: string | null) =>
    at === blob && slugFromName(entry.kind, path.slice(entry.kind.length + 1)) === slug
  return versions.some((one) => isBy(one.path, one.blob) || isBy(one.from, one.before))
}

/**
 * The fields of a restored file that stay current: its id, and every address that redirects to it.
 * `slug` is the one that it gets.
 */
function fieldsSince(
  { entry }: ItemText,
  now: Text | null,
  id: number,
  slug: string,
): Record<string, unknown> {
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
