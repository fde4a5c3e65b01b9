import type { ReactNode } from 'react'
import type { SiteSettings } from '#domain/site-settings.ts'
import { SkipLink } from '../../ui/skip-link.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** The frame of every public page: skip link, header, main landmark, footer. */
export function SiteFrame({
  settings,
  path,
  children,
}: {
  settings: SiteSettings
  path: string
  children: ReactNode
}) {
  return (
    <>
      <SkipLink />
      <Header name={settings.name} path={path} navigation={settings.navigation} />
      {/* The footer grows, not this: its place must not depend on how much of it has arrived. */}
      <main id="main" tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      <Footer settings={settings} />
    </>
  )
}
