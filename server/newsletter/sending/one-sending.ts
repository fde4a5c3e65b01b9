import type { Segment } from '#domain/segment.ts'
import { isForAWhile, type MailError } from '../../platform/errors.ts'
import { within } from '../../platform/within.ts'
import { listUnsubscribeHeaders, type Mailer } from '../create-mailer.ts'
import { type IssueMail, personalMail } from '../issue/issue-mail.ts'
import { claimMails } from './claim-mails.ts'
import { type Pace, usualPace } from './pace.ts'
import { createPauses } from './pauses.ts'
import type { Entry, MailRecord } from './sending-records.ts'
import type { SendingStore } from './sending-store.ts'

/** A recipient of the mail. */
export interface Recipient {
  id: number
  email: string
  /** Unsubscribes the person without a session. */
  unsubscribeUrl: string
}

/** Access to the subscribers, implemented by the people feature. */
export interface Recipients {
  /** The active subscribers of a segment. */
  active(segment: Segment): AsyncIterable<Recipient>
  /** Those of these subscribers who are still active, by their ids. */
  some(ids: Array<number>): Promise<ReadonlyMap<number, Recipient>>
  /** The addresses of known subscribers in any state, by their ids. */
  emailsOf(ids: Array<number>): Promise<ReadonlyMap<number, string>>
  /** How many unsubscribed by the link of an issue's mail. */
  leftBy(issue: number): Promise<number>
}

export interface SendingsParts {
  store: SendingStore
  /** Null when mail is not configured: past sendings can still be shown. */
  send: Mailer['send'] | null
  /** Host of the site, for message ids and list ids. */
  host: string
  recipients: Recipients
  /**
   * Why the mail of an issue must not continue, for example because the issue was deleted; null
   * while it may.
   */
  blocker(issue: number): string | null
  now: () => Date
  /** Called after each batch with the error of each mail; null for an accepted one. */
  attempted?(outcomes: ReadonlyArray<MailError | null>, issue: number): void
  failed(error: unknown, issue: number | null): void
  pace?: Pace
}

const wentWrong = 'Something went wrong on the server; see its log.'

/** The mail of a sending. */
type SentMail = IssueMail & { name: string }

export type OneSending = ReturnType<typeof createOneSending>

/**
 * The part of this process in the sending of an issue: sends it in batches, and records each
 * recipient before and after the attempt (`docs/decisions/017-mails-go-out-once.md`).
 */
export function createOneSending(parts: SendingsParts, issue: number) {
  const { store, recipients, pace = usualPace } = parts
  const results = createResults(store, issue)
  const pauses = createPauses(parts, (entry) => results.note(entry))
  let loop: Promise<void> | null = null
  let isAsked = false
  let isFailing = false
  let stopped = false

  async function sendAll() {
    const mail = await store.change(issue, ({ begun }) => begun.get({ issue }))
    while (mail && !stopped) {
      await results.flush()
      const claim = await claimMails(store, issue, {
        most: pace.batch,
        known: results.claimed,
        blocker: () => parts.blocker(issue),
      })
      isFailing = false
      if (!claim) return
      if (claim.mails.length > 0) await sendBatch(mail, claim.mails)
      else if (!stopped) await pauses.waitForOthers(claim.deferred)
    }
  }

  async function sendBatch(mail: SentMail, mails: ReadonlyArray<MailRecord>) {
    const ids = mails.map(({ person }) => person)
    for (const id of ids) results.claimed.add(id)
    const found = await recipients.some(ids).catch((error: unknown) => {
      results.add(...ids.map((id): Entry => ({ is: 'untried', id })))
      throw error
    })
    const sent = mails.map(async ({ person: id, tries }) => {
      const recipient = found.get(id)
      if (!recipient) {
        await results.note({ is: 'gone', id })
        return []
      }
      const error = await deliver(parts, issue, mail, recipient)
      await results.note(error ? failureOf(id, tries, error, pace) : { is: 'sent', id })
      return [error]
    })
    const outcomes = (await Promise.all(sent)).flat()
    parts.attempted?.(outcomes, issue)
    if (!stopped) await pauses.after(outcomes)
  }

  function failed(error: unknown) {
    // Reports an outage once.
    if (!isFailing) parts.failed(error, issue)
    isFailing = true
    // The next poll continues after an outage of the database.
    if (!isForAWhile(error) && results.pause() === null)
      results.add({ is: 'pause', reason: wentWrong })
  }

  async function run() {
    while (isAsked) {
      isAsked = false
      await sendAll().catch(failed)
    }
    loop = null
  }

  return {
    /** The reason of the present wait, and its end. */
    waiting: pauses.waiting,
    /** The reason of a pause that is not stored yet; null without one. */
    halted: results.pause,
    /** Stores what could not be stored before. */
    flush: results.flush,
    /** Sends while the sending runs; does nothing else while it does. */
    go(): void {
      isAsked = !stopped
      loop ??= run()
    },
    /** Ends a wait: an administrator wants another attempt now. */
    hurry: pauses.end,
    /**
     * For shutdown: starts no further batch; resolves when the current one ends, or after
     * `stopPatience`.
     */
    async stop(): Promise<void> {
      stopped = true
      isAsked = false
      pauses.end()
      if (loop) await within(pace.stopPatience, loop)
      await results.flush().catch((error: unknown) => parts.failed(error, issue))
    },
  }
}

/** The results of mails. Those that can't be stored are stored with the next ones. */
function createResults(store: SendingStore, issue: number) {
  const unwritten: Array<Entry> = []
  /** Recipients whose mail this process has claimed and whose result is not stored yet. */
  const claimed = new Set<number>()
  let writing: Promise<unknown> = Promise.resolve()

  async function write() {
    const entries = [...unwritten]
    if (entries.length === 0) return
    await store.change(issue, (change) => change.write(entries))
    unwritten.splice(0, entries.length)
    for (const entry of entries) if ('id' in entry) claimed.delete(entry.id)
  }

  /** Results that arrive during a write share the next one. */
  function flush(): Promise<void> {
    const written = writing.then(write)
    writing = written.catch(() => undefined)
    return written
  }

  return {
    claimed,
    flush,
    /** Adds results, to be stored with the next ones. */
    add: (...entries: ReadonlyArray<Entry>) => unwritten.push(...entries),
    note(entry: Entry): Promise<void> {
      unwritten.push(entry)
      return flush()
    },
    pause: () => unwritten.find((entry) => entry.is === 'pause')?.reason ?? null,
  }
}

/** Sends a mail. Resolves with the error of one that was not accepted. */
async function deliver(
  { send, host }: SendingsParts,
  issue: number,
  mail: SentMail,
  { id, email, unsubscribeUrl }: Recipient,
): Promise<MailError | null> {
  // Names the issue, so that its figures tell who left by its mail.
  const leave = `${unsubscribeUrl}&issue=${issue}`
  try {
    await send?.({
      to: email,
      ...personalMail(mail, leave),
      headers: { ...listUnsubscribeHeaders(leave), 'List-Id': `<newsletter.${host}>` },
      messageId: `<issue-${issue}.${mail.name}.${id}@${host}>`,
    })
    return null
  } catch (error) {
    return error as MailError
  }
}

/** What to record of a mail that was not accepted. */
function failureOf(id: number, tries: number, error: MailError, { personDelays }: Pace): Entry {
  const reason = error.message
  if (error.maybeAccepted) return { is: 'unsure', id, reason }
  if (error.ofServer) return { is: 'untried', id }
  if (error.permanent) return { is: 'refused', id, reason }
  const waitMs = personDelays[tries]
  if (waitMs !== undefined)
    return {
      is: 'later',
      id,
      reason,
      waitMs,
    }
  return { is: 'refused', id, reason: `${reason} It was tried ${personDelays.length + 1} times.` }
}
