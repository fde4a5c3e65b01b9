import type { SendingAnswer, SendingState } from '../src/domain/sending.ts'
import {
  eventually,
  type RunningSite,
  runningSite,
  type SiteOptions,
  siteProcess,
} from './running-site.ts'
import { type Administrator, admin, signIn } from './signed-in-site.ts'

/** To whom mails went, in order. */
export const recipients = (mails: ReadonlyArray<{ to: Array<string> }>) =>
  mails.flatMap(({ to }) => to).toSorted()

export const siteYaml =
  'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: Not affiliated.\nabout: A\ntimeZone: UTC\npostalAddress: |\n  1 Groove Lane\n  Berlin\n'

export const issueFile = (
  fields: Record<string, string> = {},
  body = 'Opening with [a link](/article/warp).',
) =>
  `---\n${Object.entries({
    id: '1',
    title: 'Warm pads',
    issueNumber: '7',
    description: 'About pads.',
    publishedAt: '2026-01-02',
    ...fields,
  })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join(
      '',
    )}articles:\n  - title: One\n    excerpt: First.\n    content: "**Bold** text."\n---\n\n${body}\n`

export interface SendingSite {
  site: RunningSite
  ada: Administrator
  state(issue?: number): Promise<SendingAnswer>
  act(
    action: object,
    issue?: number,
  ): Promise<{ status: number; body: SendingAnswer & { message: string } }>
  /** Starts sending the current revision. */
  start(issue?: number): Promise<{ status: number; body: SendingAnswer & { message: string } }>
  /** Waits until the sending is in one of these states. */
  until(kinds: ReadonlyArray<SendingState['kind']>, issue?: number): Promise<SendingState>
  /** Stops the site and starts it again. */
  restart(): Promise<void>
}

interface SendingOptions {
  smtpUrl: string
  subscribers: number
  files?: Record<string, string>
  env?: Record<string, string>
}

/** A site with some published issues and `subscribers` subscribers. Mail goes to `smtpUrl`. */
export async function sendingSite(options: SendingOptions): Promise<SendingSite & AsyncDisposable> {
  const site = await runningSite(siteOptions(options))
  return sendingOn(site, options.subscribers, () => site.restart())
}

/** The same in a process of its own, which `restart` kills. */
export async function sendingProcess(
  options: SendingOptions,
): Promise<SendingSite & AsyncDisposable> {
  const site = await siteProcess(siteOptions(options))
  return sendingOn(site, options.subscribers, () => site.restart({}, 'SIGKILL'))
}

function siteOptions(options: SendingOptions): SiteOptions {
  return {
    files: {
      'site.yaml': siteYaml,
      'newsletters/2026/007-pads.md': issueFile(),
      ...options.files,
    },
    env: {
      ...admin,
      // No mail is sent with links to a loopback host.
      SITE_URL: 'http://notes.example.org',
      SMTP_URL: options.smtpUrl,
      MAIL_FROM: 'Test Notes <notes@example.org>',
      ...options.env,
    },
  }
}

async function sendingOn(
  site: RunningSite,
  subscribers: number,
  restart: () => Promise<void>,
): Promise<SendingSite & AsyncDisposable> {
  const ada = await signIn(site)
  await ada.call('PATCH', '/api/auth/profile', { name: 'Ada', email: 'ada@example.org' })
  await importPeople(ada, subscribers)

  const path = (issue: number) => `/api/newsletters/${issue}/sending`
  const state = async (issue = 1) => (await ada.call<SendingAnswer>('GET', path(issue))).body
  const act: SendingSite['act'] = (action, issue = 1) => ada.call('POST', path(issue), action)
  return {
    site,
    ada,
    state,
    act,
    async start(issue = 1) {
      const { body } = await ada.call<{ revision: string }>('GET', `/api/newsletters/${issue}`)
      return act({ action: 'start', revision: body.revision }, issue)
    },
    until: (kinds, issue) =>
      eventually(async () => {
        const { state: now } = await state(issue)
        return kinds.includes(now.kind) && now
      }, 60_000),
    restart,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}

/** Imports a mailing list. Its people are subscribed at once, without a mail. */
export async function importPeople(ada: Administrator, count: number): Promise<void> {
  const list = ['email', ...Array.from({ length: count }, (_, at) => person(at))].join('\n')
  const taken = await ada.call('POST', '/api/subscribers/import', list, {
    'Content-Type': 'text/csv',
  })
  if (taken.status !== 200) throw new Error(`importing answered ${taken.status}`)
}

export const person = (at: number) => `reader${at}@example.org`
