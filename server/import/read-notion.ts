import path from 'node:path'
import { toString as textIn } from 'hast-util-to-string'
import type { FieldValue, ImportedEntry } from '#domain/import/entry.ts'
import { slugify } from '#domain/slug.ts'
import { CsvError, csvText, readCsv } from '../platform/csv.ts'
import { htmlPage } from './html-page.ts'
import { ImportRefused } from './import-refused.ts'
import { readMarkdown } from './read-markdown.ts'
import { plainEntry, type Reader, type ReaderParts, safelyDecoded } from './reader.ts'
import { standardFields } from './standard-fields.ts'

/** The number that Notion puts behind every name. */
const suffix = / ([\da-f]{32})(?=$|\.|_all\.)/i

const withoutIds = (file: string) =>
  file
    .split('/')
    .map((part) => part.replace(suffix, ''))
    .join('/')

interface Database {
  name: string
  file: string
  columns: ReadonlySet<string>
}

/**
 * Reads an export of Notion (Markdown or HTML): pages with a number behind their names, and
 * databases as CSV beside the folders of their rows.
 */
export async function readNotion(parts: ReaderParts): Promise<Reader> {
  const { folder } = parts
  const pages = folder.files.filter(
    (file) => /\.(?:md|html)$/i.test(file) && suffix.test(path.posix.basename(file)),
  )
  if (pages.length === 0) throw new ImportRefused('The export contains no pages of Notion.')
  const lists = folder.files.filter((file) => /\.csv$/i.test(file))
  const databases = await databasesIn(parts, lists)
  const base = await readMarkdown(parts)
  const sources = new Map(pages.map((file) => [file, sourceOf(file)]))
  const onPage = (address: string, { body }: ImportedEntry) => {
    const file = path.posix.join(
      path.posix.dirname(body.file),
      safelyDecoded(address.split(/[?#]/, 1)[0] ?? ''),
    )
    return sources.get(file) ?? null
  }
  return {
    ...base,
    system: 'notion',
    async *entries(complain) {
      for await (const entry of base.entries(complain))
        yield entryOf(entry, databases, parts.timeZone)
      for (const file of pages.filter((one) => /\.html$/i.test(one))) {
        const entry = await htmlEntry(file, parts)
        yield entryOf(entry, databases, parts.timeZone)
      }
    },
    linked: onPage,
    note: () => null,
    hasTags: () => false,
    hosts: () => new Set(['notion.so', 'notion.site']),
    claims: () => [
      ...base.claims(),
      ...lists.map((file) => ({
        file,
        fate: 'left-out' as const,
        reason: 'A database of Notion; its rows come in as texts where they have pages',
      })),
    ],
  }
}

const sourceOf = (file: string) => `notion ${suffix.exec(path.posix.basename(file))?.[1] ?? file}`

/** Databases by the folders with their rows, without the numbers. */
async function databasesIn(
  { folder }: ReaderParts,
  lists: ReadonlyArray<string>,
): Promise<Map<string, Database>> {
  const databases = new Map<string, Database>()
  for (const file of lists) {
    const name = withoutIds(file.replace(/\.csv$/i, '').replace(/_all$/, ''))
    const columns = firstRow(await folder.read(file))
    databases.set(name, { name: path.posix.basename(name), file, columns: new Set(columns) })
  }
  return databases
}

function firstRow(bytes: Uint8Array): ReadonlyArray<string> {
  try {
    for (const row of readCsv(csvText(bytes))) if (row) return row.cells.map((cell) => cell.trim())
  } catch (error) {
    // A list that can't be read names no properties: their lines stay in the texts.
    if (!(error instanceof CsvError)) throw error
  }
  return []
}

/** A page as an entry: the name without its number, and the properties of a row as fields. */
function entryOf(
  entry: ImportedEntry,
  databases: ReadonlyMap<string, Database>,
  timeZone: string,
): ImportedEntry {
  const { file } = entry.body
  const database = databases.get(withoutIds(path.posix.dirname(file)))
  const id = suffix.exec(path.posix.basename(file))?.[1]
  const name = path.posix.basename(file).replace(/\.[a-z]+$/i, '')
  const title =
    entry.title === name.replaceAll(/[-_]+/g, ' ').trim() ? name.replace(suffix, '') : entry.title
  const { data, text, lines } = propertiesOf(entry.body.text, database?.columns)
  const {
    aliases: _,
    faults,
    permalink: __,
    title: ___,
    slug,
    ...read
  } = standardFields(data, timeZone)
  return {
    ...entry,
    ...read,
    source: sourceOf(file),
    kind: database?.name ?? 'text',
    title,
    slug: slugify(slug ?? title) || null,
    addresses:
      id === undefined ? [] : [`/${title.replace(/[^\p{L}\p{N}]+/gu, '-')}-${id}`, `/${id}`],
    body: { ...entry.body, text, line: entry.body.line + lines },
    complaints: [
      ...entry.complaints,
      ...faults.map((message) => ({ place: entry.place, message })),
    ],
  }
}

/** The properties of a row, which stand before its text, one a line. */
function propertiesOf(body: string, columns: ReadonlySet<string> = new Set()) {
  const found: Array<[string, FieldValue]> = []
  const all = body.split('\n')
  let at = 0
  for (; at < all.length; at += 1) {
    const line = all[at] ?? ''
    if (line.trim() === '' && found.length === 0) continue
    const end = line.indexOf(': ')
    const name = line.slice(0, end)
    if (end < 0 || !columns.has(name)) break
    found.push([name, line.slice(end + 2).trim()])
  }
  if (found.length === 0) return { data: {}, text: body, lines: 0 }
  return { data: Object.fromEntries(found), text: all.slice(at).join('\n'), lines: at }
}

async function htmlEntry(file: string, { folder }: ReaderParts): Promise<ImportedEntry> {
  const page = htmlPage(await folder.text(file))
  const body = page.byClass('page-body')
  const title = page.byClass('page-title')
  const place = `${file}:1`
  return {
    ...plainEntry,
    source: '',
    place,
    kind: 'text',
    slug: null,
    publishedAt: null,
    draft: false,
    addresses: [],
    title:
      (title && textIn(title).trim()) ||
      path.posix
        .basename(file)
        .replace(/\.html$/i, '')
        .replace(suffix, ''),
    body: { format: 'html', text: body === null ? '' : page.inner(body), line: 1, file },
    complaints:
      body === null ? [{ place, message: 'The file has no text of a page of Notion' }] : [],
  }
}
