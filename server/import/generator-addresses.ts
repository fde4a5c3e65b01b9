import { type Addressed, dateInName, ending, filled, languageOf } from './address-pattern.ts'
import { docusaurusAddresses } from './docusaurus-addresses.ts'
import { generatorOf } from './generator-table.ts'
import type { GeneratorSite } from './generators.ts'
import { jekyllAddress } from './jekyll-addresses.ts'

/** The addresses that a text had on the site that its generator made. */
export function generatedAddresses(site: GeneratorSite, given: Addressed): Array<string> {
  if (given.permalink === 'false') return []
  // Those of Docusaurus are below its route.
  const isPath = given.slug?.startsWith('/') && site.flavour !== 'docusaurus'
  const text = isPath ? { ...given, permalink: given.slug, slug: null } : given
  const own =
    site.flavour === 'obsidian' || site.flavour === 'plain'
      ? givenOnly(text)
      : generated(site, text)
  const aliases = text.aliases.flatMap((alias) => {
    if (/^https?:\/\//.test(alias)) return URL.canParse(alias) ? [new URL(alias).pathname] : []
    if (alias.startsWith('/')) return [alias]
    if (site.flavour === 'hugo') return own[0] ? [withLast(own[0], alias)] : []
    // Obsidian's aliases are other names of a note.
    return ['obsidian', 'plain'].includes(site.flavour) ? [] : [`/${alias}`]
  })
  const below = folderOf(site)
  const paths = [...own, ...aliases]
  return [
    ...new Set(
      [...paths, ...(below === '' ? [] : paths.map((address) => below + address))].map(encoded),
    ),
  ]
}

/** The folder of the host that a site was in, such as `/blog`; '' for none. */
function folderOf({ config }: GeneratorSite): string {
  const folder = config.baseurl ?? config.root ?? config.pathPrefix
  const address = config.baseURL ?? config.baseUrl ?? config.base_url
  if (typeof folder === 'string' && /^\/?[\w.~/-]{1,200}$/.test(folder))
    return `/${folder.replace(/^\/|\/$/g, '')}`.replace(/^\/$/, '')
  return typeof address === 'string' && URL.canParse(address)
    ? new URL(address).pathname.replace(/\/$/, '')
    : ''
}

function givenOnly({ permalink }: Addressed): Array<string> {
  return permalink?.startsWith('/') ? [permalink] : []
}

function generated(site: GeneratorSite, text: Addressed): Array<string> {
  switch (site.flavour) {
    case 'jekyll':
      return [jekyllAddress(site, text)]
    case 'hugo':
      return [hugo(site, text)]
    case 'eleventy':
      return text.permalink?.startsWith('/') && !text.permalink.includes('{')
        ? [text.permalink]
        : tabled(site, { ...text, permalink: null, slug: null })
    case 'astro': {
      const slug = text.inner.startsWith('src/pages/') ? null : text.slug
      return tabled(site, { ...text, permalink: null, slug })
    }
    case 'docusaurus':
      return docusaurusAddresses(site, text)
    case 'gatsby':
      return [...programmed(site, text), ...tabled(site, text)]
    case 'hexo':
      return /^source\/_/.test(text.inner) ? [hexo(site, text)] : tabled(site, text)
    default:
      return tabled(site, text)
  }
}

/**
 * The address by the pattern in the program of a site, for texts whose names have the day that it
 * needs.
 */
function programmed({ config }: GeneratorSite, text: Addressed): Array<string> {
  const fits =
    typeof config.permalink === 'string' && !text.permalink && dateInName(text.inner) !== null
  return fits ? [filled(String(config.permalink), text)] : []
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
    // Eleventy takes a file with the name of its folder for the folder's own.
    const isOfFolder = site.flavour === 'eleventy' && named.at(-1) === parts.at(-2)
    const isHead = isOfFolder || (generator?.head ?? /^_?index$/i).test(named.at(-1) ?? '')
    const plain = (isHead ? named.slice(0, -1) : named).join('/')
    // The text of a folder is at the folder's address, not in a file beside it.
    const own = isHead
      ? new Set(patterns.map((pattern) => pattern.replace(':path.html', ':path/')))
      : patterns
    return [...own].flatMap((pattern) => {
      const made = filled(
        pattern.replaceAll(':path', () => plain),
        text,
      )
      if (!text.slug || (plain === '' && site.flavour !== 'astro')) return made
      const named = withLast(made, text.slug + (made.endsWith('/') ? '/' : ''))
      // Nuxt Content takes the name of the file, and only templates of a site take a slug.
      return site.flavour === 'nuxt' ? [made, named] : named
    })
  }
  return []
}

function hexo({ config }: GeneratorSite, text: Addressed): string {
  const general =
    typeof config.permalink === 'string' ? config.permalink : ':year/:month/:day/:title/'
  const folder = /^source\/_(?:posts|drafts)\/(.*)\//.exec(text.inner)?.[1]
  return filled(folder ? general.replaceAll(':title', () => `${folder}/:title`) : general, text)
}

/** `/posts/hello/` with `world/` is `/posts/world/`. */
function withLast(address: string, last: string) {
  return address.slice(0, address.lastIndexOf('/', address.length - 2) + 1) + last
}

function hugo({ config }: GeneratorSite, text: Addressed): string {
  if (text.permalink) return `/${text.permalink}`.replace(/\/+/g, '/')
  const { inner, before } = hugoPlace(config, text.inner)
  const section = inner.includes('/') ? inner.slice(0, inner.indexOf('/')) : ''
  const permalinks = config.permalinks as Record<string, unknown> | undefined
  // A pattern without a kind is one of pages; the head of a folder has its own.
  const kind = /\/_index\.\w+$/.test(inner) ? 'section' : 'page'
  const own = permalinks?.[kind] as typeof permalinks
  const pattern = own?.[section] ?? (kind === 'page' && permalinks?.[section])
  if (typeof pattern === 'string') return before + filled(pattern, text)
  const isLower = config.disablePathToLower !== true && config.disablepathtolower !== true
  const plain = before + hugoAddress(inner, isLower)
  return text.slug ? withLast(plain, `${text.slug}/`) : plain
}

/**
 * The path of a text in the folder of its language, and that of its language in addresses:
 * `about.fr.md` is at `/fr/about/`.
 */
function hugoPlace(
  config: GeneratorSite['config'],
  file: string,
): { inner: string; before: string } {
  const inContent = file.replace(/^content\//, '')
  const language = languageOf(inContent)
  if (language === '') return { inner: inContent, before: '' }
  const usual = String(config.defaultContentLanguage ?? config.DefaultContentLanguage ?? 'en')
  const inner = inContent.replace(`.${language}`, '')
  return {
    inner,
    before: language.toLowerCase() === usual.toLowerCase() ? '' : `/${language.toLowerCase()}`,
  }
}

/** Hugo writes addresses in lower case and keeps dates in names. */
function hugoAddress(inner: string, isLower: boolean): string {
  const parts = inner.replace(ending, '').replace(/(?:^|\/)_?index$/i, '')
  const address = `/${parts}/`
  return (isLower ? address.toLowerCase() : address).replace(/\s+/g, '-').replace(/\/+/g, '/')
}

function encoded(address: string) {
  return /[^\x21-\x7e]/.test(address) ? encodeURI(address) : address
}
