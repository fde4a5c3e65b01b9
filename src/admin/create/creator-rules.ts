import { z } from 'zod'
import type { ContentType } from '#domain/content.ts'
import { metaDescriptionLimit } from '#domain/item/vocabulary.ts'
import type { DraftValues } from '../documents/draft-values.ts'
import { draftRules } from '../editing/draft-rules.ts'

const fewestTags = 2
const moreTags = 'At least 2 tags are recommended for better article discovery'

/**
 * Validation rules of the creator (specification, section 5): those of the draft editor, but with
 * at least two tags, and with the server's limit for the meta description; here 160 characters are
 * only a recommendation.
 */
export function creatorRules(type: ContentType, base: DraftValues) {
  const rules = draftRules(type, base).extend({
    metaDescription: z
      .string()
      .trim()
      .max(
        metaDescriptionLimit,
        `The meta description has at most ${metaDescriptionLimit} characters`,
      ),
  })
  return type === 'articles'
    ? rules.extend({ tags: z.array(z.string()).min(fewestTags, moreTags) })
    : rules
}

/** Rules for saving as a draft: tags and an excerpt are required only for publishing. */
export function draftOfCreatorRules(type: ContentType, base: DraftValues) {
  return creatorRules(type, base).extend({ tags: z.array(z.string()), excerpt: z.string() })
}
