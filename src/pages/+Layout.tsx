import type { ReactNode } from 'react'
import type { PageContext } from '../renderer/page-context.ts'
import { SiteFrame } from '../site/frame/site-frame.tsx'

/** Header and footer around every public page. */
export default function Layout({ pageContext, children }: { pageContext: PageContext; children: ReactNode }) {
  return (
    <SiteFrame settings={pageContext.site.settings()} path={pageContext.urlPathname}>
      {children}
    </SiteFrame>
  )
}
