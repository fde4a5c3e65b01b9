import type { ReactNode } from 'react'
import { profileOf } from '#domain/site/profile-of.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import type { PageContext } from '../../renderer/page-context.ts'
import { Footer } from '../../site/frame/footer.tsx'
import { Header } from '../../site/frame/header.tsx'
import { FormAbove } from '../../site/subscribe/subscribe-island.tsx'
import { UnpublishedBanner } from '../../site/unpublished-banner.tsx'
import { SiteProfileProvider } from '../../ui/site-profile.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'

/** The header and footer around every public page, but not where somebody registers. */
export default function Layout({
  pageContext,
  children,
}: {
  pageContext: PageContext
  children: ReactNode
}) {
  const { registration, unpublished } = pageContext
  const settings = pageContext.site.settings()
  return (
    <SiteProfileProvider value={profileOf(settings)}>
      <FormAbove.Provider value={{ stands: false }}>
        <SiteFrame
          settings={settings}
          path={pageContext.urlPathname}
          isBare={registration === 'first' || registration === 'invited'}
        >
          {unpublished && <UnpublishedBanner item={unpublished} timeZone={settings.timeZone} />}
          {children}
        </SiteFrame>
      </FormAbove.Provider>
    </SiteProfileProvider>
  )
}

/** The frame of a public page: skip link, header, main landmark, footer; bare without the others. */
function SiteFrame({
  settings,
  path,
  isBare,
  children,
}: {
  settings: SiteSettings
  path: string
  isBare: boolean
  children: ReactNode
}) {
  return (
    <>
      <SkipLink />
      {!isBare && <Header name={settings.name} path={path} navigation={settings.navigation} />}
      {/* The footer grows, not this: its place must not depend on how much of it has arrived. */}
      <main id="main" tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      {!isBare && <Footer settings={settings} />}
    </>
  )
}
