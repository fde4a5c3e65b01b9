import { emptyIssue, hasIssueText } from '#domain/issue-text.ts'
import { everybody, isEverybody, type Segment } from '#domain/segment.ts'
import type { IssueText } from '../issue/issue-mails.ts'

const notSetUp =
  'Mail is not set up: set SMTP_URL and MAIL_FROM in the environment and start the server again.'
const noAddress =
  'The site has no postal address, and a newsletter has to carry one. Fill it in on the Site page (postalAddress in content/site.yaml).'

/** A saved issue with its texts. */
export interface SavedIssue extends IssueText {
  /** Blob id of its file. */
  revision: string
  status: 'published' | 'scheduled' | 'draft'
}

/** What the mails of a site need. */
export interface MailConditions {
  /** Null when mail is not configured. */
  mailer: object | null
  /**
   * The postal address that commercial mail must contain by law; null when the settings have none.
   */
  postalAddress(): string | null
  siteUrl: string
  now(): Date
}

/** Whether the site is reachable from this machine only. */
const isLocal = (siteUrl: string) =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/.test(new URL(siteUrl).hostname)

/** Reasons that prevent every mail. */
export function mailBlockers({ mailer, postalAddress }: MailConditions): Array<string> {
  const reasons = mailer ? [] : [notSetUp]
  if (!postalAddress()?.trim()) reasons.push(noAddress)
  return reasons
}

/**
 * For a test mail a loopback address is only a warning, because the administrator's own machine may
 * run the site.
 */
export const testWarnings = ({ siteUrl }: MailConditions): Array<string> =>
  isLocal(siteUrl)
    ? [`A test’s links and pictures lead to ${siteUrl}, which opens on this machine alone.`]
    : []

/** Reasons that prevent mail to subscribers. */
export function subscriberBlockers(site: MailConditions): Array<string> {
  const reasons = mailBlockers(site)
  if (isLocal(site.siteUrl))
    reasons.push(
      `The mail’s links and pictures would lead to ${site.siteUrl}, which nobody else can open. Set SITE_URL to the site’s public address and start the server again.`,
    )
  return reasons
}

/** Reasons that prevent the mail of an issue to `count` subscribers of a segment. */
export function issueBlockers(
  site: MailConditions,
  { status, content, articles }: Pick<SavedIssue, 'status' | 'content' | 'articles'>,
  count: number,
  to: Segment = everybody,
): Array<string> {
  const reasons = subscriberBlockers(site)
  if (!hasIssueText({ markdown: content, articles })) reasons.push(emptyIssue)
  if (status !== 'published')
    reasons.push(
      'Only a published issue can be sent to all. Until then you can send a test to yourself.',
    )
  if (count === 0)
    reasons.push(
      isEverybody(to)
        ? 'There are no active subscribers yet.'
        : 'No active subscriber is in this segment.',
    )
  return reasons
}

/** Reasons that prevent sending at a time: those that will not be gone by then. */
export function scheduleBlockers(
  site: MailConditions,
  issue: SavedIssue,
  at: Date,
  count: number,
  to: Segment,
): Array<string> {
  const appears = issue.status === 'scheduled' && issue.publishedAt !== null
  if (appears && new Date(issue.publishedAt ?? '') > at)
    return [
      'The issue appears on the site after that time. Choose a later time, or an earlier Publication Date.',
    ]
  const then = { ...issue, status: appears ? 'published' : issue.status } as const
  const reasons = issueBlockers(site, then, count, to)
  return at > site.now() ? reasons : ['That time is past already.', ...reasons]
}
