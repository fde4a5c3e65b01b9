import { z } from 'zod'
import { restoreRequest } from '#domain/item-requests.ts'
import { pageNameFault } from '#domain/page-names.ts'

/** A path parameter. */
export interface Parameter<Value = unknown> {
  schema: z.ZodType<Value>
  /** Type in the reference. */
  type: 'integer' | 'string'
  /** Status of the answer when the schema refuses the value. */
  refusal: 400 | 404 | 422
}

/** Id of an item, a person or a download. */
export const itemId: Parameter<number> = {
  schema: z
    .string()
    .regex(/^\d+$/, {
      error: ({ input }) => `An id is a whole number, and '${String(input).slice(0, 40)}' is not.`,
    })
    // A larger number names nothing either, and is not one that a database can compare.
    .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER)),
  type: 'integer',
  refusal: 400,
}

/** A full commit id. */
export const commitName: Parameter<string> = {
  schema: restoreRequest.shape.commit,
  type: 'string',
  refusal: 422,
}

/** Name of a page of the site's own texts. */
export const pageName: Parameter<string> = {
  schema: z.string().refine((name) => pageNameFault(name) === null, 'There is no such page.'),
  type: 'string',
  refusal: 404,
}

/** Any text; the handler decides whether it exists. */
export const anyText: Parameter<string> = { schema: z.string(), type: 'string', refusal: 404 }

/** The query of a version in a history. */
export const versionQuery = z.strictObject({
  against: z
    .enum(['before', 'now'])
    .default('before')
    .describe(
      'What it is compared with: the version before it, or what is there now, which is what a restore changes.',
    ),
})

/** The answer of a call that deletes what has a name as its id. */
export const deletedAnswer = z.strictObject({ deleted: z.literal(true), id: z.string() })
