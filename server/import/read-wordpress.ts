import type { Complaint, FieldValue, ImportedEntry } from '#domain/import/entry.ts'
import type { ReaderComment } from '#domain/import/report.ts'
import { withCharacters } from '#domain/words/character-references.ts'
import { independent } from '../platform/independent.ts'
import { ImportRefused } from './import-refused.ts'
import {
  absolute,
  hostsOf,
  oldPath,
  plainReader,
  type Reader,
  type ReaderParts,
  remarksAt,
  safelyDecoded,
  slugFrom,
} from './reader.ts'
import { readDate } from './standard-fields.ts'
import { withFootnotes, withPatterns } from './wordpress-parts.ts'
import { readWxr, type WxrHead, type WxrItem } from './wordpress-xml.ts'

/** Types of WordPress that are no texts of the site. */
const notTexts = new Set([
  'attachment',
  'nav_menu_item',
  'revision',
  'wp_template',
  'wp_template_part',
  'wp_global_styles',
  'wp_navigation',
  'wp_block',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
  'user_request',
  'wp_font_family',
  'wp_font_face',
])
const versions = new Set(['1.0', '1.1', '1.2', '1.3'])

/** Reads an export of WordPress (WXR): one file, or several in a folder or archive. */
export async function readWordpress({ folder, timeZone }: ReaderParts): Promise<Reader> {
  const files = folder.files.filter(
    (file) => /\.(?:xml|wxr)$/i.test(file) || folder.files.length === 1,
  )
  if (files.length === 0) throw new ImportRefused('The export contains no XML file of WordPress.')
  const named = createNamed()
  const { head, attachments } = named
  /** Last parts of the addresses of categories, by their names. */
  const categoryKeys = new Map<string, string>()
  /** What is wrong with whole files; null before they were read. */
  let faults: Array<Complaint> | null = null
  let comments: Array<ReaderComment> = []

  /** Attachments may stand behind the texts that name them, so they are collected first. */
  async function collect() {
    const complaints: Array<Complaint> = []
    let found = 0
    for (const file of files) {
      head.version = ''
      for await (const item of readWxr(folder, file, head, () => {})) {
        found += 1
        keep(item, named)
      }
      if (head.version === '' && found === 0)
        throw new ImportRefused(`${file} is no export of WordPress (WXR).`)
      if (!versions.has(head.version))
        complaints.push({
          place: `${file}:1`,
          message: `The version ${head.version || 'without a number'} of the format is not known; it is read as 1.2`,
        })
    }
    return complaints
  }

  return {
    ...plainReader,
    system: 'wordpress',
    async *entries(complain) {
      faults ??= await collect()
      for (const { place, message } of faults) complain(place, message)
      comments = []
      const months = new Set<string>()
      for (const file of files)
        for await (const item of readWxr(folder, file, head, complain)) {
          const type = item.values['wp:post_type'] ?? ''
          if (notTexts.has(type) || item.values['wp:status'] === 'auto-draft') continue
          const entry = entryOf(item, named, file, timeZone)
          for (const { domain, name, nicename } of item.terms)
            if (domain === 'category')
              categoryKeys.set(withCharacters(name), safelyDecoded(nicename))
          comments.push(...commentsOf(item))
          const month =
            entry.kind !== 'page' && /^\/\d{4}\/\d{2}\//.exec(entry.addresses[0] ?? '')?.[0]
          if (month) months.add(month)
          yield entry
        }
      const say = (message: string) => complain(`${files[0]}:1`, message)
      if (comments.length > 0)
        say(`Comments of readers do not come in, but into a file: ${comments.length}`)
      if (months.size > 0)
        say(
          `The lists of days, months and years have no pages here: ${[...months].sort().join(', ')}`,
        )
    },
    comments: () => comments,
    categoryKey: (name) => categoryKeys.get(name) || undefined,
    authorKey: (name) => [...head.authors].find(([, one]) => one === name)?.[0],
    pictureFiles(address) {
      // An export with its `wp-content/uploads` beside it.
      const path = /\/(wp-content\/uploads\/[^?#]{1,500})/.exec(address)?.[1]
      if (path === undefined) return []
      const plain = decodeURI(path.replace(/%(?![\da-f]{2})/gi, '%25'))
      const whole = plain.replace(/-\d{2,5}x\d{2,5}(\.[a-z]{3,4})$/i, '$1')
      return [whole, plain].flatMap((one) =>
        folder.files.filter(
          (file) => file === one || file.endsWith(`/${one}`) || one.endsWith(`/uploads/${file}`),
        ),
      )
    },
    pictureAddress: (address) =>
      absolute(address) ??
      (address.startsWith('/') && URL.canParse(head.site)
        ? new URL(address, head.site).href
        : null),
    attachment: (id) => attachments.get(id) ?? null,
    hosts: () => hostsOf([head.site]),
  }
}

/** What texts may name, and the head of the file. */
function createNamed() {
  return {
    head: { site: '', version: '', authors: new Map() } as WxrHead,
    attachments: new Map<string, string>(),
    alts: new Map<string, string>(),
    /** Addresses of pictures by the number of the text that they are attached to. */
    attached: new Map<string, Array<string>>(),
    /** Blocks that several texts share, by their numbers. */
    patterns: new Map<string, string>(),
  }
}

type Named = ReturnType<typeof createNamed>

/** Remembers what texts may name. */
function keep({ values, meta }: WxrItem, { attachments, alts, attached, patterns }: Named) {
  if (values['wp:post_type'] === 'wp_block') {
    const shared = independent({
      id: values['wp:post_id'] ?? '',
      text: values['content:encoded'] ?? '',
    })
    patterns.set(shared.id, shared.text)
  }
  if (values['wp:post_type'] !== 'attachment') return
  const { id, address, parent, alt } = independent({
    id: values['wp:post_id'] ?? '',
    address: values['wp:attachment_url'] || values.guid || '',
    parent: values['wp:post_parent'] ?? '0',
    alt: metaIn(meta, /^_wp_attachment_image_alt$/),
  })
  if (id !== '' && address !== '') attachments.set(id, address)
  if (parent !== '0' && /\.(?:jpe?g|png|gif|webp|avif)$/i.test(address)) {
    const others = attached.get(parent)
    if (others) others.push(address)
    else attached.set(parent, [address])
  }
  if (alt) alts.set(id, alt)
}

function entryOf(
  item: WxrItem,
  { head, attachments, alts, attached, patterns }: Named,
  file: string,
  timeZone: string,
): ImportedEntry {
  const { values, meta, terms, line } = item
  const value = (name: string) => (values[name] ?? '').trim()
  const place = `${file}:${line}`
  const { remarks, say } = remarksAt(place)
  const named = (domain: string) =>
    terms.flatMap((term) => (term.domain === domain ? [withCharacters(term.name)] : []))
  const id = value('wp:post_id')
  const status = value('wp:status')
  const dateIn = (name: string) => {
    const [gmt, local] = [value(`${name}_gmt`), value(name)]
    if (gmt !== '' && !gmt.startsWith('0000')) return readDate(`${gmt}Z`, 'UTC')
    return local.startsWith('0000') ? null : readDate(local, timeZone)
  }
  const date = dateIn('wp:post_date') ?? readDate(value('pubDate'), timeZone)
  const isDraft = !['publish', 'future', 'inherit', ''].includes(status)
  if (status === 'private' || status === 'trash')
    say(`The text is '${status}' there; it comes in as a draft`)
  if (value('wp:post_password') !== '')
    say('The text needs a password there; it comes in as a draft')
  if (!date && !isDraft) say('The text has no date that can be read; it comes in as a draft')
  const link = oldPath(value('link'))
  const author = value('dc:creator')
  const thumbnail = metaIn(meta, /^_thumbnail_id$/)
  const image = thumbnail === '' ? null : (attachments.get(thumbnail) ?? null)
  if (thumbnail !== '' && image === null)
    say(`The featured picture ${thumbnail} is not in the export`)
  const description = metaIn(
    meta,
    /^(?:_yoast_wpseo_metadesc|_?rank_math_description|_aioseo_description)$/,
  )
  const fields: Record<string, FieldValue> = Object.fromEntries(
    meta
      .filter(
        ({ key, value: text }) =>
          key !== '' && key !== 'footnotes' && !key.startsWith('_') && text.length < 5000,
      )
      .map(({ key, value: text }) => [key, text]),
  )
  if (value('wp:is_sticky') === '1') fields.featured = true
  const name = value('wp:post_name')
  const decoded = safelyDecoded(name)
  const comments = terms.length === 0 && value('title') === '' && value('content:encoded') === ''
  if (comments) say('The item has neither a title nor a text')
  return {
    source: `wordpress ${head.site.replace(/\/$/, '')}/?p=${id || value('guid')}`,
    place,
    kind: value('wp:post_type') || 'post',
    title: withCharacters(value('title')) || decoded.replaceAll('-', ' ') || 'Untitled',
    slug: slugFrom(decoded),
    publishedAt: date,
    updatedAt: dateIn('wp:post_modified'),
    draft: isDraft || value('wp:post_password') !== '',
    addresses: [
      ...(link === null || link === '/' || /^\/\?/.test(link)
        ? []
        : [link, ...earlier(link, name, meta)]),
      ...(id === '' ? [] : [value('wp:post_type') === 'page' ? `/?page_id=${id}` : `/?p=${id}`]),
    ],
    authors: author === '' ? [] : [head.authors.get(author) ?? author],
    categories: named('category').filter((term) => term !== 'Uncategorized'),
    tags: named('post_tag'),
    excerpt: withCharacters(value('excerpt:encoded').replace(/<[^<>]{0,1000}>/g, '')),
    metaDescription: description,
    image,
    imageAlt: alts.get(thumbnail) ?? '',
    fields,
    body: {
      ...({ format: 'wordpress', line: item.bodyLine, file } as const),
      text: withFootnotes(
        withPatterns(values['content:encoded'] ?? '', patterns),
        metaIn(meta, /^footnotes$/),
      ),
      attached: attached.get(id) ?? [],
    },
    complaints: remarks,
  }
}

/** The first value of an item under a name; '' for none. */
function metaIn(meta: WxrItem['meta'], name: RegExp) {
  return meta.find(({ key }) => name.test(key))?.value ?? ''
}

function commentsOf({ values, comments }: WxrItem): Array<ReaderComment> {
  return comments.map((comment) => {
    const value = (name: string) => (comment[`wp:comment_${name}`] ?? '').trim()
    return independent({
      text: values.link ?? '',
      id: value('id'),
      parent: value('parent'),
      author: value('author'),
      email: value('author_email'),
      url: value('author_url'),
      date: value('date_gmt') || value('date'),
      approved: value('approved'),
      content: value('content'),
    })
  })
}

/** The addresses that a text had under earlier names, from which WordPress redirects. */
function earlier(link: string, name: string, meta: WxrItem['meta']): Array<string> {
  if (name === '' || !link.includes(`/${name}`)) return []
  const names = meta.filter(
    ({ key, value }) => key === '_wp_old_slug' && value !== '' && value !== name,
  )
  const at = link.lastIndexOf(`/${name}`) + 1
  return names.map(({ value }) => link.slice(0, at) + value + link.slice(at + name.length))
}
