import { AccountForm } from '../../admin/registration/account-form.tsx'
import { AdminAccessOnly } from '../../site/text/admin-access-only.tsx'
import { Island } from '../../ui/island.tsx'
import type { AuthPageProps } from './+onBeforeRender.ts'

export default function Page({ registration, siteName, code }: AuthPageProps) {
  if (registration === 'none' || registration === 'closed')
    return <AdminAccessOnly closedCode={registration === 'closed'} />
  return (
    <div lang="en" dir="ltr" className="wrap max-w-[32rem] py-12 lg:py-20">
      <h1 className="text-section">Admin Access Only</h1>
      <p className="mt-3 mb-8 font-text text-soft">
        {registration === 'first'
          ? `Welcome, and congratulations on your new site, ${siteName}. You are its first administrator: choose a user name and a password, and you can begin to write. You invite others later.`
          : 'You are invited to write for this site. Choose a user name and a password; both are yours alone.'}
      </p>
      <noscript>
        <p className="mb-6 font-semibold">Registration needs JavaScript.</p>
      </noscript>
      <Island name="register" part={AccountForm} props={{ form: 'register', code }} wake="visible" />
    </div>
  )
}
