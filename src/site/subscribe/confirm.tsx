import type { LinkState } from '#domain/subscription-link.ts'
import { LinkPage, type NextSteps } from './link-page.tsx'

/** The page of a confirmation link; only its button confirms, because mail programs open links. */
export function Confirm({ state, token, next }: { state: LinkState; token: string; next: NextSteps }) {
  switch (state.kind) {
    case 'ask':
      return (
        <LinkPage
          title="Confirm your subscription"
          text={`One click, and ${state.email} gets one technique a week, with the settings and the why.`}
          action={{ address: '/confirm', token, label: 'Confirm' }}
        />
      )
    case 'done':
      return (
        <LinkPage
          title="You are on the list"
          text={`${state.email ?? 'Your address'} is confirmed. You'll now receive our weekly tips and tricks.`}
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
