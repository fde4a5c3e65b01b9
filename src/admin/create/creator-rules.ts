import { z } from 'zod'
import type { ContentType } from '#domain/content.ts'
import { metaDescriptionLimit } from '#domain/item/vocabulary.ts'
import { draftRules } from '../item/draft-rules.ts'
import type { DraftValues } from '../item/draft-values.ts'

const fewestTags = 2
const moreTags = 'At least 2 tags are recommended for better article discovery'

/**
 * What may be saved in the creator (specification, section 5): as in the draft editor, but with two tags, and with a meta description as long as the
 * server takes it: 160 characters are only counted here.
 */
export function creatorRules(type: ContentType, base: DraftValues) {
  const rules = draftRules(type, base).extend({
    metaDescription: z
      .string()
      .trim()
      .max(metaDescriptionLimit, `The meta description has at most ${metaDescriptionLimit} characters`),
  })
  return type === 'articles' ? rules.extend({ tags: z.array(z.string()).min(fewestTags, moreTags) }) : rules
}

/** What may be kept as a draft: tags can be added until it is published. */
export function draftOfCreatorRules(type: ContentType, base: DraftValues) {
  return creatorRules(type, base).extend({ tags: z.array(z.string()) })
}
