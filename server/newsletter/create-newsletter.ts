import type { SiteSettings } from '#domain/site-settings.ts'
import type { CallGate } from '../http/mount-calls.ts'
import type { Leases } from '../platform/leases.ts'
import type { Log } from '../platform/log.ts'
import type { Telemetry } from '../platform/telemetry.ts'
import { createMailer, type MailAddress, mailCounts, reportedMailer } from './create-mailer.ts'
import type { IssueMail, MailedIssue, MailSite } from './issue/issue-mail.ts'
import { createIssueMails } from './issue/issue-mails.ts'
import type { SavedIssue } from './sending/issue-checks.ts'
import { sendOnSchedule } from './sending/scheduling.ts'
import { type Audience, sendingApi, startScheduled } from './sending/sending-api.ts'
import type { SendingStore } from './sending/sending-store.ts'
import { createSendings } from './sending/sendings.ts'
import { type WelcomeText, welcomeMail } from './welcome-mail.ts'

/** Access to the newsletter issues in the content. */
export interface Issues {
  /** A saved issue with its texts; null when it does not exist or can't be read. */
  issueOf(id: number): Promise<SavedIssue | null>
  /** Publication state of an issue, readable or not; null when it does not exist. */
  statusOf(id: number): SavedIssue['status'] | null
  settings(): SiteSettings
  renderBody: Parameters<typeof createIssueMails>[0]['renderBody']
}

/**
 * The newsletter feature: mails issues to subscribers over SMTP. Its journals are in
 * `DATA_DIR/sendings`.
 */
export function createNewsletter(parts: {
  stores: { sendings: SendingStore }
  /** Null when mail is not configured. */
  mail: { smtpUrl: string; from: MailAddress } | null
  issues: Issues
  /** Worker threads; the task `mail` is `issueMail`. */
  texts: { run(task: 'mail', issue: MailedIssue, site: MailSite): Promise<IssueMail> }
  /** The text that welcomes a reader; null: there is none. */
  welcomeText: () => Promise<WelcomeText | null>
  recipients: Audience
  leases: Leases
  siteUrl: string
  gate: CallGate
  now: () => Date
  log: Log
  telemetry: Telemetry
}) {
  const { mail, issues, texts, recipients, leases, siteUrl, gate, now, log, telemetry } = parts
  const mailer = mail && createMailer(mail)
  const { settings, renderBody } = issues
  const compose = (issue: MailedIssue, site: MailSite) => texts.run('mail', issue, site)
  const mails = createIssueMails({ settings, siteUrl, renderBody, compose })
  const store = parts.stores.sendings
  const sendings = createSendings({
    store,
    send: mailer?.send ?? null,
    host: new URL(siteUrl).hostname,
    recipients,
    blocker: (issue) => blockerOf(issues.statusOf(issue)),
    now,
    attempted: (outcomes, issue) =>
      telemetry({ event: 'mails', kind: 'issue', issue, ...mailCounts(outcomes) }),
    failed: (error, issue) => log.error({ err: error, issue }, 'the sending of an issue failed'),
  })
  const api = {
    mails,
    sendings,
    store,
    siteUrl,
    now,
    mailer: mailer && reportedMailer(mailer, 'test', telemetry),
    issueOf: issues.issueOf,
    postalAddress: () => settings().postalAddress ?? null,
    from: mail?.from ?? null,
    audience: recipients,
  }
  let endScheduling = async () => {}
  let isStopped = false

  const startScheduling = () =>
    leases.hold('scheduled issues', () =>
      sendOnSchedule({
        store,
        now,
        begin: (one) => startScheduled(api, one),
        failed: (error, issue) =>
          log.error(
            { err: error, issue },
            'a scheduled issue could not be sent; it is tried again',
          ),
      }),
    )

  async function stop() {
    isStopped = true
    await endScheduling()
    await sendings.stop()
  }

  return {
    /** Mount at `/api`; for administrators. */
    routes: sendingApi(api, gate),
    /** The number of unsent mails of running sendings. */
    waiting: async () => waitingMails((await store.unfinished()).sendings),
    /** The mail that welcomes a reader; null: the site has none. */
    async welcome(unsubscribeUrl: string, downloadUrl: string | null) {
      const text = await parts.welcomeText()
      const siteName = settings().name
      return text && welcomeMail(text, { mails, siteName, downloadUrl, unsubscribeUrl })
    },
    /** Whether issues can be mailed. */
    isSetUp: mailer !== null,
    /** What is still to be mailed. */
    unfinished: store.unfinished,
    /** Resumes sendings that the last stop interrupted. */
    async start(): Promise<void> {
      if (!mailer) return
      await sendings.open()
      // Not before: data from a backup holds what is scheduled.
      if (!isStopped) endScheduling = startScheduling()
    },
    /** Stops sendings after their current batch. */
    stop: () =>
      stop().catch((error: unknown) => log.error({ err: error }, 'a sending could not be stopped')),
    async close(): Promise<void> {
      await stop()
      mailer?.close()
    },
  }
}

/** Why an issue is not mailed any more; null when it may be. */
function blockerOf(status: SavedIssue['status'] | null): string | null {
  if (status === null) return 'The issue was deleted.'
  return status === 'published' ? null : 'The issue is not published any more.'
}

/** The number of unsent mails of running sendings. */
function waitingMails(sendings: ReadonlyArray<{ isPaused: boolean; left: number }>): number {
  const running = sendings.filter(({ isPaused }) => !isPaused)
  return running.reduce((sum, { left }) => sum + left, 0)
}
