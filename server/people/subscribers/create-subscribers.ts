import type { Vocabulary } from '#domain/site/vocabulary.ts'
import type { SubscriberSummary } from '#domain/subscriber-list.ts'
import type { LinkState } from '#domain/subscription-link.ts'
import type { CallGate } from '../../http/mount-calls.ts'
import type { SentPage } from '../../http/sent-page.ts'
import type { Bus } from '../../platform/bus.ts'
import type { DataProblems } from '../../platform/data-problems.ts'
import type { Leases } from '../../platform/leases.ts'
import type { Log } from '../../platform/log.ts'
import type { RateLimits } from '../../platform/token-bucket.ts'
import {
  createConfirmationMails,
  type MailSettings,
  type SendMail,
  type Welcome,
} from './confirmation-mails.ts'
import { createImporting } from './importing.ts'
import { createManaging } from './managing.ts'
import { createProvider, type ProviderSettings } from './providers/create-provider.ts'
import { createRecipients } from './recipients.ts'
import { type DownloadLinkFor, subscribeApi } from './subscribe-api.ts'
import type { SubscriberList } from './subscriber-list.ts'
import { subscribersApi } from './subscribers-api.ts'
import { createSubscribing } from './subscribing.ts'
import { subscriptionPages } from './subscription-pages.ts'
import { createSyncing } from './syncing.ts'

/** Delay before the server reads an unreadable list again, in milliseconds. */
const readAgainMs = 60_000

export interface SubscribersParts {
  stores: { subscribers: SubscriberList; limits: RateLimits }
  bus: Bus
  leases: Leases
  /** Sends confirmation mails; null: subscriptions need no confirmation. */
  mail: { send: SendMail; close(): void } | null
  /** Headers for one-click unsubscribing (RFC 8058). */
  listHeaders: (unsubscribeUrl: string) => Record<string, string>
  env: {
    /** The newsletter service that subscribers are synced to, or null. */
    newsletter: ProviderSettings | null
  }
  /** The mail that welcomes a reader; null: the site has none. */
  welcome: Welcome
  siteUrl: string
  settings: () => MailSettings
  /** The categories and levels that readers can choose. */
  vocabulary: () => Vocabulary
  /** Creates a signed link to the file of a download that the person subscribed for. */
  downloadLinkFor: DownloadLinkFor
  /** Renders the page for a link of a mail. */
  renderPage: (url: string, state: LinkState) => Promise<SentPage>
  gate: CallGate
  problems: DataProblems
  now: () => Date
  log: Log
}

/**
 * Opens the mailing list and connects it with the configured mail server and newsletter service.
 */
export function createSubscribers(parts: SubscribersParts) {
  const { mail, siteUrl, downloadLinkFor, gate, problems, now, log } = parts
  const failed = (error: unknown) =>
    log.error({ err: error }, 'work on the mailing list failed; it is tried again')
  const report = (message: string) => (reason: string) => log.warn({ reason }, message)
  const list = parts.stores.subscribers
  const { open } = list
  const { newsletter: service } = parts.env
  const confirmations =
    mail &&
    createConfirmationMails({
      ...parts,
      open,
      send: mail.send,
      failed,
      serviceFailed: report('confirmations cannot be mailed; it is tried again'),
      undeliverable: report('a confirmation mail cannot be delivered; it is not tried again'),
    })
  const syncing =
    service &&
    createSyncing({
      ...parts,
      open,
      failed,
      provider: createProvider(service),
      serviceFailed: report(
        'subscribers cannot be synced to the newsletter service; it is tried again',
      ),
    })
  const subscribing = createSubscribing({
    open,
    confirmations,
    syncing,
    now,
    failed,
    departed: (count) =>
      log.warn(
        { count },
        'deleted people could not be removed at the newsletter service; their addresses are forgotten',
      ),
  })
  const managing = createManaging({ open, syncing, confirmations, siteUrl, now })
  const importing = createImporting({ open, syncing, confirmations, now })
  let stopTidying = async () => {}
  let again: NodeJS.Timeout | undefined
  let starting: Promise<void> = Promise.resolve()

  async function begin() {
    await open()
    problems.note('subscribers', null)
    await confirmations?.begin()
    await syncing?.begin()
    stopTidying = parts.leases.hold('tidying', () => subscribing.startTidying())
  }

  return {
    /** The active subscribers, for mailing an issue. */
    recipients: createRecipients({ open, siteUrl }),
    routes: {
      /** Mount at `/api`: public. */
      subscribe: subscribeApi(
        subscribing.subscribe,
        (error) => log.error({ err: error }, 'an address could not be saved'),
        downloadLinkFor,
        parts.stores.limits,
        gate,
      ),
      /** Mount at `/api`: its addresses need a session. */
      admin: subscribersApi({ ...managing, ...importing }, gate),
      /** `/confirm`, `/unsubscribe` and `/preferences`. */
      pages: subscriptionPages({ ...parts, links: subscribing, render: parts.renderPage }),
    },
    /** Figures for the dashboard. Rejects while the list can't be read. */
    summary: (): Promise<SubscriberSummary> => managing.summary(),
    /**
     * How many people joined and left in each interval, by its start. Rejects while the list can't
     * be read.
     */
    growth: async (starts: ReadonlyArray<Date>) => (await open()).growth(starts),
    /** The number of unsent confirmation mails. */
    waiting: () => confirmations?.waiting() ?? 0,
    /** Resumes unfinished mails and syncs. */
    start(): void {
      starting = begin().catch((error: unknown) => {
        problems.note('subscribers', { error, message: 'nobody can subscribe' })
        again = setTimeout(() => this.start(), readAgainMs).unref()
      })
      problems.reading(starting)
    },
    async close(): Promise<void> {
      // Waits for the start, because its work would write to a closed list.
      await starting
      clearTimeout(again)
      await stopTidying()
      await Promise.all([syncing?.close(), confirmations?.close()])
      mail?.close()
      await list.close()
    },
  }
}
