import { Menu, SunMoon } from 'lucide-react'
import { headerLinks } from '#domain/site/default-links.ts'
import type { MenuLink } from '#domain/site/site-profile.ts'
import { EarlyPress } from '../../ui/early-press.tsx'
import { Island } from '../../ui/island.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { SearchOverlay } from '../search/search-overlay.tsx'

/** The first segments of the pages that belong to a link of the menu. */
const sections: Readonly<Record<string, ReadonlyArray<string>>> = {
  '/category/all': ['/category', '/article'],
  '/newsletters': ['/newsletters', '/newsletter'],
}

/**
 * The header of every page: name, three links, search, theme and, on small screens, a menu of two
 * links (specification, section 2).
 */
export function Header({
  name,
  path,
  navigation,
}: {
  name: string
  path: string
  navigation?: ReadonlyArray<MenuLink & { mobile: boolean }> | undefined
}) {
  const profile = useProfile()
  const { text, parts } = profile
  const links = navigation ?? headerLinks(profile)
  const here = (url: string) =>
    (sections[url] ?? [url]).some((one) => path === one || path.startsWith(`${one}/`))
  return (
    <header className="border-b-2 border-ink" data-print="hide">
      <div className="clip-strip" />
      {/* Columns of fixed widths, so that nothing moves while the header arrives. */}
      <div className="wrap grid h-16 grid-cols-[minmax(0,1fr)_repeat(3,2.75rem)] items-center gap-2 md:grid-cols-[minmax(0,1fr)_20.25rem_3.25rem_2.75rem] lg:h-20 lg:grid-cols-[minmax(0,1fr)_21.75rem_13rem_2.75rem]">
        <a
          href="/"
          className="flex items-center gap-2.5 text-lg font-extrabold tracking-tight lg:text-xl"
        >
          <Logo className="size-6 lg:size-7" />
          {name}
        </a>
        <nav aria-label={text('mainMenu')} className="hidden h-10.5 md:block">
          <ul className="flex whitespace-nowrap">
            {links.map((link) => (
              <li key={link.url}>
                <a
                  href={link.url}
                  aria-current={here(link.url) ? 'true' : undefined}
                  className="block border-b-2 border-transparent px-3 py-2 font-semibold hover:border-accent aria-[current]:border-ink lg:px-4"
                >
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Island name="search" part={SearchOverlay} props={{}} />
        <button
          type="button"
          className="icon-btn"
          aria-label={text('darkTheme')}
          aria-pressed="false"
          popoverTarget="early-theme"
          popoverTargetAction="show"
          data-theme-toggle
          data-needs-script
        >
          <SunMoon />
        </button>
        <EarlyPress id="early-theme" />
        <details className="relative col-start-4 size-11 md:hidden" data-menu>
          <summary className="icon-btn list-none" aria-label={text('menu')}>
            <Menu />
          </summary>
          <div className="absolute top-full end-0 z-30 mt-2 w-60 rounded-card border-2 border-ink bg-surface p-2">
            <nav aria-label={text('menu')}>
              <ul>
                {links
                  .filter((link) => link.mobile)
                  .map((link) => (
                    <li key={link.url}>
                      <a
                        href={link.url}
                        className="block rounded-card px-4 py-3 text-lg font-semibold hover:bg-sunk"
                      >
                        {link.label}
                      </a>
                    </li>
                  ))}
              </ul>
            </nav>
            {/* The menu has its two links (specification, section 2); this one is beside it. */}
            {parts.downloads && (
              <a
                href="/downloads"
                className="mt-2 block rounded-b-card border-t border-line px-4 py-3 text-small font-medium text-soft hover:bg-sunk"
              >
                {text('downloadsLink')}
              </a>
            )}
          </div>
        </details>
      </div>
    </header>
  )
}
