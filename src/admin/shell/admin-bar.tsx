import {
  CloudOff,
  LogOut,
  MonitorSmartphone,
  RefreshCw,
  SunMoon,
  UserRound,
  Users,
} from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { accountAddress, mayOpen } from '#domain/admin-address.ts'
import { counted } from '#domain/count-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useSideScroll } from '../../ui/use-side-scroll.ts'
import type { WorkerState } from '../documents/worker/registration.ts'
import { needsSecondFactor, useAuth } from './auth.tsx'
import { useConnected, useLocal, useOutgoing } from './local-provider.tsx'
import { useAddress, useNavigate } from './navigation.tsx'
import { type Palette, PaletteButton } from './palette-button.tsx'
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
  const isShown = ({ href }: { href: string }) => mayOpen(href, user?.role)

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
          {(isHeld ? [] : links.filter(isShown)).map(({ label, more, href, here }) => (
            <a
              key={href}
              className="block flex-none pt-3 px-2.75 pb-[calc(0.75rem-2.5px)] border-b-[2.5px]
                border-transparent font-semibold text-muted hover:text-ink
                aria-[current]:border-accent aria-[current]:text-ink
                focus-visible:-outline-offset-3"
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
              ...(isHeld ? [] : ownScreens.filter(isShown)),
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
      className="flex flex-none items-center gap-2 min-h-11 min-w-9 pe-2.5 text-15 font-extrabold
        tracking-tight focus-visible:-outline-offset-3"
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

/**
 * Status beside the navigation: no network, queued saves, new version. Renders nothing otherwise.
 */
function DeviceStatus({ worker }: { worker: WorkerState }) {
  const connected = useConnected()
  const queue = useOutgoing()
  const ready = useSyncExternalStore(worker.onReady, worker.ready)
  const { onReturn } = useLocal()
  useEffect(() => {
    const stop = onReturn(worker.check)
    return () => void stop()
  }, [onReturn, worker])
  const parked = queue.filter(({ state }) => state.kind !== 'waiting').length
  const words = [
    !connected && 'Offline',
    queue.length > parked && `${queue.length - parked} waiting`,
    parked > 0 && `${parked} to decide`,
  ].filter(Boolean)
  return (
    <>
      {ready && (
        <Button
          size="sm"
          icon={<RefreshCw />}
          onClick={() => worker.update(location.pathname + location.search)}
        >
          <span>New version</span>
        </Button>
      )}
      {words.length > 0 && (
        <span role="status" className="flex-none ms-auto">
          <a
            className="[--tone:var(--color-waiting)] inline-flex items-center gap-1.5 min-h-9
              px-2.5 border border-(--tone) rounded-card text-ink text-14 font-semibold
              whitespace-nowrap data-[tone=danger]:[--tone:var(--color-danger)] [&_svg]:size-4
              [&_svg]:text-(--tone)"
            href="/admin/device"
            data-tone={parked > 0 ? 'danger' : 'warn'}
          >
            <CloudOff />
            {words.join(' · ')}
          </a>
        </span>
      )}
    </>
  )
}

/**
 * Asks before signing out deletes unsaved drafts and queued saves from this browser. Signs out
 * immediately when there are none.
 */
function SignOutDialog({
  onSignOut,
  onClose,
}: {
  onSignOut: () => Promise<void>
  onClose: () => void
}) {
  const { drafts, outbox } = useLocal()
  const waiting = useOutgoing().length
  const [kept, setKept] = useState<number | null>(null)
  const [pending, setPending] = useState(false)
  const sign = () => {
    setPending(true)
    void onSignOut().finally(onClose)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    void Promise.all([drafts.all(), outbox.ready]).then(([all]) => {
      if (all.length + outbox.entries().length === 0) sign()
      else setKept(all.length)
    })
  }, [])
  if (kept === null || (pending && kept + waiting === 0)) return null
  return (
    <Dialog title="Sign out and lose what is not saved?" onClose={onClose}>
      <div className="grid gap-2 text-small text-soft">
        <p>
          Signing out deletes everything that this browser stores for you. Drafts that had reached
          the site come back when you sign in again. Not saved yet:
        </p>
        <ul className="list-disc ps-5">
          {kept > 0 && <li>{counted(kept, 'draft', 'drafts')}</li>}
          {waiting > 0 && (
            <li>{counted(waiting, 'change that waits', 'changes that wait')} to be sent</li>
          )}
        </ul>
      </div>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Stay signed in
        </Button>
        <Button onClick={() => location.assign('/admin/device')}>Show them</Button>
        <Button variant="danger" pending={pending} pendingText="Signing out..." onClick={sign}>
          Sign out and empty
        </Button>
      </DialogActions>
    </Dialog>
  )
}
