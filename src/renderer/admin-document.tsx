import { renderToStaticMarkup } from 'react-dom/server'
import { dangerouslySkipEscape, escapeInject } from 'vite-plugin-ssr/server'
import '../styles/admin.css'
import { adminRootId } from './admin-root.ts'
import { HeadTags } from './head-tags.tsx'
import type { PageContext } from './page-context.ts'

/**
 * The document of an admin screen: header and footer of the site, and in between the place where the browser puts the screen. There is nothing of
 * the content in it, so it can be kept for offline work.
 */
export function renderAdminDocument(pageContext: PageContext): ReturnType<typeof escapeInject> {
  const { config, site } = pageContext
  const Layout = config.Layout
  const { name, timeZone } = site.settings()
  const place = (
    <div id={adminRootId} className="contents" data-site={JSON.stringify({ name, timeZone })}>
      <div className="admin-waiting">
        <noscript>The admin needs JavaScript.</noscript>
        <span className="spinner" data-needs-script />
      </div>
    </div>
  )
  const body = renderToStaticMarkup(Layout ? <Layout pageContext={pageContext}>{place}</Layout> : place)
  const head = renderToStaticMarkup(
    <HeadTags pageContext={{ ...pageContext, head: { title: 'Admin', description: 'Admin', noindex: true } }} />,
  )
  return escapeInject`<!DOCTYPE html>
<html lang="${site.settings().language}">
<head>${dangerouslySkipEscape(head)}</head>
<body>${dangerouslySkipEscape(body)}</body>
</html>`
}
