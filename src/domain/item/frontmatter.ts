import { z } from 'zod'
import { byType, type ContentType, type FileKind } from '../content.ts'
import { type Fields, shapeOf, type View } from './field.ts'
import { type ItemFields, itemFields } from './item-fields.ts'
import { lead, metaDescription, published } from './shared-fields.ts'

const id = z.int().positive().optional()
const aliases = z
  .array(z.string().regex(/^\/(?!\/)\S*$/, 'An alias is a path on this site that starts with /'))
  .default([])

const itemFile = (fields: Fields) => z.object({ id, ...shapeOf(fields, 'file'), aliases })
type ItemFile<All extends Fields> = z.ZodObject<
  { id: typeof id; aliases: typeof aliases } & View<All, 'file'>,
  z.core.$strip
>

const downloads = z.object({
  id,
  title: lead.title.file,
  description: itemFields.newsletters.description.file,
  /** Kind of the file for visitors: 'WAV', 'MIDI', 'ADG'. Default: the file's extension in capitals. */
  fileType: z.string().trim().min(1).optional(),
  /** A file beside the `.md`; default: the file of the same base name (rulings, section 6). */
  file: z
    .string()
    .regex(/^[^/\\]+$/, 'A download names a file beside it, without a folder')
    .optional(),
  imageUrl: published.imageUrl.file,
  imageAlt: published.imageAlt.file,
  draft: published.draft.file,
})

/**
 * Schema of the frontmatter of each kind of file, after aliases are resolved and dates converted to ISO instants. Unknown keys are allowed in a file and ignored
 * here.
 */
export const frontmatterOf = {
  ...byType<{ [Type in ContentType]: ItemFile<ItemFields[Type]> }>((type) => itemFile(itemFields[type])),
  downloads,
  pages: z.object({ title: lead.title.file, metaDescription: metaDescription.file }),
} as const satisfies Readonly<Record<FileKind, z.ZodObject>>
