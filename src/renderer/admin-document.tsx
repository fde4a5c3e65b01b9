import '../styles/admin.css'
import { profileOf } from '#domain/site/profile-of.ts'
import type { ProfileData } from '#domain/site/site-profile.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { adminRootId } from './admin-root.ts'
import type { PageContext } from './page-context.ts'
import { renderDocument } from './render-document.tsx'

/** What the screens know of the site from the start. */
type Facts = Pick<SiteSettings, 'name' | 'timeZone' | 'fields'> & {
  authors: Array<{ key: string; name: string }>
  profile?: ProfileData
  hasModel?: true
  awaitsFirst?: true
}

function Place({ site }: { site: Facts }) {
  return (
    <div id={adminRootId} className="contents" data-site={JSON.stringify(site)}>
      <main id="main" tabIndex={-1} className="admin-waiting outline-none">
        <noscript>The admin needs JavaScript.</noscript>
        <span className="spinner" data-needs-script />
      </main>
    </div>
  )
}

/**
 * The document of an admin screen: an empty element for its bar and the screen. It contains no
 * content, so it can be stored for offline work.
 */
export function renderAdminDocument(pageContext: PageContext): ReturnType<typeof renderDocument> {
  const settings = pageContext.site.settings()
  const { name, timeZone, fields } = settings
  const authors = pageContext.site.authors().map(({ key, name }) => ({ key, name }))
  const { data } = profileOf(settings)
  const site: Facts = {
    name,
    timeZone,
    authors,
    fields,
    ...(Object.keys(data).length > 0 && { profile: data }),
    ...(pageContext.hasModel && { hasModel: true as const }),
    ...(pageContext.registration === 'first' && { awaitsFirst: true }),
  }
  const head = {
    title: 'Admin',
    description: 'Admin',
    noindex: true,
    preload: '/api/auth/status',
  }
  const Page = Place as unknown as PageContext['Page']
  const rendered = renderDocument({
    ...pageContext,
    Page,
    pageProps: { site },
    head,
    language: 'en',
  })
  const { completeDocument } = rendered.pageContext
  // Threads are fetched when their work begins; the page has no use for their preload.
  const preload =
    /<link rel="modulepreload" href="\/admin-threads\/[\w-]+\.js" as="script" type="text\/javascript">/g
  rendered.pageContext.completeDocument = (html) => completeDocument(html).replace(preload, '')
  return rendered
}
