import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { countFates } from '#domain/import/file-ledger.ts'
import type { ImportReport, ImportSummary } from '#domain/import/report.ts'
import {
  type ImportList,
  type ImportPart,
  importList,
  importPageLines,
} from '#domain/import/state.ts'

/** The comments of readers, in the folder of a dry run. */
export const commentsFile = 'comments.json'

const pageFile = (stage: string, part: ImportPart, page: number) =>
  path.join(stage, 'report', `${part}-${page}.json`)

/** The most old addresses without a text that a summary names. */
const mostMissing = 20

/**
 * Writes the lists of a report in pages, so that the server never reads a long one at once. Returns
 * the rest of the report.
 */
export async function writeReport(stage: string, report: ImportReport): Promise<ImportSummary> {
  const { rows, complaints, pictures, files, ...rest } = report
  await mkdir(path.join(stage, 'report'), { recursive: true, mode: 0o700 })
  const lists = { texts: rows, remarks: complaints, pictures: pictures.missing, files }
  for (const [part, items] of Object.entries(lists))
    for (let page = 0; page === 0 || page * importPageLines < items.length; page += 1) {
      const shown = items.slice(page * importPageLines, (page + 1) * importPageLines)
      await writeFile(
        pageFile(stage, part as ImportPart, page),
        JSON.stringify({ part, total: items.length, items: shown }),
        { mode: 0o600 },
      )
    }
  return {
    ...rest,
    pictures: { found: pictures.found, missing: pictures.missing.length },
    old: { ...rest.old, missing: rest.old.missing.slice(0, mostMissing) },
    remarks: complaints.length,
    files: countFates(files),
  }
}

/** A page of a list of a report; an empty one when there is none. */
export async function readReportPage(
  stage: string,
  part: ImportPart,
  page: number,
): Promise<ImportList> {
  try {
    return importList.parse(JSON.parse(await readFile(pageFile(stage, part, page), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { part, total: 0, items: [] }
    throw error
  }
}
