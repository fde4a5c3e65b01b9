import path from 'node:path'
import type { Complain, ImportedEntry } from '#domain/import/entry.ts'
import { cleanMailHtml } from '#domain/mail/clean-mail-html.ts'
import { slugify } from '#domain/slug.ts'
import { type CsvRow, rowsOf } from './csv-rows.ts'
import { ImportRefused } from './import-refused.ts'
import {
  plainEntry,
  plainReader,
  type Reader,
  type ReaderParts,
  remarksAt,
  withoutQuery,
} from './reader.ts'
import { visibleWords } from './source-words.ts'
import { readDate } from './standard-fields.ts'

/**
 * Reads campaigns of Mailchimp: `campaigns.csv` and a folder with the HTML of each; or HTML files
 * alone.
 */
export async function readMailchimp({ folder, timeZone }: ReaderParts): Promise<Reader> {
  const pages = folder.files.filter(
    (file) => /\.html?$/i.test(file) && !/(?:^|\/)templates?\//i.test(file),
  )
  const list = folder.files.find((file) => /(?:^|\/)campaigns\.csv$/i.test(file))
  if (pages.length === 0) throw new ImportRefused('The export contains no HTML of campaigns.')
  return {
    ...plainReader,
    system: 'mailchimp',
    async *entries(complain) {
      const rows: Array<CsvRow> = []
      if (list) for await (const row of rowsOf(folder, list, complain)) rows.push(row)
      const used = new Set<string>()
      for (const file of pages) {
        const found = rows.find(({ row }) => isRowOf(row, file))
        if (found) used.add(found.place)
        yield entryOf(file, await folder.text(file), found?.row ?? {}, timeZone)
      }
      for (const { row, place } of rows)
        if (!used.has(place))
          complain(
            place,
            `The HTML of the campaign '${(row.title || row.subject || '').slice(0, 100)}' is missing`,
          )
    },
    pictureFiles: (address) =>
      folder.files.filter(
        (file) =>
          path.posix.basename(file) === path.posix.basename(withoutQuery(address)) &&
          /\.(?:jpe?g|png|gif|webp)$/i.test(file),
      ),
    members: () =>
      folder.files.filter(
        (file) => /\.csv$/i.test(file) && /(?:member|subscribed|cleaned|audience)/i.test(file),
      ),
  }
}

function entryOf(
  file: string,
  html: string,
  row: Readonly<Record<string, string>>,
  timeZone: string,
): ImportedEntry {
  const place = `${file}:1`
  const { remarks, say } = remarksAt(place)
  const name = path.posix.basename(file).replace(/\.html?$/i, '')
  const id = /^\d{3,}(?=[_-])/.exec(name)?.[0] ?? name
  const inPage = /<title\b[^<>]{0,200}>([^<]{0,500})<\/title>/i.exec(html)?.[1] ?? ''
  const title = (
    row.subject ||
    visibleWords(inPage.replace(/\*\|[^|*]{1,100}\|\*/g, '')) ||
    row.title ||
    name.replace(/^\d+[_-]+/, '').replace(/[_-]+/g, ' ')
  )
    .replace(/\s+/g, ' ')
    .trim()
  const date =
    [row.send_date, row.send_time, row.sent_at, row.date]
      .map((text) => readDate(text, timeZone))
      .find((one) => one !== null) ?? null
  const status = (row.status ?? '').toLowerCase()
  const isSent = date !== null && (status === '' || status === 'sent' || status === 'archive')
  if (date === null) say('The date of the campaign is not in the export; it comes in as a draft')
  const address = [row.archive_url, row.long_archive_url, row.url].find(
    (one) => one !== undefined && URL.canParse(one),
  )
  const slug = slugify(title)
  return {
    ...plainEntry,
    source: `mailchimp ${row.id || row.campaign_id || id}`,
    place,
    kind: 'campaign',
    title: title || 'Untitled',
    slug: slug || null,
    publishedAt: date,
    draft: !isSent,
    addresses:
      address === undefined || new URL(address).pathname === '/' ? [] : [new URL(address).pathname],
    excerpt: row.preview_text?.trim() ?? '',
    body: { format: 'html', text: contentOf(html, say), line: 1, file },
    complaints: remarks,
  }
}

function isRowOf(row: Readonly<Record<string, string>>, file: string): boolean {
  const name = path.posix
    .basename(file)
    .replace(/\.html?$/i, '')
    .toLowerCase()
  const ids = [row.unique_id, row.id, row.campaign_id].filter((id) => id)
  if (
    ids.some((id) =>
      name
        .replaceAll('-', '_')
        .concat('_')
        .startsWith(`${id?.toLowerCase().replaceAll('-', '_')}_`),
    )
  )
    return true
  const plain = slugify(name.replace(/^\d+[_-]+/, '').replaceAll('_', '-'))
  return [row.title, row.subject].some(
    (title) => title && slugify(title).replaceAll('_', '-') === plain,
  )
}

/**
 * The content of a mail: without the tables that lay it out, hidden words, and what the service
 * fills in.
 */
function contentOf(html: string, complain: Complain): string {
  const clean = cleanMailHtml(html, (source) => source)
  if (clean === null) return withoutService(html)
  const content = withoutService(clean.html)
  const { footers } = clean.dropped
  if (footers > 0)
    complain(`Parts of the mail that are about the subscription were left out: ${footers}`)
  const tags = [...new Set(content.match(/\*\|[A-Z][^|*<>]{0,99}\|\*/g))]
  if (tags.length > 0)
    complain(`Mailchimp fills in ${tags.join(', ')}; it stays in the text as it is`)
  return content
}

/**
 * The mail without what the service fills in: pictures that count, links to unsubscribe, words for
 * clients without HTML.
 */
function withoutService(html: string): string {
  return html
    .replace(/<img\b[^<>]{0,5000}>/gi, (tag) => (isCounter(tag) ? '' : tag))
    .replace(/<a\b[^<>]{0,5000}>[^<]{0,500}<\/a>/gi, (link) => (isService(link) ? '' : link))
    .replace(
      /\*\|(?:MC_PREVIEW_TEXT|IF:|ELSE|END:IF|LIST:|HTML:|UNSUB|ARCHIVE|REWARDS|UPDATE_PROFILE|IFNOT:)[^|*]{0,100}\|\*/g,
      '',
    )
}

const isCounter = (tag: string) =>
  tag.includes('list-manage.com/track') || (/\bwidth="1"/.test(tag) && /\bheight="1"/.test(tag))

const isService = (link: string) =>
  /\*\|(?:UNSUB|UPDATE_PROFILE|ARCHIVE|FORWARD|REWARDS)\|\*|list-manage\.com\/(?:unsubscribe|profile)/.test(
    link,
  )
