import type { ReactNode } from 'react'
import type { SiteSettings } from '#domain/site-settings.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** The frame of every public page: skip link, header, main landmark, footer. */
export function SiteFrame({ settings, path, children }: { settings: SiteSettings; path: string; children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-card bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header name={settings.name} path={path} />
      {/* The footer grows, not this: its place must not depend on how much of it has arrived. */}
      <main id="main" tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      <Footer settings={settings} />
    </>
  )
}
