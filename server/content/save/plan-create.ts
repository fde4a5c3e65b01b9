import { randomUUID } from 'node:crypto'
import type { ContentType } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { hasField } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { type Claims, fileClaim, noClaims } from '../../platform/claims.ts'
import { firstFree, freePath } from '../../platform/first-free.ts'
import type { ContentStore } from '../catalog/store.ts'
import { sentSlug, slugOfTitle, takenIn } from './addresses.ts'
import { numberClaim } from './claims.ts'
import { newFile } from './content-text.ts'
import type { ItemSite } from './item-kind.ts'
import type { Written } from './plan.ts'
import { noTexts, refuseEmptyIssue, requestedFields, requestedTexts } from './requested-fields.ts'

/**
 * The file of a new item (rulings, sections 2 and 6b). `deleted` are the paths of deleted items.
 * Throws SaveRefused.
 */
export async function planCreate(
  type: ContentType,
  id: number,
  input: ContentPatch,
  site: ItemSite,
  claimed: Claims = noClaims,
  deleted: ReadonlySet<string> = new Set(),
): Promise<Written> {
  const { store } = site
  const rules = store.reader.settings()
  const now = site.now()
  const taken = takenIn(store, type, claimed)
  const fields = requestedFields(type, input, rules, {})
  const title = String(fields.title)
  const slug =
    input.slug === undefined
      ? slugOfTitle(title, type, id, taken)
      : sentSlug(input.slug, title, type, id, taken)
  if (itemTypes[type].beginsAs === 'draft' && fields.publishedAt === undefined)
    fields.publishedAt = null
  if (hasField(type, 'issueNumber')) fields.issueNumber ??= nextIssue(store, claimed)
  if (fields.publishedAt === undefined && fields.draft !== true)
    fields.publishedAt = now.toISOString()
  const { markdown, ...pieces } = await requestedTexts(input, noTexts, { key: randomUUID() }, site)
  Object.assign(fields, pieces)
  refuseEmptyIssue(type, fields, markdown)
  const isFree = (path: string) =>
    store.blobAt(path) === null && !deleted.has(path) && !claimed.has(fileClaim(path))
  const before = hasField(type, 'issueNumber')
    ? `${String(fields.issueNumber).padStart(3, '0')}-`
    : ''
  const path = freePath(`${type}/${now.getUTCFullYear()}/${before}${slug}.md`, isFree)
  const bytes = newFile(type, path, { ...fields, slug, id }, markdown, rules)
  return { changes: [{ path, bytes, expected: null }], title }
}

/** The number after the highest one. */
function nextIssue(store: Pick<ContentStore, 'all'>, claimed: Claims): number {
  const highest = Math.max(0, ...store.all('newsletters').map(({ item }) => item.issueNumber))
  return firstFree(
    (number) => highest + number,
    (number) => !claimed.has(numberClaim(number)),
  )
}
