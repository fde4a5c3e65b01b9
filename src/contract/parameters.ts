import { z } from 'zod'
import { staticPageNames } from '#domain/content.ts'
import { restoreRequest } from '#domain/item-requests.ts'

/** A part of an address that varies. */
export interface Parameter<Value = unknown> {
  schema: z.ZodType<Value>
  /** How the reference shows it. */
  type: 'integer' | 'string'
  /** The status that an address is answered with where the schema refuses the part. */
  refusal: 400 | 404 | 422
}

/** The number of an item, a person or a download. */
export const itemId: Parameter<number> = {
  schema: z
    .string()
    .regex(/^\d+$/, { error: ({ input }) => `An id is a whole number, and '${String(input).slice(0, 40)}' is not.` })
    .transform(Number),
  type: 'integer',
  refusal: 400,
}

/** A whole commit id. */
export const commitName: Parameter<string> = { schema: restoreRequest.shape.commit, type: 'string', refusal: 422 }

/** The name of a static page. */
export const pageName: Parameter<(typeof staticPageNames)[number]> = {
  schema: z.enum(staticPageNames, 'There is no such page.'),
  type: 'string',
  refusal: 404,
}

/** A text of which only the handler can say whether it names something. */
export const anyText: Parameter<string> = { schema: z.string(), type: 'string', refusal: 404 }
