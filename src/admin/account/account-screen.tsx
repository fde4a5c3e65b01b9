import { pathAfterLogin } from '#domain/admin-address.ts'
import { later } from '../../ui/loaded-code.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { needsSecondFactor, useAuth } from '../shell/auth.tsx'
import { useAddress, useNavigate } from '../shell/navigation.tsx'
import { Screen } from '../shell/screen.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'

// Brings the maker of QR codes along.
const PasskeyCard = later(async () => (await import('./passkey-card.tsx')).PasskeyCard)
const TotpCard = later(
  async () => (await import('./totp-card.tsx')).TotpCard,
  <Spinner label="Loading..." />,
)

/**
 * `/admin/account`: name and mail address for commits, password, sessions (rulings, section 6). For
 * somebody who has yet to set up the second factor that the site demands: that alone.
 */
export function AccountScreen() {
  const { state, refresh } = useAuth()
  const { search } = useAddress()
  const navigate = useNavigate()
  if (state.kind !== 'signed-in' && state.kind !== 'expired') return null
  if (needsSecondFactor(state)) {
    const goOn = async () => {
      await refresh()
      await navigate(pathAfterLogin(search.next), { replace: true })
    }
    return (
      <Screen title="Set up a second factor" crumbs={[]}>
        <p className="notice mb-4" role="status">
          This site demands a second factor of all administrators: an app that shows codes, or a
          passkey. Set one up, and you go on to where you wanted to be.
        </p>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <TotpCard onSet={goOn} />
          <PasskeyCard onAdded={goOn} />
        </div>
      </Screen>
    )
  }
  return (
    <Screen title="Account">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ProfileForm user={state.user} />
        <PasswordForm username={state.user.username} />
        <TotpCard />
        <PasskeyCard />
        <div className="lg:col-span-2">
          <SessionList />
        </div>
      </div>
    </Screen>
  )
}
