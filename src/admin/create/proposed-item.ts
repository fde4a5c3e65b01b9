import { z } from 'zod'
import type { DraftValues } from '../documents/draft-values.ts'
import { sameCategory } from '../editing/choices.ts'
import { type CreatedType, creatorFields } from '../editing/creator-state.ts'
import { countsAsPublished } from '../editing/publication.ts'

/** A missing text is the same as an empty one. */
const text = z
  .string()
  .nullable()
  .transform((value) => value ?? '')
  .optional()
  .catch(undefined)

/**
 * The item in the address; each invalid field is ignored. It only proposes changes: the item itself
 * is loaded by id (rulings, section 4).
 */
const proposedItem = z.object({
  id: z
    .union([
      z.int().positive(),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    ])
    .optional()
    .catch(undefined),
  title: text,
  slug: text,
  excerpt: text,
  metaDescription: text,
  /** Markdown or HTML. */
  content: text,
  markdown: text,
  category: text,
  tags: z
    .array(z.string().trim())
    .transform((tags) => tags.filter(Boolean))
    .optional()
    .catch(undefined),
  readTime: z.int().min(1).optional().catch(undefined),
  featured: z.boolean().optional().catch(undefined),
  techniqueLevel: text,
  abletonVersion: text,
  imageUrl: text,
  imageAlt: text,
})
export type ProposedItem = z.infer<typeof proposedItem>

/** The parsed address of the screen. */
export type CreatorAddress =
  /**
   * `draft` is the name of a stored draft. With `write`, a new item begins with a blank page
   * instead of the input step.
   */
  | { kind: 'create'; type: CreatedType; write: boolean; draft: string | null }
  /** A queued creation, by its key. */
  | { kind: 'waiting'; key: string }
  /** `proposed` is null when the address contains no readable item; `problem` is the reason. */
  | { kind: 'edit'; type: CreatedType; proposed: ProposedItem | null; problem: unknown }

/**
 * Parses `edit`, `contentType` and `content` (specification, section 2), and our own `waiting`,
 * `write` and `draft`.
 */
export function creatorAddress(search: Readonly<Record<string, string>>): CreatorAddress {
  const type: CreatedType = search.contentType === 'news' ? 'news' : 'articles'
  if (search.waiting) return { kind: 'waiting', key: search.waiting }
  if (search.edit !== 'true')
    return { kind: 'create', type, write: search.write === 'true', draft: search.draft ?? null }
  try {
    return {
      kind: 'edit',
      type,
      proposed: proposedItem.parse(JSON.parse(search.content ?? '')),
      problem: null,
    }
  } catch (problem) {
    return { kind: 'edit', type, proposed: null, problem }
  }
}

/**
 * Applies a proposal to field values; `content` is the proposed body as Markdown. The slug of a
 * published item stays, and so does a category that differs only in spelling.
 */
export function withProposal(
  type: CreatedType,
  base: DraftValues,
  proposed: ProposedItem,
  content: string | undefined,
): DraftValues {
  const wanted: Partial<Record<keyof DraftValues, unknown>> = { ...proposed, content }
  if (countsAsPublished(base)) delete wanted.slug
  if (proposed.category !== undefined && sameCategory(proposed.category, base.category))
    delete wanted.category
  const taken = creatorFields[type].filter((field) => wanted[field] !== undefined)
  return { ...base, ...Object.fromEntries(taken.map((field) => [field, wanted[field]])) }
}
