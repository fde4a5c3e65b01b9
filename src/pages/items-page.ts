import { itemTypes } from '#domain/item/types.ts'
import { pageNumber } from '#domain/page-number.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext } from '../renderer/page-context.ts'
import { clockFor, found, notFound, pagedHead, pagedTitle } from './page-data.ts'

const intros = {
  news: {
    title: 'news',
    intro: 'newsIntro',
  },
  newsletters: {
    title: 'newsletter',
    intro: 'newslettersIntro',
  },
} as const

/** The data of a page with the items of a type; `more` makes further props. */
export function itemsPage<Type extends keyof typeof intros, More>(
  pageContext: PageContext,
  type: Type,
  more: () => More,
) {
  const { site, urlParsed } = pageContext
  const settings = site.settings()
  const { text } = profileOf(settings)
  const page = pageNumber(urlParsed.search)
  const list = page ? site.itemsPage(type, page) : null
  if (!list) return notFound(text('pageNotFound'))
  const intro = settings[intros[type].intro]
  const title = text(intros[type].title)
  const path = itemTypes[type].listAddress
  return found(
    { ...more(), list, intro, clock: clockFor(pageContext, list.items) },
    {
      title: pagedTitle(title, list.page, text),
      description: intro || settings.description,
      ...pagedHead(path, list),
      feed: {
        title: `${title} (RSS)`,
        path: `${path}/rss.xml`,
      },
    },
  )
}
