import type { ReactNode } from 'react'
import { profileOf } from '#domain/site/profile-of.ts'
import type { PageContext } from '../../renderer/page-context.ts'
import { SiteFrame } from '../../site/frame/site-frame.tsx'
import { UnpublishedBanner } from '../../site/unpublished-banner.tsx'
import { SiteProfileProvider } from '../../ui/site-profile.tsx'

/** The header and footer around every public page. */
export default function Layout({
  pageContext,
  children,
}: {
  pageContext: PageContext
  children: ReactNode
}) {
  const { unpublished } = pageContext
  const settings = pageContext.site.settings()
  return (
    <SiteProfileProvider value={profileOf(settings)}>
      <SiteFrame settings={settings} path={pageContext.urlPathname}>
        {unpublished && <UnpublishedBanner item={unpublished} timeZone={settings.timeZone} />}
        {children}
      </SiteFrame>
    </SiteProfileProvider>
  )
}
