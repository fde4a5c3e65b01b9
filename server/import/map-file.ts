import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Document, parse } from 'yaml'
import { type ImportMapping, importMapping } from '#domain/import/mapping.ts'
import type { ImportReport } from '#domain/import/report.ts'
import { messageOf } from '../platform/errors.ts'
import { writeWholeFile } from '../platform/whole-file.ts'
import { ImportRefused } from './import-refused.ts'

const note = ` How names of other systems become those of this site. Change the values and run the import again.
 kinds: articles, news, newsletters, pages, drafts or skip. categories: a category of this site, or '' for none.
 addCategories: true adds those that the site does not have to site.yaml.
 fields: the name of a field here, or skip.
 addresses: the pattern of the old addresses of posts, such as /blog/{year}/{month}/{day}/{slug}; also {title} and {category}.`

/**
 * Reads a mapping; without a file an empty one. Throws ImportRefused for a file that is not valid.
 */
export async function readMapping(file: string): Promise<ImportMapping> {
  if (!existsSync(file)) return importMapping.parse({})
  try {
    return importMapping.parse(parse(await readFile(file, 'utf8'), { maxAliasCount: 0 }) ?? {})
  } catch (error) {
    throw new ImportRefused(`${file} can't be read: ${messageOf(error)}`)
  }
}

/**
 * Writes the mapping with the names that a dry run has found, for the next run; decisions that were
 * made before stay.
 */
export async function keepMapping(
  file: string,
  mapping: ImportMapping,
  report: ImportReport,
): Promise<void> {
  const found = (names: ImportReport['kinds']) =>
    Object.fromEntries(names.map(({ name, to }) => [name, to]))
  await writeMapping(file, {
    ...mapping,
    kinds: { ...(found(report.kinds) as ImportMapping['kinds']), ...mapping.kinds },
    categories: { ...found(report.categories), ...mapping.categories },
    fields: { ...found(report.fields), ...mapping.fields },
  })
}

/** Adds decisions to the mapping. Throws ImportRefused for a file that is not valid. */
export async function changeMapping(
  file: string,
  { addresses, ...changed }: ImportMapping,
): Promise<void> {
  const before = await readMapping(file)
  await writeMapping(file, {
    ...before,
    ...changed,
    kinds: { ...before.kinds, ...changed.kinds },
    categories: { ...before.categories, ...changed.categories },
    fields: { ...before.fields, ...changed.fields },
    addresses: (addresses ?? before.addresses) || undefined,
  })
}

async function writeMapping(file: string, mapping: ImportMapping) {
  const document = new Document(mapping)
  document.commentBefore = note
  await mkdir(path.dirname(file), { recursive: true })
  await writeWholeFile(file, document.toString({ lineWidth: 0 }), { stored: 'safely' })
}
