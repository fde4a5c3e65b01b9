import { type ContentType, contentTypes } from '#domain/content.ts'
import type { ItemSummary } from '#domain/item/summary.ts'
import { itemAddress, itemTypes, teaserOf } from '#domain/item/types.ts'
import { pageAddress } from '#domain/page-address.ts'
import { type SearchGroups, type SearchResults, searchAddress } from '#domain/search.ts'
import { type SiteProfile, specifiedProfile } from '#domain/site/site-profile.ts'
import { useProfile, useTexts } from '../../ui/site-profile.tsx'
import { SoundMark } from '../sound-mark.tsx'

interface Hit {
  id: number | string
  href: string
  title: string
  text: string
  label?: string
  category?: string
  hasSound?: boolean
}

/** What a hit shows beside its title and its text. */
const marks: {
  [Type in ContentType]?: (
    item: ItemSummary[Type],
    profile: SiteProfile,
  ) => Pick<Hit, 'label' | 'category'>
} = {
  articles: ({ category }, { categories }) => ({ label: categories.label(category), category }),
  newsletters: ({ issueNumber }, { text }) => ({ label: text('issue', { number: issueNumber }) }),
}

/** The title of the results of a type. */
export function typeTitle(type: ContentType, { text }: SiteProfile): string {
  return text(itemTypes[type].foundAs)
}

/** The items of a type as hits. */
export function hitsOf<Type extends ContentType>(
  type: Type,
  items: ReadonlyArray<ItemSummary[Type]>,
  withSound: ReadonlyArray<number> = [],
  profile: SiteProfile = specifiedProfile,
): Array<Hit> {
  return items.map((item) => ({
    id: item.id,
    href: itemAddress(type, item),
    title: item.title,
    text: teaserOf(type, item),
    hasSound: withSound.includes(item.id),
    ...marks[type]?.(item, profile),
  }))
}

/**
 * The results by group: Articles, News and, if there are any, Newsletters (specification, section
 * 2; rulings, section 6), devices, downloads and pages.
 */
export function SearchHits({
  results,
}: {
  results: SearchGroups & Pick<SearchResults, 'withSound'>
}) {
  const profile = useProfile()
  return (
    <div className="mt-4 space-y-6">
      {contentTypes.map((type) => (
        <HitList
          key={type}
          title={typeTitle(type, profile)}
          hits={hitsOf(type, results[type], results.withSound?.[type], profile)}
        />
      ))}
      <OtherHits results={results} />
    </div>
  )
}

/**
 * The results that are no items of a list: devices with the articles that name them, downloads and
 * pages.
 */
export function OtherHits({ results, heading }: { results: SearchGroups; heading?: 'h2' }) {
  const text = useTexts()
  // An older server may lack these groups.
  const { devices = [], downloads = [], pages = [] } = results
  const groups: Array<{ title: string; hits: Array<Hit> }> = [
    {
      title: text('foundDevices'),
      hits: devices.map(({ name, articles: [first, ...others] }) => ({
        id: name,
        href: first ? itemAddress('articles', first) : searchAddress(name),
        title: name,
        text: text('foundIn', {
          titles: [first, ...others].flatMap((article) => article?.title ?? []).join(' · '),
        }),
      })),
    },
    {
      title: text('foundDownloads'),
      hits: downloads.map(({ id, slug, title, description, fileType }) => ({
        id,
        href: `/downloads#${slug}`,
        title,
        text: description,
        label: fileType,
      })),
    },
    {
      title: text('foundPages'),
      hits: pages.map(({ name, title, description }) => ({
        id: name,
        href: pageAddress(name),
        title,
        text: description,
      })),
    },
  ]
  return groups.map((group) => (
    <HitList key={group.title} {...group} {...(heading && { heading })} />
  ))
}

/** A group of hits with its title; nothing without hits. */
export function HitList({
  title,
  hits,
  heading: Heading = 'h3',
}: {
  title: string
  hits: Array<Hit>
  heading?: 'h2' | 'h3'
}) {
  if (hits.length === 0) return null
  return (
    <section aria-label={title}>
      <Heading className="text-tiny font-semibold tracking-normal text-muted">{title}</Heading>
      <ul className="mt-1">
        {hits.map((hit) => (
          <li
            key={hit.id}
            data-category={hit.category}
            className="border-b border-line last:border-b-0"
          >
            <a
              data-hit
              href={hit.href}
              className="grid grid-cols-[0.375rem_minmax(0,1fr)] gap-x-3.5 rounded-card py-2.5 hover:bg-sunk focus-visible:bg-sunk focus-visible:outline-offset-0"
            >
              <span className="row-span-2 rounded-full bg-clip" />
              <span className="flex items-baseline justify-between gap-4 font-semibold">
                <span dir="auto">{hit.title}</span>
                <span className="flex flex-none items-baseline gap-3 text-tiny font-medium">
                  {hit.hasSound && <SoundMark isSmall />}
                  {hit.label && <span className="hidden text-cat sm:inline">{hit.label}</span>}
                </span>
              </span>
              <span dir="auto" className="truncate text-start font-text text-tiny text-muted">
                {hit.text}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
