import type { SubscriberSummary } from '#domain/subscriber-list.ts'
import type { LinkState } from '#domain/subscription-link.ts'
import type { CallGate } from '../../http/mount-calls.ts'
import type { SentPage } from '../../http/sent-page.ts'
import type { DataProblems } from '../../platform/data-problems.ts'
import type { Log } from '../../platform/log.ts'
import { createConfirmationMails, type SendMail } from './confirmation-mails.ts'
import { createImporting } from './importing.ts'
import { createManaging } from './managing.ts'
import { createProvider, type ProviderSettings } from './providers/create-provider.ts'
import { createRecipients } from './recipients.ts'
import { type DownloadLinkFor, subscribeApi } from './subscribe-api.ts'
import { openSubscriberStore, type SubscriberReports, type SubscriberStore } from './subscriber-store.ts'
import { subscribersApi } from './subscribers-api.ts'
import { createSubscribing } from './subscribing.ts'
import { subscriptionPages } from './subscription-pages.ts'
import { createSyncing } from './syncing.ts'

/** How long until a list that can't be read is looked at again. */
const lookAgainMs = 60_000

export interface SubscribersParts {
  dataDir: string
  /** What confirmations are mailed with; null: nobody is asked to confirm. */
  mail: { send: SendMail; close(): void } | null
  /** The headers with which mail programs offer to unsubscribe. */
  listHeaders: (unsubscribeUrl: string) => Record<string, string>
  /** The service that subscribers are synced to; null: none. */
  service: ProviderSettings | null
  siteUrl: string
  siteName: () => string
  /** A signed link to a download's file, for somebody who subscribed for it. */
  downloadLinkFor: DownloadLinkFor
  /** The page that says what became of a link. */
  renderPage: (url: string, state: LinkState) => Promise<SentPage>
  gate: CallGate
  problems: DataProblems
  now: () => Date
  log: Log
}

/** Opens the mailing list, and joins it with the mail and the newsletter service that are set up. */
export function createSubscribers(parts: SubscribersParts) {
  const { dataDir, mail, listHeaders, service, siteUrl, siteName, downloadLinkFor } = parts
  const { gate, problems, now, log } = parts
  const failed = (error: unknown) =>
    log.error({ err: error }, 'work on the mailing list did not succeed; it is tried again')
  const list = openSubscribers(dataDir, { failed, noticed: (message) => log.warn(message) })
  const { open } = list
  const confirmations =
    mail &&
    createConfirmationMails({
      ...{ open, send: mail.send, listHeaders },
      ...{ siteUrl, siteName, now, failed },
      troubled: (reason) => log.warn({ reason }, 'confirmations can not be mailed; it is tried again'),
      undeliverable: (reason) =>
        log.warn({ reason }, 'a request for confirmation can not be delivered, and is given up'),
    })
  const syncing =
    service &&
    createSyncing({
      ...{ open, failed },
      provider: createProvider(service),
      troubled: (reason) =>
        log.warn({ reason }, 'the newsletter service can not be told of subscribers; it is tried again'),
    })
  const subscribing = createSubscribing({
    ...{ open, confirmations, syncing, now, failed },
    departed: (count) =>
      log.warn({ count }, 'people who were deleted could not be removed at the newsletter service, and are forgotten'),
  })
  const managing = createManaging({ open, syncing, confirmations, siteUrl, now })
  const importing = createImporting({ open, syncing, confirmations, now })
  let stopTidying = async () => {}
  let again: NodeJS.Timeout | undefined
  let beginning: Promise<void> = Promise.resolve()

  async function begin(): Promise<void> {
    await open()
    problems.note('subscribers', null)
    await confirmations?.begin()
    await syncing?.begin()
    stopTidying = subscribing.startTidying()
  }

  return {
    /** Who gets issues by mail. */
    recipients: createRecipients({ open, siteUrl }),
    routes: {
      /** Mounted at `/api`: open to visitors. */
      subscribe: subscribeApi(
        subscribing.subscribe,
        (error) => log.error({ err: error }, 'an address could not be saved'),
        downloadLinkFor,
        gate,
      ),
      /** Mounted at `/api`: its addresses are behind the session check. */
      admin: subscribersApi({ ...managing, ...importing }, gate),
      /** `/confirm` and `/unsubscribe`. */
      pages: subscriptionPages({
        links: { confirm: subscribing.confirm, unsubscribe: subscribing.unsubscribe },
        downloadLinkFor,
        render: parts.renderPage,
        failed: (error) => log.error({ err: error }, 'a link of a mail could not be followed'),
      }),
    },
    /** For the dashboard. Rejects while the list can't be read. */
    summary: (): Promise<SubscriberSummary> => managing.summary(),
    /** Takes up what was left to do. */
    start(): void {
      beginning = begin().catch((error: unknown) => {
        problems.note('subscribers', { error, message: 'nobody can subscribe' })
        again = setTimeout(() => this.start(), lookAgainMs).unref()
      })
    },
    async close(): Promise<void> {
      // What is begun after this would write to a list that is closed.
      await beginning
      clearTimeout(again)
      await stopTidying()
      await Promise.all([syncing?.close(), confirmations?.close()])
      mail?.close()
      await list.close()
    },
  }
}

/**
 * The mailing list of `DATA_DIR`, read at the first call. While it can't be read, calls reject with UnreadableFile and the files are left as they are; each
 * call looks again, so that a file put right needs no restart.
 */
function openSubscribers(dataDir: string, reports: SubscriberReports) {
  let opening: Promise<SubscriberStore> | null = null
  return {
    open(): Promise<SubscriberStore> {
      opening ??= openSubscriberStore(dataDir, reports).catch((error) => {
        opening = null
        throw error
      })
      return opening
    },
    async close(): Promise<void> {
      const store = await opening?.catch(() => null)
      await store?.close()
    },
  }
}
