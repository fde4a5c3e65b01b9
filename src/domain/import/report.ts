import { z } from 'zod'
import { count } from '../value-schemas.ts'
import type { Complaint } from './entry.ts'
import type { ImportFile } from './file-ledger.ts'
import { importKinds, importTargets } from './mapping.ts'

export const importComplaint = z.strictObject({
  place: z.string().describe('A file of the export, with the line.'),
  message: z.string(),
})

/** One text of an export, and what an import makes of it. */
export const importRow = z.strictObject({
  source: z.string().describe('Names the text for good; the file here has it as `importedFrom`.'),
  place: z.string().describe('Where it stands in the export.'),
  title: z.string(),
  from: z.string().describe('The type of the text in the other system.'),
  to: z.enum(importTargets).exclude(['drafts']),
  state: z
    .enum(['new', 'known', 'skipped', 'refused'])
    .describe('`known`: an earlier run imported it; it stays as it is.'),
  status: z.enum(['published', 'scheduled', 'draft']),
  category: z.string(),
  address: z.string().describe('Its address here.'),
  addresses: z.array(z.string()).describe('Its old addresses, which redirect.'),
})
export type ImportRow = z.infer<typeof importRow>

/** A comment of a reader. The address of their network stays behind. */
export const readerComment = z.strictObject({
  text: z.string().describe('The old address of the text.'),
  id: z.string(),
  parent: z.string().describe("The comment that it answers; '0' for none."),
  author: z.string(),
  email: z.string(),
  url: z.string(),
  date: z.string(),
  approved: z.string(),
  content: z.string(),
})
export type ReaderComment = z.infer<typeof readerComment>

export const missingPicture = z.strictObject({
  address: z.string(),
  place: z.string(),
  message: z.string(),
})

const mapped = z.array(z.strictObject({ name: z.string(), count, to: z.string() }))

/** What a dry run found, without its lists: nothing is written yet. */
export const importSummary = z.strictObject({
  system: z.enum(importKinds),
  file: z.string(),
  texts: count.describe('All texts of the export.'),
  fresh: count.describe('Those that come in.'),
  known: count.describe('Those that an earlier run imported.'),
  skipped: count.describe('Those that the mapping leaves out.'),
  refused: count.describe('Those that can not be written.'),
  kinds: mapped,
  categories: mapped,
  newCategories: z
    .array(z.strictObject({ key: z.string(), label: z.string() }))
    .describe(
      'Categories that texts keep and the site does not have, as `categories` in `site.yaml` can have them.',
    ),
  addsCategories: z.boolean().describe('Whether the import adds them to `site.yaml`.'),
  fields: mapped,
  pictures: z.strictObject({ found: count, missing: count }),
  authors: z
    .array(z.strictObject({ name: z.string(), address: z.string() }))
    .describe('Authors whom the site does not know yet; each becomes a file in `authors`.'),
  old: z
    .strictObject({
      pattern: z.string().describe('The pattern of them that the mapping has; empty for none.'),
      list: z
        .string()
        .nullable()
        .describe('The sitemap or the feed with the old addresses; null for none.'),
      total: count,
      covered: count.describe('Those that lead to their texts here.'),
      missing: z.array(z.string()).describe('Those that lead nowhere.'),
    })
    .describe('The addresses of the old site.'),
  comments: count.describe('Comments of readers, which do not come in, but into a file.'),
  members: z
    .array(z.string())
    .describe('Lists of subscribers in the export, for the import of subscribers.'),
  remarks: count.describe('What can not be carried over, or was changed.'),
  files: z
    .strictObject({ imported: count, leftOut: count, notUnderstood: count })
    .describe('Every file of the export.'),
})
export type ImportSummary = z.infer<typeof importSummary>

/** The result of a dry run with its lists. */
export interface ImportReport extends Omit<ImportSummary, 'pictures' | 'remarks' | 'files'> {
  pictures: { found: number; missing: Array<z.infer<typeof missingPicture>> }
  complaints: Array<Complaint>
  files: Array<ImportFile>
  rows: Array<ImportRow>
}

/** How far an import is. `total` is null when it is not known yet. */
export const importProgress = z.strictObject({
  step: z.enum(['unpacking', 'reading', 'converting', 'committing']),
  done: count,
  total: count.nullable(),
})
export type ImportProgress = z.infer<typeof importProgress>
