import type { FieldValue, ImportedEntry } from '#domain/import/entry.ts'
import { isRecord } from '#domain/is-record.ts'
import { ImportRefused } from './import-refused.ts'
import { jsonParts } from './json-stream.ts'
import {
  absolute,
  hostsOf,
  listsNamed,
  plainReader,
  type Reader,
  type ReaderParts,
  remarksAt,
  safelyDecoded,
  slugFrom,
} from './reader.ts'
import type { SourceFolder } from './source-folder.ts'
import { readDate } from './standard-fields.ts'

type Row = Readonly<Record<string, unknown>>

const tables = ['users', 'tags', 'posts_tags', 'posts_authors', 'posts_meta', 'settings']

/** Ghost writes its own address as this word. */
const ownAddress = '__GHOST_URL__'

/** Reads an export of Ghost: its JSON, alone or with the folder `content/images` beside it. */
export async function readGhost({ folder, timeZone }: ReaderParts): Promise<Reader> {
  const file =
    folder.files.find((one) => /\.json$/i.test(one)) ??
    (folder.files.length === 1 ? folder.files[0] : undefined)
  if (file === undefined) throw new ImportRefused('The export contains no JSON file of Ghost.')
  /** What posts refer to; null before it was read. */
  let known: Known | null = null
  return {
    ...plainReader,
    system: 'ghost',
    authorKey: (name) => known?.authorKeys.get(name),
    async *entries(complain) {
      known ??= knownIn(await tableRows(folder, file))
      for (const version of known.versions)
        complain(
          `${file}:1`,
          `The version '${version.slice(0, 20)}' of Ghost is not known; its posts are read as those of 5`,
        )
      let found = 0
      for await (const { value, line } of jsonParts(folder, file, pathsOf('posts'), complain)) {
        found += 1
        if (isRecord(value)) yield entryOf(value, known, { file, line, number: found, timeZone })
        else complain(`${file}:${line}`, 'A post is no object; it is left out')
      }
    },
    pictureFiles(address) {
      const path =
        /(?:__GHOST_URL__|^https?:\/\/[^/]{1,200}|^)\/content\/((?:images|media|files)\/[^?#]{1,500})/.exec(
          address,
        )?.[1]
      if (path === undefined) return []
      const plain = safelyDecoded(
        path
          .replace(/^images\/size\/w\d{1,5}(?:h\d{1,5})?\//, 'images/')
          .replace(/^images\/format\/\w{1,6}\//, 'images/'),
      )
      return folder.files.filter(
        (one) =>
          one === plain ||
          one.endsWith(`/${plain}`) ||
          (plain.startsWith('images/') && one === plain.slice(7)),
      )
    },
    pictureAddress(address) {
      const path = address.replace(ownAddress, '')
      return absolute(
        path.startsWith('/') && !path.startsWith('//') ? (known?.site ?? '') + path : path,
      )
    },
    hosts: () => hostsOf([known?.site ?? '']),
    members: () => listsNamed(folder.files, /member/i),
  }
}

const pathsOf = (table: string) => [`$.db.*.data.${table}.*`, `$.data.${table}.*`]

/** The rows of the other tables; tags and authors stand behind the posts. */
async function tableRows(folder: SourceFolder, file: string) {
  const paths = [...tables.flatMap(pathsOf), '$.db.*.meta', '$.meta']
  const rows = new Map<string, Array<Row>>()
  for await (const { key, value } of jsonParts(folder, file, paths, () => {})) {
    if (!rows.has(key)) rows.set(key, [])
    rows.get(key)?.push(value as Row)
  }
  if (rows.size === 0) throw new ImportRefused(`${file} is no export of Ghost.`)
  return rows
}

/** What posts refer to by numbers. */
function knownIn(rows: ReadonlyMap<string, ReadonlyArray<Row>>) {
  const [users = [], tags = [], postsTags = [], postsAuthors = [], meta = [], settings = []] =
    tables.map((table) => rows.get(table))
  const names = (named: ReadonlyArray<Row>) =>
    new Map(named.map(({ id, name }) => [String(id), String(name ?? '')]))
  const site = settings.findLast(({ key }) => key === 'url' || key === 'site_url')
  return {
    /** The versions of the file that are not known. */
    versions: (rows.get('meta') ?? [])
      .map(({ version }) => String(version))
      .filter((version) => !/^\s*[1-6](?!\d)/.test(version)),
    site: String(site?.value ?? '').replace(/\/$/, ''),
    users: names(users),
    tags: names(tags),
    tagsOf: linksOf(postsTags, 'tag_id'),
    /** Last parts of the addresses of authors, by their names. */
    authorKeys: new Map(
      users.flatMap(({ name, slug }) =>
        typeof slug === 'string' ? [[String(name ?? ''), slug] as const] : [],
      ),
    ),
    authorsOf: linksOf(postsAuthors, 'author_id'),
    meta: new Map(meta.map((row) => [String(row.post_id), row])),
  }
}

type Known = ReturnType<typeof knownIn>

/** The numbers under a name in the rows of each post, in their order. */
function linksOf(rows: ReadonlyArray<Row>, name: string): ReadonlyMap<string, Array<string>> {
  const links = new Map<string, Array<string>>()
  const place = ({ sort_order: order }: Row) => Number(order ?? 0)
  for (const row of rows.toSorted((one, other) => place(one) - place(other))) {
    const post = String(row.post_id)
    links.set(post, [...(links.get(post) ?? []), String(row[name])])
  }
  return links
}

function entryOf(
  row: Row,
  { users, tags, tagsOf, authorsOf, meta }: Known,
  {
    file,
    line,
    number,
    timeZone,
  }: { file: string; line: number; number: number; timeZone: string },
): ImportedEntry {
  const place = `${file}:${line}`
  const text = (name: string) => (typeof row[name] === 'string' ? (row[name] as string) : '')
  const { remarks, say } = remarksAt(place)
  const id = String(row.id ?? row.uuid ?? number)
  const uuid = String(row.uuid ?? id)
  const more = meta.get(id) ?? {}
  const isPage = row.type === 'page' || Boolean(row.page)
  const status = text('status')
  const [first = '', ...others] = (tagsOf.get(id) ?? [])
    .map((one) => tags.get(one) ?? '')
    .filter((name) => name !== '' && !name.startsWith('#'))
  const { body, format } = bodyOf(row, say)
  const slug = text('slug')
  const { visibility = 'public' } = row
  const isForSome = visibility !== 'public'
  if (isForSome)
    say(
      `The post is for '${String(visibility).slice(0, 20)}' there; here everybody can read it, so it comes in as a draft`,
    )
  const fields: Record<string, FieldValue> = row.featured ? { featured: true } : {}
  const canonical = text('canonical_url')
  if (canonical !== '') fields.canonical_url = canonical
  return {
    source: `ghost ${uuid}`,
    place,
    kind: isPage ? 'page' : 'post',
    title: text('title') || 'Untitled',
    slug: slugFrom(slug),
    publishedAt: readDate(String(row.published_at ?? ''), timeZone),
    updatedAt: readDate(String(row.updated_at ?? ''), timeZone),
    draft:
      !['published', 'scheduled', 'sent'].includes(status) ||
      (body === '' && Boolean(row.lexical || row.mobiledoc)) ||
      isForSome,
    addresses: slug === '' ? [] : [`/${slug}/`],
    authors: (authorsOf.get(id) ?? [row.author_id])
      .map(String)
      .flatMap((one) => users.get(one) || []),
    categories: first === '' ? [] : [first],
    tags: others,
    excerpt: text('custom_excerpt'),
    metaDescription: String(more.meta_description ?? row.meta_description ?? ''),
    image: text('feature_image') || text('image') || null,
    imageAlt: String(more.feature_image_alt ?? ''),
    fields,
    body: { format, text: body, line, file },
    complaints: remarks,
  }
}

function bodyOf(
  row: Row,
  say: (message: string) => void,
): { body: string; format: 'html' | 'markdown' } {
  const html = typeof row.html === 'string' ? row.html : ''
  if (html !== '') return { body: html.replaceAll(`${ownAddress}/`, '/'), format: 'html' }
  if (typeof row.markdown === 'string' && row.markdown !== '')
    return { body: row.markdown, format: 'markdown' }
  const plain = typeof row.plaintext === 'string' ? row.plaintext : ''
  if (row.lexical || row.mobiledoc)
    say(
      plain === ''
        ? 'The post has neither HTML nor plain text in the export; it comes in empty, as a draft'
        : 'The post has no HTML in the export; its plain text comes in',
    )
  return { body: plain, format: 'markdown' }
}
