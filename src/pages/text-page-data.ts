import type { StaticPageName } from '#domain/content.ts'
import type { PageContext, PageData } from '../renderer/page-context.ts'
import type { TextPageProps } from '../site/text/text-page.tsx'
import { clockFor, type Findable, found, notFound } from './page-data.ts'

/** Page data of one of the static text pages. */
export function textPage(name: StaticPageName) {
  return async function onBeforeRender(pageContext: PageContext): Promise<PageData<Findable<TextPageProps>>> {
    const { site } = pageContext
    const page = site.staticPage(name)
    if (!page) return notFound('404 Page Not Found')
    return found(
      { page, body: await site.body(page), clock: clockFor(pageContext) },
      {
        title: page.title,
        description: page.metaDescription ?? `${page.title}: ${site.settings().name}`,
        path: `/${name}`,
      },
    )
  }
}
