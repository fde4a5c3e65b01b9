import { FileText, Mail, Newspaper } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { pathAfterLogin } from '#domain/admin-address.ts'
import { subjectData } from '#domain/site/subject-data.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useAuth } from '../shell/auth.tsx'
import { LoginForm } from '../shell/login-form.tsx'
import { useAddress, useNavigate } from '../shell/navigation.tsx'
import { useDocumentTitle } from '../shell/screen.tsx'
import { navigationPauseMs } from '../shell/sign-in-rules.ts'
import { useSiteFacts } from '../shell/site-facts.ts'

const tiles = (articles: string) => [
  {
    icon: FileText,
    title: 'Articles',
    text: `Write ${articles}, and keep them up to date.`,
  },
  { icon: Newspaper, title: 'News', text: 'Tell what is new, now or at a time of your choice.' },
  { icon: Mail, title: 'Newsletters', text: 'Put the weekly issue together.' },
]

/**
 * `/admin/login` (specification, section 2): the form, or a redirect to the requested page when
 * already signed in.
 */
export function LoginScreen() {
  useDocumentTitle('Admin Login')
  const { articles } = subjectData[useProfile().subject]
  const { state } = useAuth()
  const { awaitsFirst } = useSiteFacts()
  const { search } = useAddress()
  const navigate = useNavigate()
  const target = pathAfterLogin(search.next)
  /** After a login through the form, the redirect waits a moment, so that the toast is seen. */
  const formShown = useRef(false)
  if (state.kind === 'signed-out') formShown.current = true

  useEffect(() => {
    if (state.kind !== 'signed-in') return
    const pause = setTimeout(
      () => void navigate(target, { replace: true }),
      formShown.current ? navigationPauseMs : 0,
    )
    return () => clearTimeout(pause)
  }, [state.kind, target, navigate])

  if (state.kind === 'checking' || (state.kind === 'signed-in' && !formShown.current))
    return (
      <div className="admin-waiting">
        <Spinner label="Checking your session..." />
      </div>
    )
  return (
    <div
      className="grid w-[min(100%-2rem,27rem)] mx-auto mt-[clamp(1.5rem,6vh,5rem)] border-[1.5px]
        border-ink rounded-card bg-surface overflow-hidden lg:grid-cols-[1fr_1.05fr]
        lg:w-[min(100%-4rem,62rem)]"
      data-part="login"
    >
      <section className="p-[clamp(1.5rem,4vw,2.75rem)]" aria-labelledby="login-title">
        <h1 id="login-title" className="text-section">
          Admin Login
        </h1>
        <p className="mt-1.5 mb-6 text-small text-muted">Login to access the admin dashboard</p>
        {awaitsFirst && (
          <p className="notice mb-6">
            <span>
              <strong>This site has no administrator yet.</strong> The first one registers with the
              link that the server prints when it starts: look in its terminal or log for{' '}
              <code className="whitespace-nowrap">/auth?code=</code>. With Docker,{' '}
              <code>docker compose logs site</code> shows it.
            </span>
          </p>
        )}
        <LoginForm />
        <p className="mt-6 border-t border-line pt-4 text-tiny text-muted">
          Login with the admin credentials you've been provided
        </p>
        <p className="mt-3 text-tiny text-muted">
          Newsletters that were sent as mails can be brought here with the{' '}
          <a className="underline underline-offset-2" href="/admin/import-newsletter">
            newsletter import tool
          </a>
          .
        </p>
      </section>
      <aside
        className="hidden lg:grid lg:content-center lg:gap-7 lg:p-11 lg:border-s-[1.5px]
          lg:border-ink lg:bg-login lg:text-white"
        data-part="login-side"
        aria-labelledby="login-side-title"
      >
        <h2 className="text-32/[1.1]" id="login-side-title">
          Admin Dashboard
        </h2>
        <ul className="grid gap-3">
          {tiles(articles).map(({ icon: Icon, title, text }) => (
            <li
              className="flex gap-4 items-start py-4 px-4.5 border-[1.5px] border-white/75
                rounded-card"
              key={title}
            >
              <Icon className="flex-none mt-0.5" aria-hidden="true" />
              <div>
                <h3 className="text-17">{title}</h3>
                <p className="text-15">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}
