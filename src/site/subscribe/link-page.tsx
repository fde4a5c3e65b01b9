import type { ReactNode } from 'react'
import type { PageTextKey } from '#domain/site/texts/en.ts'
import type { LinkState } from '#domain/subscription-link.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { useTexts } from '../../ui/site-profile.tsx'
import { MessagePage } from '../message-page.tsx'
import { SubscribeIsland } from './subscribe-island.tsx'

/** The link of a mail: its state, and where to go on after a confirmation. */
export interface MailLink {
  state: LinkState
  token: string
  next: Record<'issue' | 'download', { title: string; address: string } | null>
}

/** What the page of a link says in a state, and what it offers. */
interface Answer {
  title: PageTextKey
  text: PageTextKey
  /** The label of the button that applies the link: mail programs open links by themselves. */
  button?: PageTextKey
  offers?: 'form' | 'next'
}

type Answers = Partial<Record<LinkState['kind'], Answer>>

const broken: Answer = {
  title: 'linkBrokenTitle',
  text: 'linkBrokenText',
}

const pages = {
  confirm: {
    ask: {
      title: 'confirmTitle',
      text: 'confirmText',
      button: 'confirm',
    },
    done: {
      title: 'confirmedTitle',
      text: 'confirmedText',
      offers: 'next',
    },
    expired: {
      title: 'linkOldTitle',
      text: 'linkOldText',
      offers: 'form',
    },
    forged: {
      title: 'linkBrokenTitle',
      text: 'linkBrokenFormText',
      offers: 'form',
    },
  },
  unsubscribe: {
    ask: {
      title: 'leaveTitle',
      text: 'leaveText',
      button: 'leave',
    },
    done: {
      title: 'leftTitle',
      text: 'leftText',
      offers: 'form',
    },
  },
  preferences: {
    done: {
      title: 'noMailsTitle',
      text: 'noMailsText',
      offers: 'form',
    },
  },
} satisfies Record<string, Answers>

/** A page for a link in a mail: a short explanation and an action. Works without script. */
export function LinkPage({
  name,
  state,
  token,
  next,
}: MailLink & {
  /** Its address. */
  name: keyof typeof pages
}) {
  const words = useTexts()
  const answers: Answers = pages[name]
  const { title, text, button, offers } = answers[state.kind] ?? broken
  const email = ('email' in state && state.email) || words('yourAddress')
  return (
    <MessagePage title={words(title)} text={words(text, { email })}>
      <div className="mt-8 max-w-xl">
        {offers === 'form' ? (
          <SubscribeIsland row />
        ) : button ? (
          <form method="post" action={`/${name}?token=${encodeURIComponent(token)}`}>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <button type="submit" className="btn btn-solid">
                {words(button)}
              </button>
              <a className="underline underline-offset-4" href="/">
                {words('notNow')}
              </a>
            </div>
          </form>
        ) : (
          <NextSteps {...(offers === 'next' ? next : { issue: null, download: null })} />
        )}
      </div>
    </MessagePage>
  )
}

/** Links to go on with, the first one as a button. */
function NextSteps({ issue, download }: MailLink['next']) {
  const words = useTexts()
  const steps: Array<readonly [href: string, label: ReactNode]> = []
  if (download)
    steps.push([
      download.address,
      <>
        <DownloadIcon /> {words('downloadNamed', { title: download.title })}
      </>,
    ])
  if (issue) steps.push([issue.address, words('readNewest', { title: issue.title })])
  steps.push(['/', words('home')])
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      {steps.map(([href, label], index) => (
        <a
          key={href}
          className={index === 0 ? 'btn btn-solid' : 'underline underline-offset-4'}
          href={href}
        >
          {label}
        </a>
      ))}
    </div>
  )
}
