import path from 'node:path'
import { emptyIssue, saysSomething } from '#domain/issue-text.ts'
import type { SendingAnswer } from '#domain/sending.ts'
import type { RenderBody } from './content/body.ts'
import { readItemText } from './content/saving/item-text.ts'
import type { ContentStore } from './content/store.ts'
import type { Env } from './env.ts'
import { HttpError } from './http/http-error.ts'
import type { CallGate } from './http/mount-calls.ts'
import { createMailer, MailError } from './newsletter/create-mailer.ts'
import type { IssueMail, MailedIssue, MailSite } from './newsletter/issue/issue-mail.ts'
import { personalMail } from './newsletter/issue/issue-mail.ts'
import { createIssueMails, type IssueText } from './newsletter/issue/issue-mails.ts'
import { listUnsubscribeHeaders } from './newsletter/list-unsubscribe.ts'
import { usualPace } from './newsletter/sending/pace.ts'
import { type SendingDesk, sendingApi } from './newsletter/sending/sending-api.ts'
import { sendingJournals } from './newsletter/sending/sending-journals.ts'
import { createSendings, type Recipients, SendingRefused } from './newsletter/sending/sendings.ts'
import type { Log } from './platform/log.ts'

const notSetUp = 'Mail is not set up: set SMTP_URL and MAIL_FROM in the environment and start the server again.'
const noAddress =
  'The site has no postal address, and a newsletter has to carry one. Fill it in on the Site page (postalAddress in content/site.yaml).'

const noTestAddress = 'Please enter the address that the test goes to: your account has none.'

/** Whether nobody but this machine reaches a host. */
const isLoopback = (host: string) => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/.test(host)

/** Joins what mails an issue to its subscribers: the content, the list, the SMTP server, the journals in `DATA_DIR/sendings`. */
export function joinSending(parts: {
  env: Pick<Env, 'dataDir' | 'mail' | 'siteUrl'>
  store: ContentStore
  read: (blob: string) => Uint8Array
  renderBody: RenderBody
  composeMail: (issue: MailedIssue, site: MailSite) => Promise<IssueMail>
  recipients: Recipients & { count(): Promise<number> }
  siteUrl: string
  gate: CallGate
  now: () => Date
  log: Log
}) {
  const { env, store, read, recipients, siteUrl, now, log } = parts
  const { hostname } = new URL(siteUrl)
  const mailer = env.mail && createMailer({ ...env.mail, connections: usualPace.batch })
  const mails = createIssueMails({
    settings: () => store.reader.settings(),
    siteUrl,
    renderBody: parts.renderBody,
    compose: parts.composeMail,
  })
  const sendings = createSendings({
    journals: sendingJournals(path.join(env.dataDir, 'sendings'), (message) => log.warn(message)),
    send: mailer?.send ?? null,
    host: hostname,
    recipients,
    hindrance(issue) {
      const stored = store.one('newsletters', issue)
      if (!stored) return 'The issue was deleted.'
      return stored.status === 'published' ? null : 'The issue is not published any more.'
    },
    now,
    failed: (error, issue) => log.error({ err: error, issue }, 'an issue could not be sent on'),
  })

  /** The saved issue with its texts; null when there is none. */
  function issueOf(id: number): (IssueText & { revision: string; status: string }) | null {
    const stored = store.one('newsletters', id)
    if (!stored) return null
    const { item, path: file, status } = stored
    const text = readItemText(file, read(item.blob), store.reader.settings().timeZone)
    if (text.kind === 'faulty') return null
    const articles = (text.item.fields.articles ?? []) as IssueText['articles']
    return { ...item, content: text.item.markdown, articles, revision: item.blob, status }
  }

  function needed(id: number) {
    const issue = issueOf(id)
    if (!issue) throw new HttpError(404, 'There is no such newsletter.')
    return issue
  }

  /** What every mail needs. */
  function common(): Array<string> {
    return [...(env.mail ? [] : [notSetUp]), ...(store.reader.settings().postalAddress?.trim() ? [] : [noAddress])]
  }

  /** What a mail to people needs besides. */
  function forPeople(): Array<string> {
    if (!isLoopback(hostname)) return common()
    return [
      ...common(),
      `The mail’s links and pictures would lead to ${siteUrl}, which nobody else can open. Set SITE_URL to the site’s public address and start the server again.`,
    ]
  }

  const hindrances = ({ status, ...issue }: NonNullable<ReturnType<typeof issueOf>>, subscribers: number) => [
    ...forPeople(),
    ...(saysSomething({ markdown: issue.content, articles: issue.articles }) ? [] : [emptyIssue]),
    ...(status === 'published'
      ? []
      : ['Only a published issue can be sent to all. Until then you can send a test to yourself.']),
    ...(subscribers > 0 ? [] : ['There are no active subscribers yet.']),
  ]
  /** A test mail goes to an administrator, whose own machine may run the site. */
  const warnings = () =>
    isLoopback(hostname) ? [`A test’s links and pictures lead to ${siteUrl}, which opens on this machine alone.`] : []

  function refuse(reasons: ReadonlyArray<string>): void {
    if (reasons.length > 0) throw new SendingRefused(reasons.join(' '))
  }

  const desk: SendingDesk = {
    async state(id, user): Promise<SendingAnswer | null> {
      const issue = issueOf(id)
      if (!issue) return null
      const subscribers = await recipients.count()
      return {
        state: await sendings.state(id, issue.revision),
        from:
          env.mail && (env.mail.from.name ? `${env.mail.from.name} <${env.mail.from.address}>` : env.mail.from.address),
        testTo: user.email || null,
        subscribers,
        hindrances: hindrances(issue, subscribers),
        testHindrances: common(),
        warnings: warnings(),
      }
    },
    async preview(id, typed) {
      const saved = needed(id)
      const { subject, html, text } = await mails.make({
        ...typed,
        id,
        publishedAt: saved.publishedAt ?? now().toISOString(),
        imageUrl: typed.imageUrl || null,
      })
      const whole = personalMail({ subject, html, text }, sampleUnsubscribeUrl)
      return { ...whole, bytes: Buffer.byteLength(whole.html), siteUrl }
    },
    async act(id, request, user) {
      switch (request.action) {
        case 'test':
          refuse(common())
          return sendTest(id, testAddress(request.to, user.email))
        case 'start': {
          const issue = needed(id)
          refuse(hindrances(issue, await recipients.count()))
          if (issue.revision !== request.revision)
            throw new SendingRefused('The issue was changed meanwhile. Look at its mail again before you send it.')
          return sendings.start(id, { ...(await mails.make(issue)), revision: issue.revision })
        }
        case 'pause':
          return sendings.pause(id)
        case 'resume':
          refuse(forPeople())
          return sendings.resume(id)
        case 'retry':
          refuse(forPeople())
          return sendings.retry(id)
      }
    },
  }

  const sampleUnsubscribeUrl = `${siteUrl}/unsubscribe?token=test`

  function testAddress(asked: string | undefined, own: string): string {
    const to = asked ?? own
    if (to === '') throw new HttpError(422, noTestAddress, { issues: [{ path: 'to', message: noTestAddress }] })
    return to
  }

  async function sendTest(id: number, to: string): Promise<void> {
    const mail = personalMail(await mails.make(needed(id)), sampleUnsubscribeUrl)
    try {
      await mailer?.send({
        ...mail,
        to,
        subject: `Test: ${mail.subject}`,
        headers: listUnsubscribeHeaders(sampleUnsubscribeUrl),
      })
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      const outcome = error.maybeTaken ? 'The test may have been sent, or not.' : 'The test was not sent.'
      throw new HttpError(error.permanent ? 422 : 503, `${outcome} ${error.message}`, { cause: error })
    }
  }

  return {
    calls: sendingApi(desk, parts.gate),
    /** Goes on with what the last stop interrupted. */
    start(): void {
      if (!mailer) return
      sendings.open().catch((error: unknown) => log.error({ err: error }, 'the sendings could not be read'))
    },
    /** Stops between two mails. */
    stop: sendings.stop,
    async close(): Promise<void> {
      await sendings.stop()
      mailer?.close()
    },
  }
}
