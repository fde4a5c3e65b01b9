import type { Complaint, FieldValue, ImportedEntry } from '#domain/import/entry.ts'
import { ImportRefused } from './import-refused.ts'
import { jsonParts } from './json-stream.ts'
import {
  absolute,
  hostsOf,
  listsNamed,
  plainReader,
  type Reader,
  type ReaderParts,
  safelyDecoded,
  slugFrom,
} from './reader.ts'
import { readDate } from './standard-fields.ts'

type Row = Readonly<Record<string, unknown>>

/** Ghost writes its own address as this word. */
const ownAddress = '__GHOST_URL__'

/** Reads an export of Ghost: its JSON, alone or with the folder `content/images` beside it. */
export async function readGhost({ folder, timeZone }: ReaderParts): Promise<Reader> {
  const file =
    folder.files.find((one) => /\.json$/i.test(one)) ??
    (folder.files.length === 1 ? folder.files[0] : undefined)
  if (file === undefined) throw new ImportRefused('The export contains no JSON file of Ghost.')
  const tables = createTables()
  const { users, tags, tagsOf, authorKeys, authorsOf, meta } = tables
  let site = ''
  /** What is wrong with the whole file; null before it was read. */
  let faults: Array<Complaint> | null = null

  const at = (table: string) => ['$.db.*.data', '$.data'].map((root) => `${root}.${table}.*`)

  /** Tags and authors stand behind the posts, so they are collected first. */
  async function collect() {
    const complaints: Array<Complaint> = []
    let found = 0
    const tables = ['users', 'tags', 'posts_tags', 'posts_authors', 'posts_meta', 'settings']
    for await (const { key, value } of jsonParts(
      folder,
      file as string,
      [...tables.flatMap(at), '$.db.*.meta', '$.meta'],
      () => {},
    )) {
      const row = value as Row
      found += 1
      if (key === 'meta') complaints.push(...faultOfVersion(row, file as string))
      else if (key === 'users') {
        users.set(String(row.id), String(row.name ?? ''))
        if (typeof row.slug === 'string') authorKeys.set(String(row.name ?? ''), row.slug)
      } else if (key === 'tags') tags.set(String(row.id), String(row.name ?? ''))
      else if (key === 'posts_tags') add(tagsOf, row, 'tag_id')
      else if (key === 'posts_authors') add(authorsOf, row, 'author_id')
      else if (key === 'posts_meta') meta.set(String(row.post_id), row)
      else if (key === 'settings' && (row.key === 'url' || row.key === 'site_url'))
        site = String(row.value ?? '')
    }
    if (found === 0) throw new ImportRefused(`${file} is no export of Ghost.`)
    return complaints
  }

  return {
    ...plainReader,
    system: 'ghost',
    authorKey: (name) => authorKeys.get(name),
    async *entries(complain) {
      faults ??= await collect()
      faults.forEach(complain)
      let found = 0
      for await (const { value, line } of jsonParts(folder, file, at('posts'), complain)) {
        found += 1
        if (typeof value === 'object' && value !== null)
          yield entryOf(value as Row, tables, { file, line, number: found, timeZone })
        else complain({ place: `${file}:${line}`, message: 'A post is no object; it is left out' })
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
        path.startsWith('/') && !path.startsWith('//') ? site.replace(/\/$/, '') + path : path,
      )
    },
    hosts: () => hostsOf([site]),
    members: () => listsNamed(folder.files, /member/i),
  }
}

/** What posts refer to by numbers. */
function createTables() {
  return {
    users: new Map<string, string>(),
    tags: new Map<string, string>(),
    tagsOf: new Map<string, Array<{ id: string; order: number }>>(),
    /** Last parts of the addresses of authors, by their names. */
    authorKeys: new Map<string, string>(),
    authorsOf: new Map<string, Array<{ id: string; order: number }>>(),
    meta: new Map<string, Row>(),
  }
}

function faultOfVersion(row: Row, file: string) {
  const major = Number.parseInt(String(row.version ?? ''), 10)
  if (major >= 1 && major <= 6) return []
  const message = `The version '${String(row.version).slice(0, 20)}' of Ghost is not known; its posts are read as those of 5`
  return [{ place: `${file}:1`, message }]
}

function entryOf(
  row: Row,
  { users, tags, tagsOf, authorsOf, meta }: ReturnType<typeof createTables>,
  {
    file,
    line,
    number,
    timeZone,
  }: { file: string; line: number; number: number; timeZone: string },
): ImportedEntry {
  const place = `${file}:${line}`
  const text = (name: string) => (typeof row[name] === 'string' ? (row[name] as string) : '')
  const own: Array<Complaint> = []
  const say = (message: string) => own.push({ place, message })
  const id = String(row.id ?? row.uuid ?? number)
  const uuid = String(row.uuid ?? id)
  const more = meta.get(id) ?? {}
  const isPage = row.type === 'page' || Boolean(row.page)
  const status = text('status')
  const [first = '', ...others] = ordered(tagsOf, id)
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
    authors: ordered(authorsOf, id)
      .concat(authorsOf.has(id) || !row.author_id ? [] : [String(row.author_id)])
      .map((one) => users.get(one) ?? '')
      .filter(Boolean),
    categories: first === '' ? [] : [first],
    tags: others,
    excerpt: text('custom_excerpt'),
    metaDescription: String(more.meta_description ?? row.meta_description ?? ''),
    image: text('feature_image') || text('image') || null,
    imageAlt: String(more.feature_image_alt ?? ''),
    fields,
    body: { format, text: body, line, file },
    complaints: own,
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

function add(list: Map<string, Array<{ id: string; order: number }>>, row: Row, name: string) {
  const post = String(row.post_id)
  list.set(post, [
    ...(list.get(post) ?? []),
    { id: String(row[name]), order: Number(row.sort_order ?? 0) },
  ])
}

function ordered(
  list: ReadonlyMap<string, ReadonlyArray<{ id: string; order: number }>>,
  post: string,
): Array<string> {
  return [...(list.get(post) ?? [])]
    .sort((one, other) => one.order - other.order)
    .map(({ id }) => id)
}
