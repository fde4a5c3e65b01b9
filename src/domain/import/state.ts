import { z } from 'zod'
import { count } from '../value-schemas.ts'
import { importFile } from './file-ledger.ts'
import { importKinds, importMapping } from './mapping.ts'
import {
  importComplaint,
  importProgress,
  importRow,
  importSummary,
  missingPicture,
} from './report.ts'

/** The largest export that the admin takes, in bytes. */
export const exportMaxBytes = 4 * 1024 ** 3
/** The largest part in which an export is sent, in bytes. */
export const exportPartBytes = 8 * 1024 * 1024

const order = {
  id: z.string(),
  system: z.enum(importKinds),
  file: z.string(),
  by: z.string().describe('Who started it.'),
}

const running = { ...order, progress: importProgress.nullable() }

/** The import of a site: one at a time. */
export const importState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('unavailable'), reason: z.string() }),
  z.strictObject({ kind: z.literal('receiving'), ...order, received: count, size: count }),
  z.strictObject({ kind: z.literal('reading'), ...running }),
  z.strictObject({ kind: z.literal('ready'), ...order, report: importSummary }),
  z.strictObject({ kind: z.literal('committing'), ...running }),
  z.strictObject({
    kind: z.literal('done'),
    ...order,
    report: importSummary,
    commit: z.string().nullable().describe('Null when another commit had the same files already.'),
    undone: z.boolean().describe('Another commit took the import back.'),
  }),
  z.strictObject({ kind: z.literal('failed'), ...order, message: z.string() }),
])
export type ImportState = z.infer<typeof importState>

/** What starts an import: the export follows in parts. */
export const importStart = z.strictObject({
  system: z.enum(importKinds),
  file: z.string().trim().min(1).max(300),
  size: z.int().min(1).describe('The size of the file in bytes.'),
})

/** A part of an export, beside its bytes in `file`. */
export const importPart = z.strictObject({
  id: z.string().max(100),
  offset: z.coerce.number().int().min(0).describe('Where the part begins in the file, in bytes.'),
})

/** The longest list of old addresses that the admin takes, in characters. */
export const addressListMax = 10_000_000

/** Decisions about an import, for another dry run. */
export const importDecisions = z.strictObject({
  id: z.string().max(100),
  mapping: importMapping,
  sitemap: z
    .string()
    .max(addressListMax, 'A list of old addresses has at most 10 MB')
    .optional()
    .describe(
      'A sitemap, a feed, or a list of the old addresses, one per line, as text; the one that was sent before stays.',
    ),
})

/** Names the import that a call is about, so that none reaches another one. */
export const importOrder = z.strictObject({ id: z.string().max(100) })

const importParts = ['texts', 'remarks', 'pictures', 'files'] as const
export type ImportPart = (typeof importParts)[number]

/** The number of lines on a page of a list. */
export const importPageLines = 100

export const importListQuery = z.strictObject({
  part: z
    .enum(importParts)
    .default('texts')
    .describe(
      'The texts, what can not be carried over, the missing pictures, or what became of each file.',
    ),
  page: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(0)
    .describe(`Pages of ${importPageLines}, from 0.`),
})

function pageOf<Part extends ImportPart, Item extends z.ZodType>(part: Part, item: Item) {
  return z.strictObject({ part: z.literal(part), total: count, items: z.array(item) })
}

/** A page of a list of a dry run. */
export const importList = z.discriminatedUnion('part', [
  pageOf('texts', importRow),
  pageOf('remarks', importComplaint),
  pageOf('pictures', missingPicture),
  pageOf('files', importFile),
])
export type ImportList = z.infer<typeof importList>
