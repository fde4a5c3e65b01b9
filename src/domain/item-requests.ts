import { z } from 'zod'
import { contentTypes } from './content.ts'
import { contentPatch } from './content-input.ts'
import { slugInput } from './item/shared-fields.ts'
import { namedCommit, positiveInt } from './value-schemas.ts'

/** The body of `POST /api/{type}/{id}/restore`, and the commit in the address of an old version. */
export const restoreRequest = z.strictObject({
  commit: namedCommit,
})

/** The body of `POST /api/articles/{id}/move`. */
export const moveRequest = z.strictObject({
  slug: slugInput,
  rewriteLinks: z
    .boolean()
    .default(false)
    .describe('Whether links in other files are changed in the same commit.'),
})

/** The body that `DELETE /api/{type}/{id}` may have. */
export const deleteRequest = z.strictObject({ revision: contentPatch.articles.shape.revision })

/**
 * The body of `POST /api/preview`. Screens send whole items; keys that the preview does not show
 * are ignored.
 */
export const previewRequest = z.object({
  type: z.enum(contentTypes),
  id: positiveInt
    .optional()
    .catch(undefined)
    .describe('The saved item that is edited, if there is one.'),
  content: z.string().default(''),
  contentFormat: z.enum(['markdown', 'html']).optional(),
  articles: z
    .array(
      z.object({
        title: z.string().default(''),
        excerpt: z.string().default(''),
        content: z.string().default(''),
      }),
    )
    .max(100)
    .optional()
    .describe('The pieces of a newsletter.'),
})
