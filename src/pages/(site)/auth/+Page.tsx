import { textsOf } from '#domain/site/text-of.ts'
import { AccountForm } from '../../../admin/registration/account-form.tsx'
import { NotFound } from '../../../site/not-found.tsx'
import { Island } from '../../../ui/island.tsx'
import { useTexts } from '../../../ui/site-profile.tsx'
import type { AuthPageProps } from './+onBeforeRender.ts'

export default function Page({ registration, siteName, words, code }: AuthPageProps) {
  const text = useTexts()
  if (registration === 'none') return <NotFound title="adminOnly" />
  if (registration === 'closed') return <NotFound title="adminOnly" text="invitationEnded" />
  const say = textsOf({}, words)
  return (
    <div className="wrap max-w-[32rem] py-12 lg:py-20">
      <h1 className="text-section">{text('adminOnly')}</h1>
      <p className="mt-3 mb-8 font-text text-soft">
        {registration === 'first' ? say('accountFirst', { name: siteName }) : words.accountInvited}
      </p>
      <noscript>
        <p className="mb-6 font-semibold">{words.accountNeedsScript}</p>
      </noscript>
      <Island
        name="register"
        part={AccountForm}
        props={{ form: 'register', code, words }}
        wake="visible"
      />
    </div>
  )
}
