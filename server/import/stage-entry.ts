import type { ImportedEntry } from '#domain/import/entry.ts'
import { messageOf } from '../platform/errors.ts'
import { convertBody } from './convert-body.ts'
import { ImportRefused } from './import-refused.ts'
import { fileFields } from './item-file.ts'
import type { Imported, PlannedEntry, Staging } from './plan-entries.ts'
import { absolute } from './reader.ts'

/**
 * Converts a text and stages its file. Returns what is to be said about it; marks its row when it
 * is left out.
 */
export async function stageEntry(entry: ImportedEntry, row: PlannedEntry, staging: Staging) {
  const { markdown, complaints } = await convertBody(entry, staging)
  const own = entry.image === null ? null : await staging.pictures.adopt(entry.image, entry)
  const image = own ?? (entry.image && absolute(entry.image))
  const { fields, complaints: more } = fileFields(entry, row, markdown, image, staging)
  const all = [...entry.complaints, ...complaints, ...more]
  try {
    await staging.write(
      row.path,
      staging.content.writeText(row.to as Imported, row.path, fields, markdown),
    )
  } catch (error) {
    if (error instanceof ImportRefused || (error as NodeJS.ErrnoException).code !== undefined)
      throw error
    row.state = 'refused'
    all.push({ place: entry.place, message: `The text is left out: ${messageOf(error)}` })
  }
  return all
}
