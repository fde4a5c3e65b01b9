import { z } from 'zod'
import { byType, type ContentType, type FileKind } from '../content.ts'
import { instant, positiveInt } from '../value-schemas.ts'
import { downloadFile } from './download-fields.ts'
import { type Fields, shapeOf, type View } from './field.ts'
import { type ItemFields, itemFields } from './item-fields.ts'
import { lead, metaDescription, published } from './shared-fields.ts'

const id = positiveInt.optional()
/** When the text changed last; without it the last commit that changed the file counts. */
const updatedAt = instant.nullish()
const aliases = z
  .array(z.string().regex(/^\/(?!\/)\S*$/, 'An alias is a path on this site that starts with /'))
  .default([])

function itemFile(fields: Fields) {
  const { fields: _, ...named } = shapeOf(fields, 'file')
  return z.object({ id, ...named, updatedAt, aliases })
}
type ItemFile<All extends Fields> = z.ZodObject<
  { id: typeof id; updatedAt: typeof updatedAt; aliases: typeof aliases } & Omit<
    View<All, 'file'>,
    'fields'
  >,
  z.core.$strip
>

/**
 * Schema of the frontmatter of each kind of file, after aliases are resolved and dates converted to
 * ISO instants. Unknown keys are allowed in a file and ignored here; the fields that a site adds
 * are read by `site-fields.ts`.
 */
export const frontmatterOf = {
  ...byType<{ [Type in ContentType]: ItemFile<ItemFields[Type]> }>((type) =>
    itemFile(itemFields[type]),
  ),
  downloads: z.object({ id, ...downloadFile }),
  pages: z.object({
    title: lead.title.file,
    metaDescription: metaDescription.file,
    draft: published.draft.file,
    updatedAt,
    aliases,
  }),
} as const satisfies Readonly<Record<FileKind, z.ZodObject>>
