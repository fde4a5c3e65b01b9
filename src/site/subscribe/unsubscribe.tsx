import type { LinkState } from '#domain/subscription-link.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { LinkPage } from './link-page.tsx'

/**
 * The page of an unsubscribe link; only its button unsubscribes, because mail programs open links.
 */
export function Unsubscribe({ state, token }: { state: LinkState; token: string }) {
  const text = useTexts()
  switch (state.kind) {
    case 'ask':
      return (
        <LinkPage
          title={text('leaveTitle')}
          text={text('leaveText', { email: state.email })}
          action={{ address: '/unsubscribe', token, label: text('leave') }}
        />
      )
    case 'done':
      return (
        <LinkPage
          title={text('leftTitle')}
          text={text('leftText', { email: state.email ?? text('yourAddress') })}
          form
        />
      )
    default:
      return <LinkPage title={text('linkBrokenTitle')} text={text('linkBrokenText')} />
  }
}
