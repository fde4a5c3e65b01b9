import { collatorOf } from '#domain/list-order.ts'
import { type Author, authorShape, keyOfName } from '#domain/site-authors.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { isSlug } from '#domain/slug.ts'
import { readFrontmatter } from '../frontmatter/frontmatter.ts'
import type { Fault } from '../frontmatter/safe-yaml.ts'
import { cutTexts } from './cut-texts.ts'
import { slugFromName } from './file-kind.ts'
import { unknownKeys } from './unknown-keys.ts'

/** The authors of a site. */
export interface Authors {
  /** By name. */
  all: ReadonlyArray<Author>
  /** The author that an item names by key or by name; null when there is none. */
  find(named: string): Author | null
}

/**
 * The authors in `site.yaml` and in `content/authors`; a file comes before an entry with the same
 * key.
 */
export function authorsOf(
  settings: Pick<SiteSettings, 'authors' | 'language'>,
  records: Iterable<{ blob: string; author?: AuthorInFile }>,
): Authors {
  const { compare } = collatorOf(settings.language)
  const byKey = new Map<string, Author>()
  for (const { name, bio, picture, links, ...author } of settings.authors) {
    const key = author.key ?? keyOfName(name)
    if (key !== null)
      byKey.set(key, { key, name, bio, picture: picture ?? null, links, blob: null })
  }
  for (const { author, blob } of records) if (author) byKey.set(author.key, { ...author, blob })
  const byName = new Map([...byKey.values()].map((author) => [author.name.toLowerCase(), author]))
  return {
    all: [...byKey.values()].sort((one, other) => compare(one.name, other.name)),
    find: (named) => byKey.get(named) ?? byName.get(named.toLowerCase()) ?? null,
  }
}

const knownOfAuthors: ReadonlySet<string> = new Set([...Object.keys(authorShape), 'slug'])

/** An author of a file in `content/authors`. */
export type AuthorInFile = Omit<Author, 'blob'>

/**
 * Reads a file of `content/authors`; `inner` is its name in that folder. A value that can't be read
 * is a warning, and left out. Faults are those of a file that can't be read at all.
 */
export function readAuthor(
  inner: string,
  bytes: Uint8Array,
): { author: AuthorInFile; warnings: Array<Fault> } | { faults: Array<Fault> } {
  const file = readFrontmatter(bytes)
  if (file.kind === 'unreadable') return { faults: [file.fault] }
  const warnings: Array<Fault> = []
  const read = <Name extends keyof typeof authorShape>(name: Name) => {
    const given = file.data[name] ?? undefined
    const result = authorShape[name].safeParse(given)
    if (result.success) return result.data
    if (given !== undefined || name === 'name')
      warnings.push({
        line: file.lines.get(name) ?? 1,
        message: `${name}: ${result.error.issues[0]?.message}`,
      })
    return undefined
  }
  const { mistyped, others } = unknownKeys(file, knownOfAuthors)
  warnings.push(...mistyped, ...others, ...cutTexts(file))
  const own = slugFromName('pages', inner)
  const name = (read('name') as string | undefined) ?? own ?? 'author'
  const slug =
    typeof file.data.slug === 'string' && isSlug(file.data.slug) ? file.data.slug : undefined
  const key = (read('key') as string | undefined) ?? slug ?? own ?? keyOfName(name) ?? 'author'
  const links = (read('links') as Author['links'] | undefined) ?? []
  const bio = (read('bio') as string | undefined) ?? ''
  return {
    author: { key, name, bio, picture: (read('picture') as string | undefined) ?? null, links },
    warnings,
  }
}
