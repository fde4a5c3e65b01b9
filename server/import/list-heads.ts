import path from 'node:path'
import type { ImportedEntry } from '#domain/import/entry.ts'
import { languageOf } from './address-pattern.ts'

/**
 * The words for the head of a list that has none of its own: links to what stands directly below
 * it, the newest first.
 */
export async function listBelow(
  head: string,
  texts: ReadonlyArray<string>,
  read: (file: string) => Promise<ImportedEntry | { leftOut: string }>,
): Promise<string> {
  const folder = path.posix.dirname(head)
  const links: Array<{ date: string; link: string }> = []
  for (const file of texts) {
    const isBelow =
      folderOf(file) === folder && file !== head && languageOf(file) === languageOf(head)
    const entry = isBelow ? await read(file) : null
    if (entry === null || 'leftOut' in entry || entry.draft) continue
    const date = entry.publishedAt ?? ''
    if (date > new Date().toISOString()) continue
    const words = entry.title.replace(/[\\[\]]/g, '\\$&')
    const link = `- [${words}](<${encodeURI(path.posix.relative(folder, file))}>)\n`
    links.push({ date, link })
  }
  return links
    .toSorted((one, other) => other.date.localeCompare(one.date))
    .map(({ link }) => link)
    .join('')
}

/**
 * The folder in whose list a text is: a bundle and the head of a folder are in that of the folder
 * above.
 */
function folderOf(file: string): string {
  const folder = path.posix.dirname(file)
  return /\/_?index\.[a-z.-]+$/i.test(file) ? path.posix.dirname(folder) : folder
}
