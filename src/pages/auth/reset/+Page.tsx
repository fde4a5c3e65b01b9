import { AccountForm, type AccountFormProps } from '../../../admin/registration/account-form.tsx'
import { Island } from '../../../ui/island.tsx'
import type { ResetPageProps } from './+onBeforeRender.ts'

const texts: Record<ResetPageProps['reset'], string> = {
  open: 'Choose a new password. You are signed out everywhere, and sign in with the new one.',
  closed: 'This link has expired or was used already. Ask for a new one.',
  'by mail': 'Tell us who you are, and a link for a new password goes to the mail address of your profile.',
  'by hand':
    'This site sends no mails. Ask another administrator for a link to set a new password: they make it under Users in the admin. Where there is none, the person who runs the server sets a new password with the command user:create.',
}

export default function Page({ reset, code }: ResetPageProps) {
  const form: AccountFormProps | null =
    reset === 'open' ? { form: 'new password', code } : reset === 'by mail' ? { form: 'forgotten password' } : null
  return (
    <div lang="en" dir="ltr" className="wrap max-w-[32rem] py-12 lg:py-20">
      <h1 className="text-section">{reset === 'open' ? 'New Password' : 'Forgot your password?'}</h1>
      <p className="mt-3 mb-8 font-text text-soft">{texts[reset]}</p>
      {form && (
        <noscript>
          <p className="mb-6 font-semibold">A new password needs JavaScript.</p>
        </noscript>
      )}
      {form && <Island name="register" part={AccountForm} props={form} wake="visible" />}
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 text-small">
        {reset === 'closed' && (
          <a className="underline underline-offset-2" href="/auth/reset">
            Another link
          </a>
        )}
        <a className="underline underline-offset-2" href="/admin/login">
          Admin Login
        </a>
      </p>
    </div>
  )
}
