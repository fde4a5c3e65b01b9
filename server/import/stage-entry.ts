import { fenced } from '#domain/import/code-in-markdown.ts'
import { type Complain, type Complaint, type ImportedEntry, lineAt } from '#domain/import/entry.ts'
import { markdownOfHtml } from '#domain/import/html-body.ts'
import { markdownOfDialect } from '#domain/import/markdown-body.ts'
import { markdownOfMdx } from '#domain/import/mdx-body.ts'
import { referencesIn, rewriteReferences } from '#domain/import/references.ts'
import { markdownOfWordpress } from '#domain/import/wordpress-body.ts'
import { downloadFile, videoFile } from '#domain/media.ts'
import { messageOf } from '../platform/errors.ts'
import { ImportRefused } from './import-refused.ts'
import { fileFields } from './item-file.ts'
import { type Imported, normal, type PlannedEntry, type Staging } from './plan-entries.ts'
import { absolute, oldPath, type Reader, withoutQuery } from './reader.ts'

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

/** The row of an entry that comes in, by its `source`. */
function textBy(source: string | null, { plan }: Staging): PlannedEntry | null {
  const row = source === null ? undefined : plan.bySource.get(source)
  return row && row.address !== '' ? row : null
}

/** Converts the body of an entry to Markdown, with the addresses of this site. */
async function convertBody(
  entry: ImportedEntry,
  staging: Staging,
): Promise<{ markdown: string; complaints: Array<Complaint> }> {
  const { body } = entry
  const complaints: Array<Complaint> = []
  const complain = (message: string, offset = 0) =>
    complaints.push({ place: `${body.file}:${body.line + lineAt(body.text, offset) - 1}`, message })
  try {
    staging.checkText(body.text)
    const converted = asMarkdown(entry, staging, complain)
    staging.checkText(converted)
    return {
      markdown: `${(await withOwnAddresses(converted, entry, staging, complain)).trim()}\n`,
      complaints,
    }
  } catch (error) {
    // Not one word is lost: what no parser can read comes in as its source.
    complain(`The text can't be converted and comes in as its source: ${messageOf(error)}`)
    return {
      markdown: /^(?:markdown|mdx)$/.test(body.format)
        ? body.text
        : `${fenced(body.text, 'html')}\n`,
      complaints,
    }
  }
}

function asMarkdown(entry: ImportedEntry, staging: Staging, complain: Complain): string {
  const { reader } = staging
  const { format, text, attached = [] } = entry.body
  if (format === 'html') return markdownOfHtml(text, complain)
  if (format === 'wordpress')
    return markdownOfWordpress(text, { complain, attachment: reader.attachment, attached })
  const note = (name: string) => textBy(reader.note(name, entry), staging)
  const plain = format === 'mdx' ? markdownOfMdx(text, complain) : text
  return markdownOfDialect(plain, { complain, note, hasTags: reader.hasTags(entry) })
}

async function withOwnAddresses(
  markdown: string,
  entry: ImportedEntry,
  staging: Staging,
  complain: Complain,
): Promise<string> {
  const references = referencesIn(markdown)
  const changed = new Map<string, string>()
  const pictures = new Set(
    references
      .filter(
        ({ kind, address }) =>
          kind === 'picture' || isSound(address) || isFile(address, entry, staging.reader),
      )
      .map(({ address }) => address),
  )
  await Promise.all(
    [...pictures].map(async (address) => {
      const own = await staging.pictures.adopt(address, entry)
      if (own === null) return
      changed.set(`picture ${address}`, own)
      if (videoFile.test(own))
        complain(
          `The video '${address.slice(0, 200)}' comes in as a file that the text links`,
          placeOf(address, entry),
        )
    }),
  )
  const links = new Set(
    references.filter(({ kind }) => kind === 'link').map(({ address }) => address),
  )
  for (const address of links) {
    const own = linkTarget(address, entry, staging, changed)
    if (own !== null) changed.set(`link ${address}`, own)
    else if (!pictures.has(address) && isLost(address, staging.reader))
      complain(
        `The link to '${address.slice(0, 200)}' stays as it is: what it leads to does not come in`,
        placeOf(address, entry),
      )
  }
  if (changed.size === 0) return markdown
  return rewriteReferences(
    markdown,
    ({ kind, address }) => changed.get(`${kind} ${address}`) ?? null,
  )
}

const isSound = (address: string) => /\.(?:mp3|m4a|ogg|opus|flac|wav)$/i.test(withoutQuery(address))

/** Whether an address leads to a video or a PDF of the export. */
const isFile = (address: string, entry: ImportedEntry, { pictureFiles }: Reader) =>
  downloadFile.test(withoutQuery(address)) && pictureFiles(address, entry).length > 0

const placeOf = (address: string, { body }: ImportedEntry) =>
  Math.max(0, body.text.indexOf(address))

/** Whether a link that stays leads to something that only the old site has. */
function isLost(address: string, { hosts }: Reader): boolean {
  const full = absolute(address)
  if (full !== null) {
    const { hostname, pathname } = new URL(full)
    return hosts().has(hostname.replace(/^www\./, '')) && pathname !== '/'
  }
  return (
    !/^(?:#|[a-z][a-z\d+.-]{0,20}:)/i.test(address) &&
    /\.(?!html?$|php$|mdx?$)[a-z][a-z\d]{1,4}$/i.test(withoutQuery(address))
  )
}

/**
 * Where a link leads here: a text that comes in, or a picture that was adopted. Null when it stays.
 */
function linkTarget(
  address: string,
  entry: ImportedEntry,
  staging: Staging,
  changed: ReadonlyMap<string, string>,
) {
  const { reader, plan } = staging
  const picture = changed.get(`picture ${address}`)
  if (picture !== undefined) return picture
  const mark = address.search(/[?#]/)
  const hash = address.indexOf('#')
  const anchor = hash < 0 ? '' : address.slice(hash)
  const source = reader.linked(address, entry)
  if (source !== null) {
    const found = textBy(source, staging)
    return found && found.address + anchor
  }
  const full = absolute(address)
  if (full !== null && !reader.hosts().has(new URL(full).hostname.replace(/^www\./, '')))
    return null
  const path = full === null ? address : oldPath(full)
  if (path === null || !path.startsWith('/')) return null
  const plain = mark < 0 || /^\/\?(?:p|page_id)=/.test(path) ? path : withoutQuery(path)
  const own = plan.byAddress.get(normal(plain))
  return own === undefined ? null : own + anchor
}
