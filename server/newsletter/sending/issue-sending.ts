import { emptyIssue, hasIssueText } from '#domain/issue-text.ts'
import { everybody, isEverybody, type Segment } from '#domain/segment.ts'
import type { AudienceAnswer, SendingAnswer } from '#domain/sending.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { MailError } from '../../platform/errors.ts'
import { listUnsubscribeHeaders, type MailAddress, type Mailer } from '../create-mailer.ts'
import { personalMail } from '../issue/issue-mail.ts'
import type { createIssueMails, IssueText } from '../issue/issue-mails.ts'
import type { ScheduledSending } from './scheduled-sending.ts'
import type { IssueSending } from './sending-api.ts'
import { type Recipients, SendingRefused, type Sendings } from './sendings-interface.ts'

const notSetUp =
  'Mail is not set up: set SMTP_URL and MAIL_FROM in the environment and start the server again.'
const noAddress =
  'The site has no postal address, and a newsletter has to carry one. Fill it in on the Site page (postalAddress in content/site.yaml).'

const noTestAddress = 'Please enter the address that the test goes to: your account has none.'

/** Whether a host name is reachable from this machine only. */
const isLoopback = (host: string) =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/.test(host)

/** A saved issue with its texts. */
export interface SavedIssue extends IssueText {
  /** Blob id of its file. */
  revision: string
  status: 'published' | 'scheduled' | 'draft'
}

/** The subscribers as the audience of an issue. */
export interface Audience extends Recipients {
  count(segment: Segment): Promise<number>
  sources(): Promise<AudienceAnswer['sources']>
}

/**
 * Checks the conditions for a test mail and for a mail to all subscribers, and starts both. Throws
 * SendingRefused, and HttpError for a test mail that fails.
 */
export function createIssueSending(parts: {
  /** A saved issue; null when it does not exist or can't be read. */
  issueOf: (id: number) => Promise<SavedIssue | null>
  /**
   * The postal address that commercial mail must contain by law; null when the settings have none.
   */
  postalAddress: () => string | null
  mails: ReturnType<typeof createIssueMails>
  sendings: Sendings
  /** Null when mail is not configured. */
  mailer: Pick<Mailer, 'send'> | null
  from: MailAddress | null
  audience: Audience
  siteUrl: string
  now: () => Date
}): IssueSending & { beginScheduled(one: ScheduledSending): Promise<void> } {
  const { issueOf, postalAddress, mails, sendings, mailer, from, audience, siteUrl, now } = parts
  const { hostname } = new URL(siteUrl)
  const sampleUnsubscribeUrl = `${siteUrl}/unsubscribe?token=test`

  async function needed(id: number) {
    const issue = await issueOf(id)
    if (!issue) throw new HttpError(404, 'There is no such newsletter.')
    return issue
  }

  /** Reasons that prevent every mail. */
  function common(): Array<string> {
    return [...(mailer ? [] : [notSetUp]), ...(postalAddress()?.trim() ? [] : [noAddress])]
  }

  /** Reasons that prevent mail to subscribers. */
  function forPeople(): Array<string> {
    if (!isLoopback(hostname)) return common()
    return [
      ...common(),
      `The mail’s links and pictures would lead to ${siteUrl}, which nobody else can open. Set SITE_URL to the site’s public address and start the server again.`,
    ]
  }

  const blockers = ({ status, ...issue }: SavedIssue, count: number, to: Segment = everybody) => [
    ...forPeople(),
    ...(hasIssueText({ markdown: issue.content, articles: issue.articles }) ? [] : [emptyIssue]),
    ...(status === 'published'
      ? []
      : ['Only a published issue can be sent to all. Until then you can send a test to yourself.']),
    ...(count > 0
      ? []
      : [
          isEverybody(to)
            ? 'There are no active subscribers yet.'
            : 'No active subscriber is in this segment.',
        ]),
  ]

  /** Reasons that prevent sending at a time: those that will not be gone by then. */
  function blockersAt(
    { status, publishedAt, ...issue }: SavedIssue,
    at: Date,
    count: number,
    to: Segment,
  ) {
    const appears = status === 'scheduled' && publishedAt !== null ? new Date(publishedAt) : null
    if (appears && appears > at)
      return [
        'The issue appears on the site after that time. Choose a later time, or an earlier Publication Date.',
      ]
    return [
      ...(at > now() ? [] : ['That time is past already.']),
      ...blockers({ ...issue, publishedAt, status: appears ? 'published' : status }, count, to),
    ]
  }

  async function start(id: number, issue: SavedIssue, to: { segment: Segment; schedule?: string }) {
    refuse(blockers(issue, await audience.count(to.segment), to.segment))
    await sendings.start(id, { ...(await mails.make(issue)), revision: issue.revision }, to)
  }

  /**
   * For a test mail a loopback address is only a warning, because the administrator's own machine
   * may run the site.
   */
  const warnings = () =>
    isLoopback(hostname)
      ? [`A test’s links and pictures lead to ${siteUrl}, which opens on this machine alone.`]
      : []

  async function sendTest(id: number, to: string) {
    const mail = personalMail(await mails.make(await needed(id)), sampleUnsubscribeUrl)
    try {
      await mailer?.send({
        ...mail,
        to,
        subject: `Test: ${mail.subject}`,
        headers: listUnsubscribeHeaders(sampleUnsubscribeUrl),
      })
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      const outcome = error.maybeAccepted
        ? 'The test may have been sent, or not.'
        : 'The test was not sent.'
      throw new HttpError(error.permanent ? 422 : 503, `${outcome} ${error.message}`, {
        cause: error,
      })
    }
  }

  return {
    async state(id, user): Promise<SendingAnswer | null> {
      const issue = await issueOf(id)
      if (!issue) return null
      const subscribers = await audience.count(everybody)
      return {
        state: await sendings.state(id, issue.revision),
        from: from && (from.name ? `${from.name} <${from.address}>` : from.address),
        testTo: user.email || null,
        subscribers,
        blockers: blockers(issue, subscribers),
        testBlockers: common(),
        warnings: warnings(),
      }
    },
    async preview(id, typed) {
      const saved = await needed(id)
      const { subject, html, text } = await mails.make({
        ...typed,
        id,
        publishedAt: saved.publishedAt ?? now().toISOString(),
        imageUrl: typed.imageUrl || null,
      })
      const whole = personalMail({ subject, html, text }, sampleUnsubscribeUrl)
      return { ...whole, bytes: Buffer.byteLength(whole.html), siteUrl }
    },
    async audience(_id, segment) {
      const [count, sources] = await Promise.all([audience.count(segment), audience.sources()])
      return { count, sources }
    },
    /**
     * Begins the mail of a schedule. Throws SendingRefused with the reason why it can't be sent.
     */
    async beginScheduled({ issue: id, name, segment }: ScheduledSending): Promise<void> {
      const issue = await issueOf(id)
      if (!issue) throw new SendingRefused('The issue was deleted, or its file can’t be read.')
      await start(id, issue, { segment, schedule: name })
    },
    async act(id, request, user) {
      switch (request.action) {
        case 'test':
          refuse(common())
          return sendTest(id, testAddress(request.to, user.email))
        case 'start': {
          const issue = await needed(id)
          if (issue.revision !== request.revision)
            throw new SendingRefused(
              'The issue was changed meanwhile. Look at its mail again before you send it.',
            )
          return start(id, issue, { segment: request.segment })
        }
        case 'schedule': {
          const at = new Date(request.at)
          const to = request.segment
          refuse(blockersAt(await needed(id), at, await audience.count(to), to))
          return sendings.schedule(id, at, to)
        }
        case 'unschedule':
          return sendings.unschedule(id)
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
}

function refuse(reasons: ReadonlyArray<string>) {
  if (reasons.length > 0) throw new SendingRefused(reasons.join(' '))
}

function testAddress(asked: string | undefined, own: string): string {
  const to = asked ?? own
  if (to === '') throw invalidField('to', noTestAddress)
  return to
}
