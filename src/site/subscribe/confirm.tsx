import type { LinkState } from '#domain/subscription-link.ts'
import { useTexts } from '../../ui/site-profile.tsx'
import { LinkPage, type NextSteps } from './link-page.tsx'

/** The page of a confirmation link; only its button confirms, because mail programs open links. */
export function Confirm({
  state,
  token,
  next,
}: {
  state: LinkState
  token: string
  next: NextSteps
}) {
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
      return <LinkPage title={text('linkOldTitle')} text={text('linkOldText')} form />
    case 'forged':
      return <LinkPage title={text('linkBrokenTitle')} text={text('linkBrokenFormText')} form />
  }
}
