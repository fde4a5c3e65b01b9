import { toString as textIn } from 'hast-util-to-string'
import type { ImportedEntry } from '#domain/import/entry.ts'
import { slugify } from '#domain/slug.ts'
import { htmlPage } from './html-page.ts'
import { ImportRefused } from './import-refused.ts'
import { nameOf } from './old-addresses.ts'
import { oldPath, plainEntry, plainReader, type Reader, type ReaderParts } from './reader.ts'
import { readDate } from './standard-fields.ts'

const isPost = (file: string) => /(?:^|\/)posts\/[^/]+\.html$/i.test(file)

/** Reads an export of Medium: `posts/DATE_Title-ID.html`, drafts as `posts/draft_Title-ID.html`. */
export async function readMedium({ folder, timeZone }: ReaderParts): Promise<Reader> {
  const posts = folder.files.filter(isPost)
  if (posts.length === 0) throw new ImportRefused('The export contains no folder posts of Medium.')
  const others = folder.files.filter((file) => /\.html$/i.test(file) && !isPost(file))
  return {
    ...plainReader,
    system: 'medium',
    async *entries(complain) {
      for (const file of posts) {
        const entry = entryOf(file, await folder.text(file), timeZone)
        if (entry === null) complain(`${file}:1`, 'The file is no post of Medium')
        else yield entry
      }
    },
    claims: () =>
      others.map((file) => ({
        file,
        fate: 'left-out' as const,
        reason: 'It is about the account, not a text',
      })),
    hosts: () => new Set(['medium.com']),
  }
}

function entryOf(file: string, source: string, timeZone: string): ImportedEntry | null {
  const page = htmlPage(source)
  const body = page.byClass('e-content')
  if (body === null) return null
  const place = `${file}:1`
  const name = (file.split('/').at(-1) ?? '').replace(/\.html$/i, '')
  const id = /-([\da-f]{8,16})$/.exec(name)?.[1] ?? name
  const wordsOf = (className: string) => {
    const element = page.byClass(className)
    return element === null ? '' : textIn(element).replace(/\s+/g, ' ').trim()
  }
  const canonical = String(page.byClass('p-canonical')?.properties.href ?? '')
  const address = oldPath(canonical)
  const isDraft = name.startsWith('draft_')
  const title = wordsOf('p-name') || 'Untitled'
  const author = wordsOf('p-author')
  const image = page.byTag('img', body)
  return {
    ...plainEntry,
    source: `medium ${id}`,
    place,
    kind: 'post',
    title,
    draft: isDraft,
    complaints: [],
    slug: nameOf(address?.replace(`-${id}`, '') ?? '') || slugify(title) || null,
    publishedAt: readDate(
      String(page.byClass('dt-published')?.properties.dateTime ?? ''),
      timeZone,
    ),
    addresses: address === null || isDraft ? [] : [...new Set([address, `/p/${id}`])],
    authors: author === '' ? [] : [author],
    excerpt: wordsOf('p-summary'),
    image: String(image?.properties.src ?? '') || null,
    imageAlt: String(image?.properties.alt ?? ''),
    body: {
      format: 'html',
      text: page.inner(body, [
        page.byClass('graf--title', body),
        page.byClass('section-divider', body),
      ]),
      line: 1,
      file,
    },
  }
}
