import { useQuery } from '@tanstack/react-query'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { editorPath } from '#domain/editor-path.ts'
import { linkKindName } from '#domain/link-targets.ts'
import { isSearchTerm } from '#domain/search.ts'
import { search } from '../../api/search.ts'

/**
 * What the index of the site finds besides the listed items, whose titles, excerpts or descriptions
 * contain the search: in texts, tags, categories and authors, with typing errors, also in items of
 * other types. Nothing without a network.
 */
export function FoundInTexts({
  type,
  q,
  listed,
}: {
  type: ContentType
  q: string
  listed: ReadonlySet<number>
}) {
  const term = q.trim()
  const { data } = useQuery({
    queryKey: ['found-in-texts', term],
    queryFn: ({ signal }) => search(term, signal),
    enabled: isSearchTerm(term),
    retry: false,
    gcTime: 0,
  })
  const found = [type, ...contentTypes.filter((other) => other !== type)].flatMap((kind) =>
    (data?.[kind] ?? [])
      .filter(({ id }) => kind !== type || !listed.has(id))
      .map(({ id, title }) => ({ kind, title, href: editorPath({ type: kind, id }) })),
  )
  if (found.length === 0) return null
  return (
    <section aria-labelledby="found-in-texts" className="mt-6">
      <h2 id="found-in-texts" className="mb-2 text-18">
        Found in texts, tags and authors
      </h2>
      <ul className="grid">
        {found.map(({ kind, title, href }) => (
          <li key={href} className="border-b border-line">
            <a className="flex items-baseline gap-4 py-2 text-15 hover:underline" href={href}>
              <bdi className="min-w-0 flex-1 font-semibold">{title}</bdi>
              <span className="flex-none text-13 text-muted">{linkKindName(kind)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
