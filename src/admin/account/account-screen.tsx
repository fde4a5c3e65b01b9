import { later } from '../../ui/loaded-code.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useAuth } from '../shell/auth.tsx'
import { Screen } from '../shell/screen.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'

// Brings the maker of QR codes along.
const PasskeyCard = later(async () => (await import('./passkey-card.tsx')).PasskeyCard)
const TotpCard = later(async () => (await import('./totp-card.tsx')).TotpCard, <Spinner label="Loading..." />)

/** `/admin/account`: name and mail address for commits, password, sessions (rulings, section 6). */
export function AccountScreen() {
  const { state } = useAuth()
  if (state.kind !== 'signed-in' && state.kind !== 'expired') return null
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
