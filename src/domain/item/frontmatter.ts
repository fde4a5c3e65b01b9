import { z } from 'zod'
import type { FileKind } from '../content.ts'
import { type Fields, shapeOf } from './field.ts'
import { itemFields } from './item-fields.ts'
import { lead, metaDescription, published } from './shared-fields.ts'

const id = z.int().positive().optional()
const aliases = z
  .array(z.string().regex(/^\/(?!\/)\S*$/, 'An alias is a path on this site that starts with /'))
  .default([])

const itemFile = <All extends Fields>(fields: All) => z.object({ id, ...shapeOf(fields, 'file'), aliases })

const downloads = z.object({
  id,
  title: lead.title.file,
  description: itemFields.newsletters.description.file,
  /** What it is, in a visitor's words: 'WAV', 'MIDI', 'ADG'. Without it, the file's ending in capitals. */
  fileType: z.string().trim().min(1).optional(),
  /** A file beside the `.md`; without it, the file of the same base name (rulings, section 6). */
  file: z
    .string()
    .regex(/^[^/\\]+$/, 'A download names a file beside it, without a folder')
    .optional(),
  imageUrl: published.imageUrl.file,
  imageAlt: published.imageAlt.file,
  draft: published.draft.file,
})

/**
 * What the frontmatter of each kind of file should be, after aliases are read and dates are made ISO instants. Unknown keys are allowed in a file and ignored
 * here.
 */
export const frontmatterOf = {
  articles: itemFile(itemFields.articles),
  news: itemFile(itemFields.news),
  newsletters: itemFile(itemFields.newsletters),
  downloads,
  pages: z.object({ title: lead.title.file, metaDescription: metaDescription.file }),
} as const satisfies Readonly<Record<FileKind, z.ZodObject>>
