import { textsOf } from '#domain/site/text-of.ts'
import { AccountForm, type AccountFormProps } from '../../../../admin/registration/account-form.tsx'
import { Island } from '../../../../ui/island.tsx'
import { useTexts } from '../../../../ui/site-profile.tsx'
import type { ResetPageProps } from './+onBeforeRender.ts'

const texts = {
  open: 'resetOpenText',
  closed: 'resetClosedText',
  'by mail': 'resetByMailText',
  'by hand': 'resetByHandText',
} as const

export default function Page({ reset, code, words }: ResetPageProps) {
  const text = useTexts()
  const say = textsOf({}, words)
  const form: AccountFormProps | null =
    reset === 'open'
      ? { form: 'new password', code, words }
      : reset === 'by mail'
        ? { form: 'forgotten password', words }
        : null
  return (
    <div className="wrap max-w-[32rem] py-12 lg:py-20">
      <h1 className="text-section">{reset === 'open' ? words.resetTitle : words.resetForgotten}</h1>
      <p className="mt-3 mb-8 font-text text-soft">
        {say(texts[reset], { command: 'user:create' })}
      </p>
      {form && (
        <noscript>
          <p className="mb-6 font-semibold">{words.resetNeedsScript}</p>
        </noscript>
      )}
      {form && <Island name="register" part={AccountForm} props={form} wake="visible" />}
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 text-small">
        {reset === 'closed' && (
          <a className="underline underline-offset-2" href="/auth/reset">
            {words.resetAnother}
          </a>
        )}
        <a className="inline-block py-0.5 underline underline-offset-2" href="/admin/login">
          {text('adminLogin')}
        </a>
      </p>
    </div>
  )
}
