import type { ImportedEntry } from '#domain/import/entry.ts'
import type { ImportMapping } from '#domain/import/mapping.ts'
import { messageOf } from '../platform/errors.ts'
import { type ConvertParts, convertBody } from './convert-body.ts'
import { ImportRefused } from './import-refused.ts'
import { itemFields } from './item-file.ts'
import { pageFields } from './page-file.ts'
import type { createPictures } from './pictures.ts'
import {
  type EntryPlan,
  type ImportContent,
  type Imported,
  normal,
  type PlannedEntry,
} from './plan-entries.ts'
import { absolute, type Reader } from './reader.ts'

/** What the staging of a text needs. `write` stages a file. */
interface StagingParts extends Pick<ConvertParts, 'checkText'> {
  plan: EntryPlan
  reader: Reader
  pictures: ReturnType<typeof createPictures>
  mapping: ImportMapping
  content: ImportContent & { timeZone: string }
  write: (path: string, bytes: Uint8Array) => Promise<void>
}

/**
 * Converts a text and stages its file. Returns what is to be said about it; marks its row when it
 * is left out.
 */
export async function stageEntry(entry: ImportedEntry, row: PlannedEntry, parts: StagingParts) {
  const { plan, reader, pictures, mapping, content, write } = parts
  const { markdown, complaints } = await convertBody(entry, {
    reader,
    checkText: parts.checkText,
    target(source) {
      const known = plan.bySource.get(source)
      return known && known.address !== '' ? known : null
    },
    moved: (address) => plan.byAddress.get(normal(address)) ?? null,
    adopt: pictures.adopt,
  })
  const own = entry.image === null ? null : await pictures.adopt(entry.image, entry)
  const image = own ?? (entry.image && absolute(entry.image))
  const { fields, complaints: more } = (row.to === 'pages' ? pageFields : itemFields)(
    entry,
    row,
    markdown,
    {
      mapping,
      categories: content.categories,
      image,
      isOwnAddress: content.isOwnAddress,
    },
  )
  const all = [...entry.complaints, ...complaints, ...more]
  try {
    await write(row.path, content.writeText(row.to as Imported, row.path, fields, markdown))
  } catch (error) {
    if (error instanceof ImportRefused || (error as NodeJS.ErrnoException).code !== undefined)
      throw error
    row.state = 'refused'
    all.push({ place: entry.place, message: `The text is left out: ${messageOf(error)}` })
  }
  return all
}
