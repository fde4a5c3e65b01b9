import { X } from 'lucide-react'
import {
  type ArticleChoices,
  type ArticleFilterName,
  type ArticleFilters,
  articleFilterNames,
  listHref,
} from '#domain/article-filters.ts'
import { SoundIcon } from '../../ui/icons.tsx'
import { useProfile } from '../../ui/site-profile.tsx'

/** Links that narrow a list of articles down by one fact, and back; nothing where there is no choice. */
export function FilterChips({
  path,
  filters,
  choices,
}: {
  path: string
  filters: ArticleFilters
  choices: ArticleChoices
}) {
  const { text, levels, versions } = useProfile()
  const labels: Record<ArticleFilterName, (value: string) => string> = {
    level: levels.label,
    version: versions.label,
    sound: () => text('withSound'),
  }
  const shown = articleFilterNames.flatMap((name) =>
    inOrder(name, [...new Set([...choices[name], filters[name] ?? []].flat())], levels.keys).map(
      (value) => ({ name, value }),
    ),
  )
  if (shown.length < 2) return null
  return (
    <nav aria-label={text('filters')} className="mb-8" data-print="hide">
      <ul className="flex flex-wrap gap-2">
        {shown.map(({ name, value }) => {
          const isSet = filters[name] === value
          const { [name]: _, ...others } = filters
          return (
            <li key={`${name} ${value}`}>
              <a
                className={`btn min-h-9 px-2.5 py-1 text-tiny font-medium sm:px-3 sm:text-small ${isSet ? 'btn-solid' : 'border-line'}`}
                href={listHref(path, isSet ? others : { ...filters, [name]: value })}
                aria-current={isSet ? 'true' : undefined}
              >
                {name === 'sound' && <SoundIcon />}
                {labels[name](value)}
                {isSet && <X />}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Levels from the easiest; versions and others as they come. */
function inOrder(
  name: ArticleFilterName,
  values: ReadonlyArray<string>,
  levels: ReadonlyArray<string>,
): ReadonlyArray<string> {
  return name === 'level' ? levels.filter((level) => values.includes(level)) : values
}
