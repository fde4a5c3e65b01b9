import { slugify } from '#domain/slug.ts'
import { generatorOf } from './generator-table.ts'
import type { GeneratorSite } from './generators.ts'

interface Addressed {
  /** The path of the file in the site's folder. */
  inner: string
  slug: string | null
  title: string
  date: Date | null
  categories: ReadonlyArray<string>
  /** `permalink` or `url` of the file. */
  permalink: string | null
  /** `aliases` and `redirect_from` of the file. */
  aliases: ReadonlyArray<string>
}

const ending = /\.(?:md|mdx|markdown|mdown)$/i
const dated = /^(\d{4})-(\d{2})-(\d{2})-(.+)$/

/** The name of a text in its address: `slug`, else the name of its file or bundle without date and ending. */
export function nameOf(inner: string): string {
  const parts = inner.replace(ending, '').split('/')
  const last = parts.at(-1) ?? ''
  const name = /^index(?:\.[a-z-]{2,5})?$/i.test(last) && parts.length > 1 ? (parts.at(-2) ?? '') : last
  return dated.exec(name)?.[4] ?? name
}

/** The day in the path of a text, as an ISO instant: in its name, in that of its bundle, or in its folders; null for none. */
export function dateInName(inner: string): string | null {
  const found = /(?:^|\/)(\d{4})([-_.])(\d{2})\2(\d{2})(?![\d])[^/]*(?:\/index\.[^/]+)?$/.exec(inner)
  const [year, month, day] = found
    ? [found[1], found[3], found[4]]
    : (/(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})(?:-|\/)[^/]+(?:\/index\.[^/]+)?$/.exec(inner)?.slice(1) ?? [])
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? null : date.toISOString()
}

/** The addresses that a text had on the site that its generator made. */
export function generatedAddresses(site: GeneratorSite, text: Addressed): Array<string> {
  const own = site.flavour === 'obsidian' || site.flavour === 'plain' ? givenOnly(text) : generated(site, text)
  const aliases = text.aliases.flatMap((alias) => {
    if (/^https?:\/\//.test(alias)) return URL.canParse(alias) ? [new URL(alias).pathname] : []
    if (alias.startsWith('/')) return [alias]
    // Obsidian's aliases are other names of a note.
    return site.flavour === 'hugo' && own[0] ? [withLast(own[0], alias)] : []
  })
  const below = folderOf(site)
  const paths = [...own, ...aliases]
  return [...new Set([...(below === '' ? [] : paths.map((address) => below + address)), ...paths].map(encoded))]
}

/** The folder of the host that a site was in, such as `/blog`; '' for none. */
function folderOf({ config }: GeneratorSite): string {
  const [folder, address] = [config.baseurl, config.baseURL ?? config.baseUrl]
  if (typeof folder === 'string' && /^\/?[\w.~/-]{1,200}$/.test(folder))
    return `/${folder.replace(/^\/|\/$/g, '')}`.replace(/^\/$/, '')
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).pathname.replace(/\/$/, '') : ''
}

function givenOnly({ permalink }: Addressed): Array<string> {
  return permalink?.startsWith('/') ? [permalink] : []
}

function generated(site: GeneratorSite, text: Addressed): Array<string> {
  switch (site.flavour) {
    case 'jekyll':
      return [jekyll(site, text)]
    case 'hugo':
      return [hugo(site, text)]
    case 'eleventy': {
      if (text.permalink?.startsWith('/') && !text.permalink.includes('{')) return [text.permalink]
      const input = typeof site.config.input === 'string' && site.config.input !== '' ? `${site.config.input}/` : ''
      const inner = text.inner.startsWith(input) ? text.inner.slice(input.length) : text.inner
      return [folderAddress(inner)]
    }
    case 'astro': {
      const inner = text.inner.replace(/^(?:src\/)?(?:(?:content|pages|data)\/)?/, '')
      const plain = folderAddress(inner)
      return [text.slug && !text.inner.startsWith('src/pages/') ? withLast(plain, `${text.slug}/`) : plain]
    }
    case 'hexo':
      return /^source\/_/.test(text.inner) ? [hexo(site, text)] : tabled(site, text)
    default:
      return tabled(site, text)
  }
}

/** The addresses by the patterns of the table. */
function tabled(site: GeneratorSite, text: Addressed): Array<string> {
  const given = text.permalink
  if (given) return [`/${given}/`.replace(/\/+/g, '/').replace(/(\.\w+)\/$/, '$1')]
  const generator = generatorOf(site.flavour)
  for (const [path, patterns] of generator?.addresses ?? []) {
    const found = path.exec(text.inner)?.groups?.path
    if (found === undefined) continue
    const parts = found.replace(ending, '').split('/')
    const named = parts.map((part) => part.replace(generator?.before ?? '', ''))
    const plain = (/^(?:index|readme)$/i.test(named.at(-1) ?? '') ? named.slice(0, -1) : named).join('/')
    return patterns.map((pattern) => {
      const made = filled(
        pattern.replaceAll(':path', () => plain),
        text,
      )
      return text.slug && plain !== '' ? withLast(made, text.slug + (made.endsWith('/') ? '/' : '')) : made
    })
  }
  return []
}

function hexo({ config }: GeneratorSite, text: Addressed): string {
  const general = typeof config.permalink === 'string' ? config.permalink : ':year/:month/:day/:title/'
  const folder = /^source\/_(?:posts|drafts)\/(.*)\//.exec(text.inner)?.[1]
  return filled(folder ? general.replaceAll(':title', () => `${folder}/:title`) : general, text)
}

/** An address with another last segment: `/posts/hello/` and `world/` make `/posts/world/`. */
function withLast(address: string, last: string): string {
  return address.slice(0, address.lastIndexOf('/', address.length - 2) + 1) + last
}

/** `posts/2024-01-02-hello.md` is `/posts/hello/`, `posts/hello/index.md` too. */
function folderAddress(inner: string): string {
  const folders = inner.replace(ending, '').split('/')
  const last = folders.pop() ?? ''
  const parts = /^index$/i.test(last) ? folders : [...folders, last]
  return `/${parts.map((part) => dated.exec(part)?.[4] ?? part).join('/')}/`
}

const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
}

function jekyll({ config }: GeneratorSite, text: Addressed): string {
  const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(text.inner)
  const general = typeof config.permalink === 'string' ? config.permalink : 'date'
  if (!isPost) {
    if (text.permalink) return filled(text.permalink, text)
    const inner = text.inner.replace(/(?:^|\/)_([^/]+\/)/, '$1').replace(ending, '')
    const plain = inner.replace(/(?:^|\/)index$/, '/')
    return general === 'pretty'
      ? `/${plain}/`.replace(/\/+/g, '/')
      : plain.endsWith('/')
        ? `/${plain}`
        : `/${plain}.html`
  }
  return filled(text.permalink ?? styles[general] ?? general, text)
}

function hugo({ config }: GeneratorSite, text: Addressed): string {
  if (text.permalink?.startsWith('/')) return text.permalink
  const inner = text.inner.replace(/^content\//, '').replace(/(\.[a-z]{2}(?:-[a-z]{2})?)(\.md)$/i, '$2')
  const section = inner.includes('/') ? inner.slice(0, inner.indexOf('/')) : ''
  const permalinks = config.permalinks as Record<string, unknown> | undefined
  const page = (permalinks?.page ?? permalinks) as Record<string, unknown> | undefined
  const pattern = page?.[section] ?? permalinks?.[section]
  if (typeof pattern === 'string') return filled(pattern, text)
  const plain = hugoAddress(inner)
  return text.slug ? withLast(plain, `${text.slug}/`) : plain
}

/** Hugo writes addresses in lower case and keeps dates in names. */
function hugoAddress(inner: string): string {
  const parts = inner.replace(ending, '').replace(/(?:^|\/)index$/i, '')
  return `/${parts}/`.toLowerCase().replace(/\s+/g, '-').replace(/\/+/g, '/')
}

/** A pattern such as `/:year/:month/:title/` with the values of a text. */
function filled(pattern: string, { inner, slug, title, date, categories }: Addressed): string {
  const name = slug ?? nameOf(inner)
  const inPath = dateInName(inner)
  const [year, month, day] = (inPath ?? date?.toISOString() ?? '').slice(0, 10).split('-')
  // A pattern is text from outside: `:constructor` is no value of it.
  const values = new Map(
    Object.entries({
      year: year ?? '',
      short_year: (year ?? '').slice(2),
      month: month ?? '',
      i_month: String(Number(month)),
      day: day ?? '',
      i_day: String(Number(day)),
      y_day: date
        ? String(
            Math.floor((Date.parse(`${year}-${month}-${day}`) - Date.UTC(Number(year), 0, 1)) / 86_400_000) + 1,
          ).padStart(3, '0')
        : '',
      title: pattern.includes(':output_ext') || !slug ? name : slug,
      slug: name,
      slugorfilename: name,
      filename: nameOf(inner),
      contentbasename: nameOf(inner),
      slugorcontentbasename: name,
      name,
      output_ext: '.html',
      categories: categories.map((one) => slugify(one)).join('/'),
      section: inner.replace(/^content\//, '').split('/')[0] ?? '',
      sections: inner
        .replace(/^content\//, '')
        .split('/')
        .slice(0, -1)
        .join('/'),
      path: inner.replace(ending, ''),
      collection: /(?:^|\/)_([^/]+)\//.exec(inner)?.[1] ?? '',
      basename: nameOf(inner),
    }),
  )
  const made = pattern.replace(/:([a-z_]+)/gi, (whole, key: string) => {
    if (key.toLowerCase() === 'title' && !slug && !/_(?:posts|drafts)\//.test(inner)) return slugify(title)
    return values.get(key.toLowerCase()) ?? whole
  })
  return `/${made}`.replace(/\/+/g, '/')
}

function encoded(address: string): string {
  return /[^\x21-\x7e]/.test(address) ? encodeURI(address) : address
}
