import type { ContentType, RenderedBody } from '#domain/content.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import { itemAddress, teaserOf } from '#domain/item/types.ts'
import { pageDescription } from '#domain/seo/snippet.ts'
import { profileOf } from '#domain/site/profile-of.ts'
import type { SiteProfile } from '#domain/site/site-profile.ts'
import type { PageTextKey } from '#domain/site/texts/en.ts'
import type { PageContext, PageData } from '../renderer/page-context.ts'
import type { PageHead } from '../renderer/page-head.ts'
import type { ItemExtras } from '../site/own-facts.tsx'
import { breadcrumbList, itemData } from '../site/structured-data.ts'
import type { Crumb } from '../ui/breadcrumb.tsx'
import { type Findable, found, idParameter, itemExtras, itemHead, notFound } from './page-data.ts'

/** What the page of an item has besides what the pages of all items have. */
interface Described<Props> {
  props: Props
  head: Partial<PageHead>
  /** The pages above it. */
  crumbs: Array<Crumb>
  /** What it is called behind them, where that is not its title. */
  label?: string
}

/** The data of the page of an item; `missing` is the title of the page without one. */
export async function itemPage<Type extends ContentType, Props>(
  pageContext: PageContext,
  type: Type,
  missing: PageTextKey,
  describe: (item: ItemOf[Type], profile: SiteProfile) => Described<Props>,
): Promise<PageData<Findable<Props & { extras: ItemExtras; body: RenderedBody }>>> {
  const { site, siteUrl, routeParams } = pageContext
  const settings = site.settings()
  const profile = profileOf(settings)
  const key = routeParams.slug ?? idParameter(routeParams.id)
  const item = key === null ? null : site.item(type, key)
  if (!item) return notFound(profile.text(missing))
  const extras = itemExtras(site, type, item)
  const { props, head, crumbs, label = item.title } = describe(item, profile)
  const own = {
    label,
    href: itemAddress(type, item),
  }
  return found(
    { ...props, extras, body: await site.body(item) },
    {
      title: item.title,
      description: pageDescription(item.metaDescription, teaserOf(type, item)),
      ...itemHead(type, item),
      ...head,
      jsonLd: [
        itemData(type, item, { settings, siteUrl, bylines: extras.bylines }),
        breadcrumbList([...crumbs, own], siteUrl),
      ],
    },
  )
}
