import type { SubscriberSummary } from '#domain/subscriber-list.ts'
import type { Env } from './env.ts'
import type { CallGate } from './http/mount-calls.ts'
import { createMailer } from './newsletter/create-mailer.ts'
import { listUnsubscribeHeaders } from './newsletter/list-unsubscribe.ts'
import { createConfirmationMails } from './people/subscribers/confirmation-mails.ts'
import { createImporting } from './people/subscribers/importing.ts'
import { createManaging } from './people/subscribers/managing.ts'
import { createProvider } from './people/subscribers/providers/create-provider.ts'
import { createRecipients } from './people/subscribers/recipients.ts'
import { openSubscribers } from './people/subscribers/subscribers.ts'
import { subscribersApi } from './people/subscribers/subscribers-api.ts'
import { createSubscribing } from './people/subscribers/subscribing.ts'
import { createSyncing } from './people/subscribers/syncing.ts'
import type { DataProblems } from './platform/data-problems.ts'
import type { Log } from './platform/log.ts'

/** How long until a list that can't be read is looked at again. */
const lookAgainMs = 60_000

/** Opens the mailing list and joins it with mail and the newsletter service of the environment. */
export function joinSubscribers(parts: {
  env: Pick<Env, 'dataDir' | 'mail' | 'newsletter'>
  siteUrl: string
  siteName: () => string
  gate: CallGate
  problems: DataProblems
  now: () => Date
  log: Log
}) {
  const { env, siteUrl, siteName, gate, problems, now, log } = parts
  const failed = (error: unknown) =>
    log.error({ err: error }, 'work on the mailing list did not succeed; it is tried again')
  const list = openSubscribers(env.dataDir, { failed, noticed: (message) => log.warn(message) })
  const { open } = list
  const mailer = env.mail && createMailer(env.mail)
  const confirmations =
    mailer &&
    createConfirmationMails({
      ...{ open, send: mailer.send, listHeaders: listUnsubscribeHeaders },
      ...{ siteUrl, siteName, now, failed },
      troubled: (reason) => log.warn({ reason }, 'confirmations can not be mailed; it is tried again'),
      undeliverable: (reason) =>
        log.warn({ reason }, 'a request for confirmation can not be delivered, and is given up'),
    })
  const syncing =
    env.newsletter &&
    createSyncing({
      ...{ open, failed },
      provider: createProvider(env.newsletter),
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

  async function begin(): Promise<void> {
    await open()
    problems.note('subscribers', null)
    await confirmations?.begin()
    await syncing?.begin()
    stopTidying = subscribing.startTidying()
  }

  return {
    /** For whoever sends to the list. */
    recipients: createRecipients({ open, siteUrl }),
    subscribe: subscribing.subscribe,
    links: { confirm: subscribing.confirm, unsubscribe: subscribing.unsubscribe },
    calls: subscribersApi({ ...managing, ...importing }, gate),
    /** For the dashboard. Rejects while the list can't be read. */
    summary: (): Promise<SubscriberSummary> => managing.summary(),
    /** Takes up what was left to do. */
    start(): void {
      begin().catch((error: unknown) => {
        problems.note('subscribers', { error, message: 'nobody can subscribe' })
        again = setTimeout(() => this.start(), lookAgainMs).unref()
      })
    },
    async close(): Promise<void> {
      clearTimeout(again)
      await stopTidying()
      await Promise.all([syncing?.close(), confirmations?.close()])
      mailer?.close()
      await list.close()
    },
  }
}
