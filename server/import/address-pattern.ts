import { slugify } from '#domain/slug.ts'
import { type Flavour, generatorOf } from './generator-table.ts'

/** The parts of a text that a pattern of addresses may have. */
interface PatternValues {
  /** The path of the file in the site's folder. */
  inner: string
  slug: string | null
  title: string
  date: Date | null
  categories: ReadonlyArray<string>
}

/** The parts of a text that its address is made of. */
export interface Addressed extends PatternValues {
  /** `id` of the frontmatter, which Docusaurus takes for a name. */
  id: string | null
  /** `permalink` or `url` of the file. */
  permalink: string | null
  /** `aliases` and `redirect_from` of the file. */
  aliases: ReadonlyArray<string>
}

export const ending = /\.(?:md|mdx|markdown|mdown)$/i
/** The language at the end of a name. */
const language = /\.[a-z]{2}(?:-[a-z]{2})?$/i
/** The language in the name of a file, as in `about.fr.md`; '' for none. */
export const languageOf = (file: string) =>
  language.exec(file.replace(ending, ''))?.[0].slice(1) ?? ''
const dated = /^(\d{4})-(\d{2})-(\d{2})-(.+)$/

/**
 * The name of a text in its address: `slug`, else the name of its file or bundle without date and
 * ending.
 */
export function nameOf(inner: string, flavour: Flavour = 'plain'): string {
  const before = generatorOf(flavour)?.before ?? ''
  const plain = inner.replace(ending, '')
  // The folders around the home page are those of its generator.
  if (/^(?:(?:src|source|content|pages|app)\/)*(?:_?index|(?<=app\/)page)$/i.test(plain))
    return 'home'
  const parts = (flavour === 'hugo' || flavour === 'zola' ? plain.replace(language, '') : plain)
    .split('/')
    .map((part) => part.replace(before, ''))
  const last = parts.at(-1) ?? ''
  const name =
    /^index(?:\.[a-z-]{2,5})?$/i.test(last) && parts.length > 1 ? (parts.at(-2) ?? '') : last
  return dated.exec(name)?.[4] ?? name
}

/**
 * The day in the path of a text, as an ISO instant: in its name, in that of its bundle, or in its
 * folders; null for none.
 */
export function dateInName(inner: string): string | null {
  const found = /(?:^|\/)(\d{4})([-_.])(\d{2})\2(\d{2})(?![\d])[^/]*(?:\/index\.[^/]+)?$/.exec(
    inner,
  )
  const [year, month, day] = found
    ? [found[1], found[3], found[4]]
    : (/(?:^|\/)(\d{4})\/(\d{2})(?:-(\d{2})(?!\d)[^/]*|\/(\d{2})(?:-|\/)[^/]+)(?:\/index\.[^/]+)?$/
        .exec(inner)
        ?.slice(1)
        .filter((part) => part !== undefined) ?? [])
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)
    ? null
    : date.toISOString()
}

/** A pattern such as `/:year/:month/:title/` with the values of a text. */
export function filled(
  pattern: string,
  { inner, slug, title, date, categories }: PatternValues,
): string {
  const fileName = nameOf(inner)
  const name = slug ?? fileName
  const [year = '', month = '', day = ''] = (dateInName(inner) ?? date?.toISOString() ?? '')
    .slice(0, 10)
    .split('-')
  const folders = inner.replace(/^content\//, '').split('/')
  // A pattern is text from outside: `:constructor` is no value of it.
  const values = new Map(
    Object.entries({
      year,
      short_year: year.slice(2),
      month,
      i_month: String(Number(month)),
      day,
      i_day: String(Number(day)),
      y_day: date
        ? String(
            Math.floor(
              (Date.parse(`${year}-${month}-${day}`) - Date.UTC(Number(year), 0, 1)) / 86_400_000,
            ) + 1,
          ).padStart(3, '0')
        : '',
      title: name,
      slug: name,
      slugorfilename: name,
      filename: fileName,
      contentbasename: fileName,
      slugorcontentbasename: name,
      name,
      output_ext: '.html',
      category: slugify(categories[0] ?? ''),
      categories: categories.map((one) => slugify(one)).join('/'),
      section: folders[0] ?? '',
      sections: folders.slice(0, -1).join('/'),
      path: inner.replace(ending, ''),
      collection: /(?:^|\/)_([^/]+)\//.exec(inner)?.[1] ?? '',
      basename: fileName,
    }),
  )
  const made = pattern.replace(/:([a-z_]+)/gi, (whole, key: string) => {
    if (key.toLowerCase() === 'title' && !slug && !/_(?:posts|drafts)\//.test(inner))
      return slugify(title)
    return values.get(key.toLowerCase()) ?? whole
  })
  return `/${made}`.replace(/\/+/g, '/')
}
