import { LogOut, MonitorSmartphone, SunMoon, UserRound, Users } from 'lucide-react'
import { useState } from 'react'
import { accountAddress } from '#domain/admin-address.ts'
import { Button } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useSideScroll } from '../../ui/use-side-scroll.ts'
import type { WorkerState } from '../documents/worker/registration.ts'
import { needsSecondFactor, useAuth } from './auth.tsx'
import { DeviceStatus } from './device-status.tsx'
import { useLocal } from './local-provider.tsx'
import { useAddress, useNavigate } from './navigation.tsx'
import { type Palette, PaletteButton } from './palette-button.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { useSiteFacts } from './site-facts.ts'

const links: ReadonlyArray<{
  label: string
  more?: string
  href: string
  here: ReadonlyArray<string>
}> = [
  { label: 'Dashboard', href: '/admin', here: ['/admin'] },
  {
    label: 'Create',
    more: ' Content',
    href: '/admin/create-content',
    here: ['/admin/create-content'],
  },
  {
    label: 'Manage',
    more: ' Content',
    href: '/admin/manage-content',
    here: [
      '/admin/manage-content',
      '/admin/draft-editor',
      '/admin/import-newsletter',
      '/admin/import',
    ],
  },
  { label: 'Media', href: '/admin/media', here: ['/admin/media'] },
  { label: 'Downloads', href: '/admin/downloads', here: ['/admin/downloads'] },
  { label: 'Subscribers', href: '/admin/subscribers', here: ['/admin/subscribers'] },
  { label: 'Site', href: '/admin/site', here: ['/admin/site'] },
]

/** What the user menu leads to. */
const ownScreens = [
  { label: 'Account', icon: <UserRound />, href: accountAddress },
  { label: 'Users', icon: <Users />, href: '/admin/users' },
  { label: 'On This Device', icon: <MonitorSmartphone />, href: '/admin/device' },
]

/**
 * The only bar of an admin screen: the site, the navigation of the admin, the user menu. Without
 * ways to other screens while none of them works.
 */
export function AdminBar({ worker, palette }: { worker: WorkerState; palette: Palette }) {
  const { path } = useAddress()
  const navigate = useNavigate()
  const { state, signOut } = useAuth()
  const user = state.kind === 'signed-in' || state.kind === 'expired' ? state.user : null
  const isHeld = needsSecondFactor(state)

  const local = useLocal()
  const [leaving, setLeaving] = useState(false)
  const row = useSideScroll<HTMLElement>(path)

  async function leave() {
    if (!(await signOut())) return
    await local.forget()
    await navigate('/admin/login')
  }

  return (
    <header
      className="border-b border-line bg-surface text-14"
      data-part="admin-bar"
      data-print="hide"
    >
      <div className="admin-wrap flex items-center gap-1 min-h-12">
        <SiteLink />
        <nav ref={row} aria-label="Admin" className="flex flex-1 min-w-0 side-scroll">
          {(isHeld ? [] : links).map(({ label, more, href, here }) => (
            <a
              key={href}
              className="block flex-none pt-3 px-2.75 pb-[calc(0.75rem-2.5px)] border-b-[2.5px] border-transparent font-semibold text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink focus-visible:-outline-offset-3"
              href={href}
              aria-current={here.includes(path) ? 'page' : undefined}
            >
              {label}
              {more && <span className="max-sm:sr-only">{more}</span>}
            </a>
          ))}
        </nav>
        {!isHeld && <PaletteButton palette={palette} />}
        <DeviceStatus worker={worker} />
        {leaving && <SignOutDialog onSignOut={leave} onClose={() => setLeaving(false)} />}
        {user && (
          <Menu
            trigger={
              <Button
                variant="ghost"
                size="sm"
                className="flex-none max-w-56"
                aria-label={`Account of ${user.name || user.username}`}
              >
                <UserRound />
                <span className="overflow-hidden text-ellipsis max-sm:hidden">
                  {user.name || user.username}
                </span>
              </Button>
            }
            items={[
              { text: `Signed in as ${user.username}` },
              ...(isHeld ? [] : ownScreens),
              { label: 'Light or Dark', icon: <SunMoon />, onSelect: switchTheme },
              'separator',
              { label: 'Logout', icon: <LogOut />, onSelect: () => setLeaving(true) },
            ]}
          />
        )}
      </div>
    </header>
  )
}

/** The bar of the login, which has nowhere to go but to the site. */
export function SignedOutBar() {
  return (
    <header className="border-b border-line bg-surface text-14" data-print="hide">
      <div className="admin-wrap flex items-center min-h-12">
        <SiteLink named />
      </div>
    </header>
  )
}

/** The way to the public site; `named` shows its name at every width. */
function SiteLink({ named = false }: { named?: boolean }) {
  const { name } = useSiteFacts()
  return (
    <a
      href="/"
      className="flex flex-none items-center gap-2 min-h-11 min-w-9 pe-2.5 text-15 font-extrabold tracking-tight focus-visible:-outline-offset-3"
      title="To the website"
    >
      <Logo className="size-5.5" />
      <span className={named ? '' : 'sr-only xl:not-sr-only'}>{name}</span>
    </a>
  )
}

/** Also the key of the site's theme button and of `public/theme.js`. */
const storageKey = 'session-notes:theme'

/**
 * Changes from the light theme to the dark one or back, here and on the site, and stores the
 * choice.
 */
function switchTheme() {
  const root = document.documentElement
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = isDark ? 'light' : 'dark'
  localStorage.setItem(storageKey, root.dataset.theme)
}
