import type { Addressed } from './address-pattern.ts'
import { type GeneratorSite, olderVersion } from './generators.ts'
import { routeOf } from './script-settings.ts'

const date = /\d{4}[-/]\d{1,2}[-/]\d{1,2}/
const numbered = /^\d+\s*[-_.]+\s*(?=[^\d\s])/

/** `docs/guide/first.md` is `/guide/first.md` in its folder. */
export function pathInFolder({ config }: GeneratorSite, inner: string): string {
  return inner.slice((routeOf(config, inner) ?? usualRoute(inner))?.folder.length)
}

/**
 * The addresses of a text of Docusaurus, those of its older versions last; none outside of its
 * folders.
 */
export function docusaurusAddresses(
  { config, older = [] }: GeneratorSite,
  text: Addressed,
): Array<string> {
  const { kind, folder, route } = routeOf(config, text.inner) ?? usualRoute(text.inner) ?? {}
  if (kind === undefined || folder === undefined) return []
  const file = text.inner.slice(folder.length + 1)
  const inner = file.replace(/\.mdx?$/i, '')
  const path =
    kind === 'blog'
      ? blogPath(inner, text)
      : kind === 'docs'
        ? docsPath(inner, text)
        : pagePath(inner)
  const versions = older
    .filter((one) => kind === 'docs' && one.replace(olderVersion, '$2') === `/${file}`)
    .map((one) => one.replace(olderVersion, '$1'))
  // The present version is at `next` as long as it is none of them.
  return ['', ...versions, ...versions.slice(0, 1).fill('next')].map((version) =>
    `/${route}/${version}/${path}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, ''),
  )
}

function usualRoute(inner: string) {
  const kind = inner.startsWith('blog/') ? 'blog' : inner.startsWith('docs/') ? 'docs' : null
  if (kind !== null) return { kind, folder: kind, route: kind } as const
  return inner.startsWith('src/pages/')
    ? ({ kind: 'pages', folder: 'src/pages', route: '' } as const)
    : null
}

function blogPath(inner: string, { slug }: Addressed): string {
  if (slug !== null) return slug
  const plain = inner.replace(/\/index$/i, '')
  const dated = date.exec(plain)
  if (!dated) return plain
  const behind = plain.slice(dated.index + dated[0].length)
  return `${plain.slice(0, dated.index)}${dated[0].replaceAll('-', '/')}/${behind.replace(/^[-/]/, '')}`
}

function docsPath(inner: string, { slug, id }: Addressed): string {
  const parts = inner.split('/').map((part) => part.replace(numbered, ''))
  const name = id ?? parts.pop() ?? ''
  if (id !== null) parts.pop()
  const folder = parts.join('/')
  if (slug !== null) return slug.startsWith('/') ? slug : `${folder}/${slug}`
  const isHead =
    /^(?:index|readme)$/i.test(name) ||
    (id === null && name.toLowerCase() === parts.at(-1)?.toLowerCase())
  return isHead ? `${folder}/` : `${folder}/${name}`
}

const pagePath = (inner: string) => inner.replace(/(?:^|\/)index$/i, '/')
