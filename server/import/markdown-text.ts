import { isTimeZone } from '#domain/dates.ts'
import type { Complaint, FieldValue, FieldValues, ImportedEntry } from '#domain/import/entry.ts'
import { plainLine } from '#domain/text-analysis/plain-line.ts'
import { joinParts } from '#domain/words/join-parts.ts'
import { dateInName, nameOf } from './address-pattern.ts'
import { readFrontMatter } from './front-matter.ts'
import { generatedAddresses } from './generator-addresses.ts'
import { generatorOf, type Role } from './generator-table.ts'
import { type GeneratorSite, innerPath, roleOf } from './generators.ts'
import type { listBelow } from './list-heads.ts'
import { type ReaderParts, slugFrom } from './reader.ts'
import { namesIn, standardFields } from './standard-fields.ts'

/** The largest text that is read; the site's own limit is below it. */
export const largestText = 8 * 1024 * 1024

/** The source that an entry of a file has. */
export const sourceOf = (file: string) => `markdown ${file}`

/** Docusaurus reads each text as MDX, whatever the name of its file. */
const isMdx = (file: string, { flavour }: GeneratorSite) =>
  /\.mdx$/i.test(file) || flavour === 'docusaurus'

/**
 * Reads a text; `below` returns the list of the texts in its folder, for a head of a list without
 * words of its own.
 */
export async function entryOf(
  file: string,
  site: GeneratorSite,
  { folder, timeZone, parseYaml, firstCommits }: ReaderParts,
  below: () => ReturnType<typeof listBelow>,
): Promise<ImportedEntry | { leftOut: string }> {
  const inner = innerPath(site, file)
  const role = roleOf(site, inner)
  if (typeof role === 'object') return role
  const size = await folder.sizeOf(file)
  if (size > largestText)
    return { leftOut: `The file has ${size} bytes; at most ${largestText} are read` }
  const bytes = await folder.read(file)
  if (bytes.includes(0)) return { leftOut: 'The file is binary, not text' }
  const { isLoose, nested = [] } = generatorOf(site.flavour) ?? {}
  const {
    data: written,
    body: own,
    bodyLine,
    fault,
  } = readFrontMatter(bytes.toString('utf8'), parseYaml, isLoose)
  const data = withNested(written, nested)
  const complaints: Array<Complaint> = []
  const say = (line: number, message: string) =>
    complaints.push({ place: `${file}:${line}`, message })
  if (fault) say(fault.line, fault.message)
  const zone = [site.config.timezone, site.config.timeZone].find(isZone) ?? timeZone
  const read = standardFields(data, zone)
  const name = nameOf(inner, site.flavour)
  for (const message of read.faults) say(1, message)
  const isDraft = read.draft || /(?:^|\/)_drafts\//.test(inner) || fault !== null
  // The time of a file is that of its copy and says nothing about its text.
  const inGit = async () =>
    site.flavour === 'obsidian' ? null : ((await firstCommits()).get(file) ?? null)
  const isBare = role === 'head' && !isDraft && own.trim() === ''
  const body = isBare ? await below() : own
  const { title, text, line } = titleOf(read.title, name, body, bodyLine)
  const { aliases, faults: _, draft, permalink: __, ...fields } = read
  const ownPath =
    generatorOf(site.flavour) && typeof data.path === 'string' && data.path !== ''
      ? data.path
      : null
  const permalink = read.permalink ?? ownPath
  const ownDate = read.publishedAt ?? dateInName(inner) ?? dateInName(permalink ?? '')
  const kind = kindOf(role, { data, body, hasDate: ownDate !== null })
  const publishedAt = ownDate ?? (kind === null ? null : await inGit())
  // Jekyll takes words under `categories` as one each.
  const categories =
    site.flavour === 'jekyll' && data.categories ? namesIn(data.categories, true) : read.categories
  const { opening, whole } = withoutSeparator(text)
  const addresses = generatedAddresses(site, {
    inner,
    slug: read.slug,
    id: textId(data),
    title,
    date: publishedAt === null ? null : new Date(publishedAt),
    categories,
    permalink,
    aliases,
  })
  // The head of the whole site is its home page.
  if (kind === null || (isBare && addresses[0] === '/'))
    return { leftOut: 'A list without words; lists are made here' }
  return {
    ...fields,
    categories,
    source: sourceOf(file),
    place: `${file}:1`,
    kind: site.flavour === 'obsidian' && String(data.publish) !== 'true' ? 'note' : kind,
    title,
    // The text of the old home page has the name of a folder of the generator.
    slug: addresses[0] === '/' ? null : slugOf(read.slug ?? name),
    publishedAt,
    draft: isDraft,
    addresses,
    excerpt: read.excerpt || plainLine(joinParts(opening.split('\n'))).slice(0, 1000),
    body: { format: isMdx(file, site) ? 'mdx' : 'markdown', text: whole, line, file },
    complaints,
  }
}

/**
 * Whether a text is a post or a page, by its place and its frontmatter; null for the head of a list
 * without words.
 */
function kindOf(
  role: Exclude<Role, { leftOut: string }>,
  text: { data: FieldValues; body: string; hasDate: boolean },
): 'post' | 'page' | null {
  if (role === 'head') return text.body.trim() === '' ? null : 'page'
  if (role !== 'dated') return role
  const tags = namesIn(text.data.tags, true)
  return text.hasDate || tags.some((tag) => /^posts?$/i.test(tag)) ? 'post' : 'page'
}

/** The `id` of a text that is a name. */
const textId = ({ id }: FieldValues) => (typeof id === 'string' && id !== '' ? id : null)

/**
 * The values of frontmatter with those of the maps that a generator has for its own and its tags.
 */
function withNested(data: FieldValues, names: ReadonlyArray<string>): FieldValues {
  const isNested = (name: string) => names.includes(name) && typeof data[name] === 'object'
  const inner = Object.keys(data)
    .filter(isNested)
    .flatMap((name) => Object.entries(data[name] as Record<string, FieldValue>))
  return Object.fromEntries([...inner, ...Object.entries(data).filter(([name]) => !isNested(name))])
}

/** Whether settings name a zone that exists; Hexo has an empty one by default. */
function isZone(name: FieldValue | undefined): name is string {
  return typeof name === 'string' && name !== '' && isTimeZone(name)
}

const slugOf = (name: string) => slugFrom(name.replace(/\/+$/, '').split('/').at(-1) ?? '')

/**
 * The title, from the first heading where the frontmatter has none; a first heading that repeats it
 * is taken away.
 */
function titleOf(given: string, name: string, body: string, bodyLine: number) {
  const heading = /^\s{0,200}# +([^\n]{1,300})\n?/.exec(body)
  const words = withoutClosingMarks(heading?.[1] ?? '')
  const isTitle = heading && (given === '' || words === given)
  const title = given || words || name.replaceAll(/[-_]+/g, ' ').trim() || 'Untitled'
  if (!isTitle) return { title, text: body, line: bodyLine }
  return {
    title,
    text: body.slice(heading[0].length),
    line: bodyLine + heading[0].split('\n').length - 1,
  }
}

/** A heading without the marks that may stand at its end, as in `# Title #`. */
function withoutClosingMarks(heading: string): string {
  const text = heading.trim()
  const bare = text.replace(/(?<!#)#+$/, '')
  return bare.endsWith(' ') ? bare.trim() : text
}

const separator =
  /^[ \t]{0,20}(?:<!--\s{0,5}(?:more|excerpt|truncate)\s{0,5}-->|\{\/\*\s{0,5}(?:more|truncate)\s{0,5}\*\/\})[ \t]{0,20}$/gim

/**
 * A text without the mark where its excerpt ends, and the part before it; '' without a mark. A mark
 * in a block of code is an example.
 */
function withoutSeparator(text: string): { opening: string; whole: string } {
  for (const { 0: mark, index } of text.matchAll(separator)) {
    const opening = text.slice(0, index)
    const fences = opening.match(/^ {0,3}(?:`{3}|~{3})/gm) ?? []
    if (fences.length % 2 === 0)
      return { opening, whole: opening + text.slice(index + mark.length) }
  }
  return { opening: '', whole: text }
}
