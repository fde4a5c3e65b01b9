import type { ContentPatch } from '#domain/content-input.ts'
import type { RenderBody } from '../body.ts'
import type { TextWork } from '../markdown/text-work.ts'
import { aliasesAfter } from './addresses.ts'
import { isEmptyAndPublic, refuseEmptyIssue } from './empty-issue.ts'
import { type FieldValues, sentFields } from './field-values.ts'
import { changedFile } from './file-changes.ts'
import { type ItemText, lacksId } from './item-text.ts'
import { mergeVersions, type Version } from './merge-item.ts'
import type { SaveConflict } from './save-result.ts'
import { markdownOfBody } from './sent-body.ts'
import { sentPieces } from './sent-pieces.ts'

export type UpdatePlan =
  | { kind: 'unchanged' }
  | { kind: 'changed'; bytes: Buffer; title: string }
  | { kind: 'conflict'; versions: Omit<SaveConflict, 'kind' | 'message'> }

type Held = ItemText & { blob: string }

/**
 * What a patch makes of the file as it is now (`theirs`). `base` is what the client started from, null when that is not known. Only what differs from
 * the base is an edit. Throws SaveRefused.
 */
export async function planUpdate(
  patch: ContentPatch,
  base: Held | null,
  theirs: Held,
  site: {
    slugFor: (slug: string, title: string) => string
    render: RenderBody
    texts: TextWork
    now: Date
    timeZone: string
  },
): Promise<UpdatePlan> {
  const { timeZone } = site
  const yours = await editedVersion(patch, base, theirs, site)
  const merged = await mergeVersions(base, yours, theirs, site.texts)
  if (merged.kind === 'conflict')
    return {
      kind: 'conflict',
      versions: {
        base: base && shownVersion(base, base.blob),
        theirs: shownVersion(theirs, theirs.blob),
        yours: shownVersion(yours, null),
        conflicts: merged.conflicts,
      },
    }
  const changed = { ...merged.changed }
  const after = { ...theirs.fields, ...changed }
  if (changed.draft === false && after.publishedAt === null && patch.publishedAt === undefined)
    changed.publishedAt = site.now.toISOString()
  const { entry } = theirs
  if (!isEmptyAndPublic(entry.kind, theirs.fields, theirs.markdown))
    refuseEmptyIssue(entry.kind, { ...theirs.fields, ...changed }, merged.markdown)
  if (entry.kind === 'articles' && typeof changed.slug === 'string')
    changed.aliases = aliasesAfter(entry.aliases, entry.item.slug, changed.slug)
  const bytes = changedFile(theirs, changed, merged.markdown, timeZone)
  if (bytes.equals(Buffer.from(theirs.head + theirs.markdown))) return { kind: 'unchanged' }
  const title = String(after.title)
  if (!lacksId(theirs)) return { kind: 'changed', bytes, title }
  // The id that was made from the path is written down, so that the item keeps it when the file moves.
  return {
    kind: 'changed',
    bytes: changedFile(theirs, { ...changed, id: entry.item.id }, merged.markdown, timeZone),
    title,
  }
}

/** The base with the patch applied. */
async function editedVersion(
  patch: ContentPatch,
  base: Held | null,
  theirs: Held,
  site: Parameters<typeof planUpdate>[3],
): Promise<Version> {
  const { kind } = theirs.entry
  const from = base ?? theirs
  const fields: Record<string, unknown> = { ...base?.fields, ...sentFields(kind, patch, site.timeZone, from.fields) }
  const unnamed =
    patch.slug === undefined || patch.slug === from.fields.slug || (patch.slug === '' && kind !== 'articles')
  if (!unnamed) fields.slug = site.slugFor(patch.slug ?? '', String(fields.title))
  const { contentFormat, content } = patch
  if (patch.articles)
    fields.articles = await sentPieces(
      patch.articles,
      contentFormat,
      piecesOf(from.fields),
      async (markdown, index) => {
        const input = { key: `${from.blob}-${index}`, markdown, anchorPrefix: `a${index + 1}-` }
        return (await site.render(input)).html
      },
      site.texts,
    )
  const markdown =
    content === undefined
      ? from.markdown
      : await markdownOfBody(
          { content, contentFormat },
          from.markdown,
          async (text) => (await site.render({ key: from.blob, markdown: text })).html,
          site.texts,
        )
  return { fields, markdown }
}

function piecesOf(fields: FieldValues): Array<{ title: string; excerpt: string; content: string }> {
  return (fields.articles ?? []) as Array<{ title: string; excerpt: string; content: string }>
}

/** A version as an answer shows it. */
export function shownVersion({ fields, markdown }: Version, revision: string | null): object {
  return { ...fields, markdown, ...(revision && { revision }) }
}
