import type { ImportedEntry } from '#domain/import/entry.ts'
import { messageOf } from '../platform/errors.ts'
import { rowsOf } from './csv-rows.ts'
import { ImportRefused } from './import-refused.ts'
import {
  absolute,
  listsNamed,
  plainEntry,
  plainReader,
  type Reader,
  type ReaderParts,
  remarksAt,
  safelyDecoded,
  slugFrom,
} from './reader.ts'
import { readDate } from './standard-fields.ts'

/** Reads an export of Substack: `posts.csv` and `posts/ID.slug.html`. */
export async function readSubstack(parts: ReaderParts): Promise<Reader> {
  const { folder } = parts
  const list = folder.files.find((file) => /(?:^|\/)posts\.csv$/i.test(file))
  if (list === undefined) throw new ImportRefused('The export contains no posts.csv of Substack.')
  return {
    ...plainReader,
    system: 'substack',
    async *entries(complain) {
      const named = new Set<string>()
      for await (const { row, place } of rowsOf(folder, list, complain)) {
        const entry = await entryOf(row, place, list, parts)
        named.add(entry.body.file)
        yield entry
      }
      // A post whose line in the list is missing, as after a cut.
      for (const file of folder.files.filter(
        (one) => /(?:^|\/)posts\/[^/]+\.html$/i.test(one) && !named.has(one),
      )) {
        complain(`${file}:1`, 'posts.csv does not name this post; it comes in as a draft')
        const id = file.slice(file.lastIndexOf('/') + 1).replace(/\.html$/i, '')
        yield entryOf({ post_id: id, is_published: 'false' }, `${file}:1`, list, parts)
      }
    },
    pictureAddress(address) {
      // The part behind the last https is the picture itself; what is before it is a service that
      // makes it smaller.
      const inner =
        /^https:\/\/(?:cdn\.substack\.com|substackcdn\.com)\/image\/fetch\/[^/]{1,300}\/(https?(?::|%3A).{1,1000})$/i.exec(
          address,
        )?.[1]
      return absolute(inner ? safelyDecoded(inner) : address)
    },
    members: () => listsNamed(folder.files, /email_list|subscribers/i),
  }
}

async function entryOf(
  row: Readonly<Record<string, string>>,
  place: string,
  list: string,
  { folder, timeZone }: ReaderParts,
): Promise<ImportedEntry> {
  const root = list.slice(0, list.lastIndexOf('/') + 1)
  const id = row.post_id ?? ''
  const [number = '', ...names] = id.split('.')
  const slug = names.join('.') || row.slug || ''
  const { remarks, say } = remarksAt(place)
  const file = [
    `${root}posts/${id}.html`,
    ...folder.files.filter(
      (one) => number !== '' && one.startsWith(`${root}posts/${number}.`) && one.endsWith('.html'),
    ),
  ].find(folder.has)
  let text = ''
  if (file === undefined)
    say(`The file posts/${id}.html is missing; the post comes in without a text`)
  else
    try {
      text = await folder.text(file)
    } catch (error) {
      say(messageOf(error))
    }
  const isPaid = row.audience !== undefined && !['', 'everyone'].includes(row.audience)
  if (isPaid)
    say(
      `The post is for '${row.audience}' there; here everybody can read it, so it comes in as a draft`,
    )
  const podcast = row.podcast_url?.trim() ?? ''
  return {
    ...plainEntry,
    source: `substack ${number}`,
    place,
    kind: row.type || 'newsletter',
    title: row.title?.trim() || slug.replaceAll('-', ' ') || 'Untitled',
    slug: slugFrom(slug),
    publishedAt: readDate(row.post_date, timeZone),
    draft: row.is_published !== 'true' || isPaid,
    addresses: slug === '' ? [] : [`/p/${slug}`],
    excerpt: row.subtitle?.trim() ?? '',
    body: {
      format: 'html',
      text:
        podcast === ''
          ? text
          : `${text}\n<audio src="${podcast.replaceAll('"', '&quot;')}"></audio>`,
      line: 1,
      file: file ?? list,
    },
    complaints: remarks,
  }
}
