import type { LinkState } from '#domain/subscription-link.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { LinkPage, type NextSteps } from './link-page.tsx'

/** The page of a confirmation link; only its button confirms, because mail programs open links. */
export function Confirm({ state, token, next }: { state: LinkState; token: string; next: NextSteps }) {
  const text = useTexts()
  switch (state.kind) {
    case 'ask':
      return (
        <LinkPage
          title={text('confirmTitle')}
          text={text('confirmText', { email: state.email })}
          action={{ address: '/confirm', token, label: text('confirm') }}
        />
      )
    case 'done':
      return (
        <LinkPage
          title={text('confirmedTitle')}
          text={text('confirmedText', { email: state.email ?? text('yourAddress') })}
          next={next}
        />
      )
    case 'expired':
      return (
        <LinkPage
          title="This link is too old"
          text="It worked for 30 days, or until you left the list. Leave your address once more and a new one comes."
          form
        />
      )
    case 'forged':
      return (
        <LinkPage
          title="This link is not whole"
          text="Perhaps your mail program has cut it off. Copy the whole link from the mail, or leave your address once more."
          form
        />
      )
  }
}
