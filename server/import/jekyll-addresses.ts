import type { FieldValues } from '#domain/import/entry.ts'
import { type Addressed, ending, filled } from './address-pattern.ts'
import type { GeneratorSite } from './generators.ts'

const styles = new Map([
  ['date', '/:categories/:year/:month/:day/:title.html'],
  ['pretty', '/:categories/:year/:month/:day/:title/'],
  ['ordinal', '/:categories/:year/:y_day/:title.html'],
  ['none', '/:categories/:title.html'],
])

/**
 * The address of a text of Jekyll: its own pattern, else that of its kind or collection, else that
 * of the site.
 */
export function jekyllAddress({ config }: GeneratorSite, text: Addressed): string {
  const general = typeof config.permalink === 'string' ? config.permalink : 'date'
  const folderOf = /(?:^|\/)_([^/]+)\//.exec(text.inner)
  const collection = folderOf?.[1] ?? ''
  const inner = folderOf ? text.inner.slice(folderOf.index + folderOf[0].length) : text.inner
  const isPost = /^(?:posts|drafts)$/.test(collection)
  const own = text.permalink ?? usualPermalink(config, text.inner, isPost ? 'posts' : collection)
  if (isPost) return filled(styles.get(own ?? general) ?? own ?? general, text)
  const path = inner.replace(ending, '')
  const folder = collection === '' ? '' : `/${collection}`
  if (own !== null)
    return filled(
      own.replace(':path', () => path),
      text,
    )
  if (/(?:^|\/)index$/.test(path)) return `${folder}/${path.replace(/index$/, '')}`
  return `${folder}/${path}${endOf(general)}`
}

/** What follows the name of a page: the pattern of the posts decides. */
function endOf(general: string): string {
  if (general === 'pretty' || general.endsWith('/')) return '/'
  return styles.has(general) || /(?::output_ext|\.html)$/.test(general) ? '.html' : ''
}

/**
 * The pattern that the settings have for a text: that of its collection, or the last of the
 * defaults of its folder.
 */
function usualPermalink(
  { collections, defaults }: FieldValues,
  inner: string,
  collection: string,
): string | null {
  const all =
    collections && typeof collections === 'object' && !Array.isArray(collections)
      ? (collections as FieldValues)
      : {}
  const settings = Object.hasOwn(all, collection) ? (all[collection] as FieldValues | null) : null
  const scoped = (Array.isArray(defaults) ? (defaults as ReadonlyArray<FieldValues>) : []).filter(
    (one) => one && isInScope((one.scope ?? {}) as FieldValues, inner, collection),
  )
  const found = [settings, ...scoped.map(({ values }) => values as FieldValues | null)].flatMap(
    (one) => one?.permalink ?? [],
  )
  return found.map(String).at(-1) ?? null
}

function isInScope({ path, type }: FieldValues, inner: string, collection: string): boolean {
  const folder = typeof path === 'string' ? path.replace(/\/$/, '') : ''
  const isThere = folder === '' || inner === folder || inner.startsWith(`${folder}/`)
  return (
    isThere &&
    (typeof type !== 'string' || type === '' || type === (collection === '' ? 'pages' : collection))
  )
}
