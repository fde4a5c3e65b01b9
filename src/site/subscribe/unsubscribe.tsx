import type { LinkState } from '#domain/subscription-link.ts'
import { LinkPage } from './link-page.tsx'

/** The page of an unsubscribe link; only its button unsubscribes, because mail programs open links. */
export function Unsubscribe({ state, token }: { state: LinkState; token: string }) {
  switch (state.kind) {
    case 'ask':
      return (
        <LinkPage
          title="Leave the newsletter?"
          text={`${state.email} will get no more mails from us. Nothing else is needed.`}
          action={{ address: '/unsubscribe', token, label: 'Unsubscribe' }}
        />
      )
    case 'done':
      return (
        <LinkPage
          title="You are unsubscribed"
          text={`${state.email ?? 'Your address'} gets no more mails from us. Was it a mistake? You can come back at any time.`}
          form
        />
      )
    default:
      return (
        <LinkPage
          title="This link is not whole"
          text="Perhaps your mail program has cut it off. Copy the whole link from the foot of a mail and open it again."
        />
      )
  }
}
