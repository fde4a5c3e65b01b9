import '../styles/admin.css'
import { adminRootId } from './admin-root.ts'
import type { PageContext } from './page-context.ts'
import { renderDocument } from './render-document.tsx'

function Place({ site }: { site: { name: string; timeZone: string } }) {
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
 * The document of an admin screen: an empty element for its bar and the screen. It contains no content, so it can be
 * stored for offline work.
 */
export function renderAdminDocument(pageContext: PageContext): ReturnType<typeof renderDocument> {
  const { name, timeZone } = pageContext.site.settings()
  const head = { title: 'Admin', description: 'Admin', noindex: true, preload: '/api/auth/status' }
  const Page = Place as unknown as PageContext['Page']
  return renderDocument({ ...pageContext, Page, pageProps: { site: { name, timeZone } }, head })
}
