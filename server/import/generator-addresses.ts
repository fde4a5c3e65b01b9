import { slugify } from '#domain/slug.ts'
import { docusaurusAddress } from './docusaurus-addresses.ts'
import { type Flavour, generatorOf } from './generator-table.ts'
import type { GeneratorSite } from './generators.ts'

interface Addressed {
  /** The path of the file in the site's folder. */
  inner: string
  slug: string | null
  /** `id` of the frontmatter, which Docusaurus takes for a name. */
  id: string | null
  title: string
  date: Date | null
  categories: ReadonlyArray<string>
  /** `permalink` or `url` of the file. */
  permalink: string | null
  /** `aliases` and `redirect_from` of the file. */
  aliases: ReadonlyArray<string>
}

const ending = /\.(?:md|mdx|markdown|mdown)$/i
/** The language at the end of a name. */
const language = /\.[a-z]{2}(?:-[a-z]{2})?$/i
const dated = /^(\d{4})-(\d{2})-(\d{2})-(.+)$/

/** The name of a text in its address: `slug`, else the name of its file or bundle without date and ending. */
export function nameOf(inner: string, flavour: Flavour = 'plain'): string {
  const before = generatorOf(flavour)?.before ?? ''
  const plain = inner.replace(ending, '')
  const parts = (flavour === 'hugo' || flavour === 'zola' ? plain.replace(language, '') : plain)
    .split('/')
    .map((part) => part.replace(before, ''))
  const last = parts.at(-1) ?? ''
  const name = /^index(?:\.[a-z-]{2,5})?$/i.test(last) && parts.length > 1 ? (parts.at(-2) ?? '') : last
  return dated.exec(name)?.[4] ?? name
}

/** The day in the path of a text, as an ISO instant: in its name, in that of its bundle, or in its folders; null for none. */
export function dateInName(inner: string): string | null {
  const found = /(?:^|\/)(\d{4})([-_.])(\d{2})\2(\d{2})(?![\d])[^/]*(?:\/index\.[^/]+)?$/.exec(inner)
  const [year, month, day] = found
    ? [found[1], found[3], found[4]]
    : (/(?:^|\/)(\d{4})\/(\d{2})(?:-(\d{2})(?!\d)[^/]*|\/(\d{2})(?:-|\/)[^/]+)(?:\/index\.[^/]+)?$/
        .exec(inner)
        ?.slice(1)
        .filter((part) => part !== undefined) ?? [])
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? null : date.toISOString()
}

/** The addresses that a text had on the site that its generator made. */
export function generatedAddresses(site: GeneratorSite, text: Addressed): Array<string> {
  if (text.permalink === 'false') return []
  const own = site.flavour === 'obsidian' || site.flavour === 'plain' ? givenOnly(text) : generated(site, text)
  const aliases = text.aliases.flatMap((alias) => {
    if (/^https?:\/\//.test(alias)) return URL.canParse(alias) ? [new URL(alias).pathname] : []
    if (alias.startsWith('/')) return [alias]
    // Obsidian's aliases are other names of a note.
    return site.flavour === 'hugo' && own[0] ? [withLast(own[0], alias)] : []
  })
  const below = folderOf(site)
  const paths = [...own, ...aliases]
  return [...new Set([...paths, ...(below === '' ? [] : paths.map((address) => below + address))].map(encoded))]
}

/** The folder of the host that a site was in, such as `/blog`; '' for none. */
function folderOf({ config }: GeneratorSite): string {
  const folder = config.baseurl ?? config.root ?? config.pathPrefix
  const address = config.baseURL ?? config.baseUrl ?? config.base_url
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
      return [folderAddress(inner, true)]
    }
    case 'astro': {
      const inner = text.inner.replace(/^(?:src\/)?(?:(?:content|pages|data)\/)?/, '')
      const plain = folderAddress(inner)
      return [text.slug && !text.inner.startsWith('src/pages/') ? withLast(plain, `${text.slug}/`) : plain]
    }
    case 'docusaurus': {
      const address = docusaurusAddress(site, text)
      return address === null ? [] : [address]
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
    const isHead = /^(?:_?index|readme)$/i.test(named.at(-1) ?? '')
    const plain = (isHead ? named.slice(0, -1) : named).join('/')
    // The text of a folder is at the folder's address, not in a file beside it.
    const own = isHead ? new Set(patterns.map((pattern) => pattern.replace(':path.html', ':path/'))) : patterns
    return [...own].flatMap((pattern) => {
      const made = filled(
        pattern.replaceAll(':path', () => plain),
        text,
      )
      if (!text.slug || plain === '') return made
      const named = withLast(made, text.slug + (made.endsWith('/') ? '/' : ''))
      // Nuxt Content takes the name of the file, and only templates of a site take a slug.
      return site.flavour === 'nuxt' ? [made, named] : named
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
function folderAddress(inner: string, isEleventy = false): string {
  const folders = inner.replace(ending, '').split('/')
  const last = folders.pop() ?? ''
  const plain = dated.exec(last)?.[4] ?? last
  // Eleventy takes a file with the name of its folder for the folder's own.
  const isHead = /^index$/i.test(last) || (isEleventy && plain === folders.at(-1))
  const parts = isHead ? folders : [...folders, last]
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
  if (text.permalink) return `/${text.permalink}`.replace(/\/+/g, '/')
  const { inner, before } = hugoPlace(config, text.inner)
  const section = inner.includes('/') ? inner.slice(0, inner.indexOf('/')) : ''
  const permalinks = config.permalinks as Record<string, unknown> | undefined
  const page = (permalinks?.page ?? permalinks) as Record<string, unknown> | undefined
  const pattern = page?.[section] ?? permalinks?.[section]
  if (typeof pattern === 'string') return before + filled(pattern, text)
  const isLower = config.disablePathToLower !== true && config.disablepathtolower !== true
  const plain = before + hugoAddress(inner, isLower)
  return text.slug ? withLast(plain, `${text.slug}/`) : plain
}

/** The path of a text in the folder of its language, and that of its language in addresses: `about.fr.md` is at `/fr/about/`. */
function hugoPlace(config: GeneratorSite['config'], file: string): { inner: string; before: string } {
  const inContent = file.replace(/^content\//, '')
  const found = /\.([a-z]{2}(?:-[a-z]{2})?)(?=\.[a-z]+$)/i.exec(inContent)
  if (!found?.[1]) return { inner: inContent, before: '' }
  const usual = String(config.defaultContentLanguage ?? config.DefaultContentLanguage ?? 'en')
  const inner = inContent.replace(found[0], '')
  return { inner, before: found[1].toLowerCase() === usual.toLowerCase() ? '' : `/${found[1].toLowerCase()}` }
}

/** Hugo writes addresses in lower case, unless told otherwise, and keeps dates in names. */
function hugoAddress(inner: string, isLower: boolean): string {
  const parts = inner.replace(ending, '').replace(/(?:^|\/)_?index$/i, '')
  const address = `/${parts}/`
  return (isLower ? address.toLowerCase() : address).replace(/\s+/g, '-').replace(/\/+/g, '/')
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
