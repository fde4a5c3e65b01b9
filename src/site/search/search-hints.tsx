import { categoryAddress } from '#domain/categories.ts'
import { type SearchSuggestions, searchAddress } from '#domain/search.ts'
import type { SiteProfile } from '#domain/site/site-profile.ts'
import { useProfile, useTexts } from '../../ui/site-profile.tsx'

/** The heading of the newest articles of the nearest category. */
export function newestHeading(
  { categories: [nearest] }: SearchSuggestions,
  { text, categories }: SiteProfile,
): string {
  return nearest ? text('newIn', { category: categories.label(nearest) }) : text('newArticles')
}

/** The categories and tags nearest to a query without results, as links. */
export function NearestTopics({
  suggestions: { tags, categories },
}: {
  suggestions: SearchSuggestions
}) {
  const { categories: named, text } = useProfile()
  return (
    <nav aria-label={text('nearestTopics')} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {categories.map((category) => (
          <li key={category} data-category={category}>
            <a
              data-hit
              href={categoryAddress(category)}
              className="flex min-h-11 items-center rounded-card bg-fill px-3.5 text-small font-semibold text-on-fill underline-offset-4 hover:underline"
            >
              {named.label(category)}
            </a>
          </li>
        ))}
        {tags.map((tag) => (
          <li key={tag}>
            <a
              data-hit
              href={searchAddress(tag)}
              className="flex min-h-11 items-center rounded-card border-[1.5px] border-line px-3.5 text-small underline-offset-4 hover:underline"
            >
              {tag}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Which words were searched in place of misspelled ones, with a link to search for those that were
 * typed.
 */
export function CorrectedNote({
  term,
  corrected,
}: {
  term: string
  corrected: string | undefined
}) {
  const text = useTexts()
  if (corrected === undefined) return null
  const [before, after] = text('correctedTo').split('{term}')
  return (
    <p className="mt-2 text-small" data-corrected>
      {before}
      <strong dir="auto">{corrected}</strong>
      {after}{' '}
      <a className="underline underline-offset-4" href={searchAddress(term, true)}>
        {text('searchLiterally', { term })}
      </a>
    </p>
  )
}
