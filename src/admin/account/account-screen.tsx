import { useAuth } from '../shell/auth.tsx'
import { Screen } from '../shell/screen.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'

/** `/admin/account`: name and mail address for commits, password, sessions (rulings, section 6). */
export function AccountScreen() {
  const { state } = useAuth()
  if (state.kind !== 'signed-in' && state.kind !== 'expired') return null
  return (
    <Screen title="Account">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ProfileForm user={state.user} />
        <PasswordForm username={state.user.username} />
        <div className="lg:col-span-2">
          <SessionList />
        </div>
      </div>
    </Screen>
  )
}
