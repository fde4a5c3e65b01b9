import path from 'node:path'
import type { SiteSettings } from '#domain/content.ts'
import type { CallGate } from '../http/mount-calls.ts'
import type { Log } from '../platform/log.ts'
import { createMailer } from './create-mailer.ts'
import type { IssueMail, MailedIssue, MailSite } from './issue/issue-mail.ts'
import { createIssueMails } from './issue/issue-mails.ts'
import type { MailAddress } from './mail-address.ts'
import { createIssueSending, type SavedIssue } from './sending/issue-sending.ts'
import { usualPace } from './sending/pace.ts'
import { sendingApi } from './sending/sending-api.ts'
import { sendingJournals } from './sending/sending-journals.ts'
import { createSendings, type Recipients } from './sending/sendings.ts'

/** The issues that can be mailed, as the content gives them. */
export interface Issues {
  /** A saved issue with its texts; null when there is none that can be read. */
  issueOf(id: number): SavedIssue | null
  /** Whether visitors see an issue; null when there is none, read or not. */
  statusOf(id: number): SavedIssue['status'] | null
  settings(): SiteSettings
  renderBody: Parameters<typeof createIssueMails>[0]['renderBody']
}

/** Mails issues to their subscribers by the SMTP server; the journals are in `DATA_DIR/sendings`. */
export function createNewsletter(parts: {
  dataDir: string
  /** Null when mail is not set up. */
  mail: { smtpUrl: string; from: MailAddress } | null
  issues: Issues
  /** `issueMail`, in a thread of its own. */
  composeMail: (issue: MailedIssue, site: MailSite) => Promise<IssueMail>
  recipients: Recipients & { count(): Promise<number> }
  siteUrl: string
  gate: CallGate
  now: () => Date
  log: Log
}) {
  const { dataDir, mail, issues, composeMail, recipients, siteUrl, gate, now, log } = parts
  const mailer = mail && createMailer({ ...mail, connections: usualPace.batch })
  const { settings, renderBody } = issues
  const mails = createIssueMails({ settings, siteUrl, renderBody, compose: composeMail })
  const sendings = createSendings({
    journals: sendingJournals(path.join(dataDir, 'sendings'), (message) => log.warn(message)),
    send: mailer?.send ?? null,
    host: new URL(siteUrl).hostname,
    recipients,
    hindrance(issue) {
      const status = issues.statusOf(issue)
      if (status === null) return 'The issue was deleted.'
      return status === 'published' ? null : 'The issue is not published any more.'
    },
    now,
    failed: (error, issue) => log.error({ err: error, issue }, 'an issue could not be sent on'),
  })
  const sending = createIssueSending({
    ...{ mails, sendings, mailer, siteUrl, now },
    issueOf: issues.issueOf,
    postalAddress: () => settings().postalAddress ?? null,
    from: mail?.from ?? null,
    subscriberCount: recipients.count,
  })
  return {
    /** Mounted at `/api`, for administrators. */
    routes: sendingApi(sending, gate),
    /** Goes on with what the last stop interrupted. */
    start(): void {
      if (!mailer) return
      sendings.open().catch((error: unknown) => log.error({ err: error }, 'the sendings could not be read'))
    },
    /** Stops between two mails. */
    stop: () => sendings.stop().catch((error: unknown) => log.error({ err: error }, 'a sending could not be stopped')),
    async close(): Promise<void> {
      await sendings.stop()
      mailer?.close()
    },
  }
}
