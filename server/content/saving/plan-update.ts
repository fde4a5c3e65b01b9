import type { ContentPatch } from '#domain/content-input.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import type { RenderBody } from '../body.ts'
import type { TextWork } from '../markdown/text-work.ts'
import { mergeVersions, type Version } from '../merging.ts'
import type { ReadingRules } from '../reading-rules.ts'
import { aliasesAfter, isAddressed } from './addresses.ts'
import type { SaveConflict } from './committing.ts'
import { type ItemText, lacksId, savedFile } from './content-text.ts'
import {
  isEmptyAndPublic,
  markdownOfBody,
  type Piece,
  refuseEmptyIssue,
  requestedFields,
  requestedPieces,
} from './requested-fields.ts'

export type UpdatePlan = { kind: 'unchanged' } | { kind: 'changed'; bytes: Buffer; title: string } | SaveConflict

/** The text of an item and its blob. */
export type StoredText = ItemText & { blob: string }

/**
 * The result of a patch on the current file (`theirs`). `base` is the version of the client, null when it is unknown. Only differences from the base count
 * as edits. Throws SaveRefused.
 */
export async function planUpdate(
  patch: ContentPatch,
  base: StoredText | null,
  theirs: StoredText,
  site: {
    slugFor: (slug: string, title: string) => string
    /** Whether a version, which does not name its slug, got this one from an earlier name of the file. */
    hadByName: (version: StoredText, slug: string) => Promise<boolean>
    render: RenderBody
    texts: TextWork
    now: Date
    rules: ReadingRules
  },
): Promise<UpdatePlan> {
  const { entry } = theirs
  const merged = await mergeVersions(base, await editedVersion(patch, base, theirs, site), theirs, site.texts)
  if (merged.kind === 'conflict') return merged
  const { changed, markdown } = merged
  const isUndated = { ...theirs.fields, ...changed }.publishedAt === null
  if (changed.draft === false && isUndated && patch.publishedAt === undefined)
    changed.publishedAt = site.now.toISOString()
  const after: Record<string, unknown> = { ...theirs.fields, ...changed }
  if (!isEmptyAndPublic(entry.kind, theirs.fields, theirs.markdown)) refuseEmptyIssue(entry.kind, after, markdown)
  if (isAddressed(entry.kind) && typeof changed.slug === 'string')
    changed.aliases = aliasesAfter(entry.aliases, entry.item.slug, changed.slug)
  // The id derived from the path is written into the file, so that the item has the same id when the file is renamed.
  const own = lacksId(theirs) ? { id: entry.item.id } : {}
  const bytes = savedFile(theirs, changed, markdown, { own, rules: site.rules })
  return bytes === null ? { kind: 'unchanged' } : { kind: 'changed', bytes, title: String(after.title) }
}

/** The base with the patch applied. */
async function editedVersion(
  patch: ContentPatch,
  base: StoredText | null,
  theirs: StoredText,
  { render, texts, rules, slugFor, hadByName }: Parameters<typeof planUpdate>[3],
): Promise<Version> {
  const { kind } = theirs.entry
  const from = base ?? theirs
  const fields: Record<string, unknown> = { ...base?.fields, ...requestedFields(kind, patch, rules, from.fields) }
  const { contentFormat, content, articles } = patch
  if (articles) {
    const renderPiece = async (markdown: string, index: number) =>
      (await render({ key: `${from.blob}-${index}`, markdown, anchorPrefix: `a${index + 1}-` })).html
    const before = (from.fields.articles ?? []) as Array<Piece>
    fields.articles = await requestedPieces(articles, contentFormat, before, renderPiece, texts)
  }
  const renderText = async (markdown: string) => (await render({ key: from.blob, markdown })).html
  const markdown =
    content === undefined
      ? from.markdown
      : await markdownOfBody({ content, contentFormat }, from.markdown, renderText, texts)
  const keepsSlug =
    patch.slug === undefined || patch.slug === from.fields.slug || (patch.slug === '' && !isAddressed(kind))
  if (keepsSlug) return { fields, markdown }
  const slug = patch.slug ?? ''
  const isAllElseKept = markdown === base?.markdown && sameValue(fields, base.fields)
  // Screens send whole items (rulings, section 9): beside another change, the slug of an earlier name of the file is no change.
  if (base && !isAllElseKept && (await hadByName(base, slug))) return { fields, markdown }
  return { fields: { ...fields, slug: slugFor(slug, String(fields.title)) }, markdown }
}
