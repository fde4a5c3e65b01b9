import path from 'node:path'
import type { Complaint, FieldValue, FieldValues, ImportedEntry } from '#domain/import/entry.ts'
import { isRecord } from '#domain/is-record.ts'
import { rowsOf } from './csv-rows.ts'
import { readFrontMatter } from './front-matter.ts'
import { ImportRefused } from './import-refused.ts'
import { jsonParts } from './json-stream.ts'
import {
  type ComplainAt,
  listsNamed,
  plainReader,
  type Reader,
  type ReaderParts,
  slugFrom,
  withoutQuery,
} from './reader.ts'
import { standardFields } from './standard-fields.ts'

interface Email {
  values: FieldValues
  body: string
  place: string
  line: number
}

/**
 * Reads emails of Buttondown: Markdown with frontmatter (its export and its command line), a list
 * in CSV, or the answers of its API in JSON.
 */
export async function readButtondown({
  folder,
  timeZone,
  parseYaml,
}: ReaderParts): Promise<Reader> {
  const texts = folder.files.filter(
    (file) =>
      /\.(?:md|markdown|html)$/i.test(file) && !/(?:^|\/)(?:snippets|automations)\//.test(file),
  )
  const lists = listsNamed(folder.files, /^emails?/i)
  const answers = folder.files.filter(
    (file) => /\.json$/i.test(file) && (/email|archive/i.test(file) || folder.files.length === 1),
  )
  if (texts.length + lists.length + answers.length === 0)
    throw new ImportRefused('The export contains no emails of Buttondown.')
  return {
    ...plainReader,
    system: 'buttondown',
    async *entries(complain) {
      const seen = new Set<string>()
      for await (const email of emails(complain)) {
        const entry = entryOf(email, timeZone)
        if (seen.has(entry.source)) continue
        seen.add(entry.source)
        yield entry
      }
    },
    pictureFiles: (address, entry) =>
      [
        path.posix.join(path.posix.dirname(entry.body.file), address),
        ...folder.files.filter(
          (file) =>
            /(?:^|\/)(?:media|images)\//.test(file) &&
            path.posix.basename(file) === path.posix.basename(withoutQuery(address)),
        ),
      ].filter(folder.has),
    members: () => listsNamed(folder.files, /subscriber/i),
  }

  /** Texts first: a list may repeat them without their bodies. */
  async function* emails(complain: ComplainAt): AsyncGenerator<Email> {
    const rows = new Map<string, FieldValues>()
    const listed: Array<{ values: FieldValues; place: string }> = []
    for (const list of lists)
      for await (const { row, place } of rowsOf(folder, list, complain)) {
        listed.push({ values: row, place })
        for (const key of [row.slug, row.id]) if (key) rows.set(key, row)
      }
    const known = new Set<string>()
    for (const file of texts) {
      const name = path.posix.basename(file).replace(/\.[a-z]+$/i, '')
      const { data, body, bodyLine, fault } = readFrontMatter(await folder.text(file), parseYaml)
      if (fault) complain(`${file}:${fault.line}`, fault.message)
      const values = { slug: name, ...rows.get(name), ...rows.get(String(data.id ?? '')), ...data }
      for (const key of [values.slug, (values as FieldValues).id]) if (key) known.add(String(key))
      yield { values, body, place: `${file}:1`, line: bodyLine }
    }
    for (const { values, place } of listed)
      if (!known.has(String(values.id ?? '')) && !known.has(String(values.slug ?? ''))) {
        if (!values.body) complain(place, 'The email has no text in the export')
        yield emailIn(values, place)
      }
    for (const file of answers)
      for await (const { value, line } of jsonParts(folder, file, ['$.results.*', '$.*'], complain))
        if (isRecord(value) && ('subject' in value || 'body' in value))
          yield emailIn(value as FieldValues, `${file}:${line}`)
  }
}

/** An email whose text is one of its values. */
function emailIn(values: FieldValues, place: string): Email {
  const line = Number(place.slice(place.lastIndexOf(':') + 1))
  return { values, body: String(values.body ?? ''), place, line }
}

function entryOf({ values, body, place, line }: Email, timeZone: string): ImportedEntry {
  const { faults, ...read } = standardFields(values, timeZone)
  const status = String(values.status ?? '')
  const slug = read.slug ?? ''
  const own: Array<Complaint> = faults.map((message) => ({ place, message }))
  const isPaid = ['premium', 'private', 'hidden'].includes(
    String(values.email_type ?? '').toLowerCase(),
  )
  if (isPaid)
    own.push({
      place,
      message: `The email is '${String(values.email_type)}' there; here everybody can read it, so it comes in as a draft`,
    })
  const {
    absolute_url: address,
    creation_date: created,
    body: _,
    ...fields
  } = read.fields as Record<string, FieldValue>
  const text = body.replace(/^<!-- buttondown-editor-mode: \w{1,20} -->\n?/, '')
  const isHtml = /^\s*<(?:p|div|h[1-6]|table|html|!doctype)\b/i.test(text)
  const file = place.slice(0, place.lastIndexOf(':'))
  const path_ =
    typeof address === 'string' && URL.canParse(address) ? new URL(address).pathname : null
  const isSent = ['', 'published', 'sent', 'imported', 'scheduled', 'in_flight'].includes(status)
  return {
    ...read,
    source: `buttondown ${String(values.id ?? slug)}`,
    place,
    kind: 'email',
    title: read.title || slug || 'Untitled',
    slug: slugFrom(slug),
    publishedAt: read.publishedAt ?? (isSent && typeof created === 'string' ? created : null),
    draft: read.draft || !isSent || isPaid,
    addresses: [
      ...new Set([
        ...(path_ === null ? [] : [path_]),
        ...(slug === '' ? [] : [`/archive/${slug}/`]),
      ]),
    ],
    fields: Object.fromEntries(
      Object.entries(fields).filter(
        ([name, value]) =>
          name !== 'metadata' &&
          !(typeof value === 'object' && value !== null) &&
          !/^(?:source|analytics|number|excluded_tags|included_tags)$/.test(name),
      ),
    ),
    body: { format: isHtml ? 'html' : 'markdown', text, line, file },
    complaints: own,
  }
}
