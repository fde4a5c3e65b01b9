import { foldedWords, isNear, titleRating } from '#domain/link-targets.ts'

/** Something that the palette offers: a place to go, or something to do. */
export interface Entry {
  id: string
  title: string
  /** What it is, behind its title. */
  detail: string
  /** Other words by which it is found. */
  keywords?: string
  act: { href: string } | { run: () => void }
}

/**
 * The entries for what was typed, best first: titles that begin with it, titles with its words,
 * those with its words among their keywords, and at last those with words near the typed ones. All
 * entries, when nothing was typed.
 */
export function matching(query: string, entries: ReadonlyArray<Entry>): Array<Entry> {
  if (foldedWords(query) === '') return [...entries]
  const rate = titleRating(query)
  const rated = entries.map((entry) => {
    const title = foldedWords(entry.title)
    const all = `${title} ${foldedWords(entry.keywords ?? '')}`
    return { entry, rating: 2 * rate(title) || rate(all) || (isNear(query, all) ? 0.5 : 0) }
  })
  return rated
    .filter(({ rating }) => rating > 0)
    .sort((one, other) => other.rating - one.rating)
    .map(({ entry }) => entry)
}

/** Whether the title of an entry has the typed words. */
export function isNamed(query: string, { title }: Pick<Entry, 'title'>): boolean {
  return titleRating(query)(foldedWords(title)) > 0
}

/** The entries of several sources, each entry once; the first `most` of each source. */
export function joined(sources: ReadonlyArray<ReadonlyArray<Entry>>, most: number): Array<Entry> {
  const byId = new Map<string, Entry>()
  for (const source of sources)
    for (const entry of source.slice(0, most)) if (!byId.has(entry.id)) byId.set(entry.id, entry)
  return [...byId.values()]
}
