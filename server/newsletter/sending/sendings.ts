import { randomBytes } from 'node:crypto'
import type { SendingState } from '#domain/sending.ts'
import { MailError, RefusedError } from '../../platform/errors.ts'
import { listUnsubscribeHeaders, type Mailer } from '../create-mailer.ts'
import { type IssueMail, personalMail } from '../issue/issue-mail.ts'
import { createJoining } from './joining.ts'
import { createOneSending, type OneSending, type Recipient } from './one-sending.ts'
import { type Pace, usualPace } from './pace.ts'
import {
  apply,
  type Entry,
  endInterrupted,
  fruitlessReason,
  mostFruitlessRuns,
  newRecord,
  restoredReason,
  type SendingRecord,
} from './sending-record.ts'
import type { SendingJournal, SendingStore } from './sending-store.ts'
import { notSetUp, shownSending, summaryOf, unreadable } from './sending-summary.ts'

/** Access to the subscribers, implemented by the people feature. */
export interface Recipients {
  /** All active subscribers. */
  active(): AsyncIterable<Recipient>
  /** One subscriber; null when not active any more. */
  one(id: number): Promise<Recipient | null>
  /** Address of a subscriber in any state; null when unknown. */
  emailOf(id: number): Promise<string | null>
}

/** The sending does not allow this operation now. The message is for the administrator. */
export class SendingRefused extends RefusedError {
  override name = 'SendingRefused'
  readonly kind = 'conflict'
}

export interface Sendings {
  /** Resumes sendings that a restart interrupted. */
  open(): Promise<void>
  /** Progress of the mail of an issue; `revision` is the current one of the issue. */
  state(issue: number, revision: string): Promise<SendingState>
  /** Starts a sending; resolves when the start is on the disk. Throws SendingRefused when the mail of the issue was started before. */
  start(issue: number, mail: IssueMail & { revision: string }): Promise<void>
  pause(issue: number): Promise<void>
  resume(issue: number): Promise<void>
  retry(issue: number): Promise<void>
  /** The number of unsent mails of running sendings. */
  waiting(): Promise<number>
  /** For shutdown: stops after the current batches. The next start of the server resumes them. */
  stop(): Promise<void>
}

async function unable(): Promise<void> {
  throw new MailError(notSetUp, false, { ofServer: true })
}

const startedBefore = () => new SendingRefused('The mail of this issue was started before; nobody gets it twice.')

const notWritten = 'The server could not record that the sending continues; its log says why.'

interface Opened {
  sending: OneSending
  journal: SendingJournal
}

/** The sendings of all issues, each with its own journal. */
export function createSendings(parts: {
  store: SendingStore
  /** Null when mail is not configured: past sendings can still be shown. */
  send: Mailer['send'] | null
  /** Host of the site, for message ids and list ids. */
  host: string
  recipients: Recipients
  /** Why the mail of an issue must not continue, for example because the issue was deleted; null while it may. */
  blocker(issue: number): string | null
  now: () => Date
  /** Called after each batch with the error of each mail; null for an accepted one. */
  attempted?(outcomes: ReadonlyArray<MailError | null>, issue: number): void
  failed(error: unknown, issue: number | null): void
  pace?: Pace
}): Sendings {
  const { store, send, host, recipients, now, failed, pace = usualPace } = parts
  const known = new Map<number, Promise<Opened | null>>()
  const turns = new Map<number, Promise<unknown>>()
  const { shared } = store
  let stopped = false
  const joining =
    shared && createJoining({ shared, look: pace.look, join: (issue) => inTurn(issue, () => join(issue)), failed })

  /** Runs the changes of one sending one after the other. */
  function inTurn<Result>(issue: number, work: () => Promise<Result>): Promise<Result> {
    const result = (turns.get(issue) ?? Promise.resolve()).then(work)
    turns.set(
      issue,
      result.catch(() => undefined),
    )
    return result
  }

  /** The sending of an issue from its journal; null when there is none. Rejects when the journal can't be read. */
  function opened(issue: number): Promise<Opened | null> {
    const before = known.get(issue)
    if (before) return before
    const opening = load(issue)
    known.set(issue, opening)
    const forget = () => known.get(issue) === opening && known.delete(issue)
    // Not cached, because another process may start the sending.
    opening.then((found) => found || !shared || forget(), forget)
    return opening
  }

  async function load(issue: number): Promise<Opened | null> {
    if (!(await store.issues()).includes(issue)) return null
    const { record, journal } = await store.open(issue)
    if (!record) {
      await journal.close()
      return null
    }
    endInterrupted(record)
    return { sending: sendingOf(issue, record, journal), journal }
  }

  function sendingOf(issue: number, record: SendingRecord, journal: SendingJournal): OneSending {
    const { begin } = record
    return createOneSending({
      record,
      journal,
      pace,
      now,
      recipient: recipients.one,
      blocker: () => parts.blocker(issue),
      attempted: (outcomes) => parts.attempted?.(outcomes, issue),
      failed: (error) => failed(error, issue),
      ended: () => {
        inTurn(issue, () => finish(issue)).catch((error: unknown) => failed(error, issue))
      },
      deliver: ({ id, email, unsubscribeUrl }) =>
        (send ?? unable)({
          to: email,
          ...personalMail(begin, unsubscribeUrl),
          headers: { ...listUnsubscribeHeaders(unsubscribeUrl), 'List-Id': `<newsletter.${host}>` },
          messageId: `<issue-${issue}.${begin.name}.${id}@${host}>`,
        }),
    })
  }

  /** Stores the summary of an ended sending and removes its record from memory. */
  async function finish(issue: number): Promise<void> {
    const found = await known.get(issue)
    if (found?.sending.record.phase.kind !== 'ended') return
    if (!shared) await store.storeSummary(issue, summaryOf(found.sending.record))
    known.delete(issue)
    await found.journal.close()
  }

  async function started(issue: number): Promise<OneSending> {
    const found = await opened(issue)
    if (!found) throw new SendingRefused('The mail of this issue was not started yet.')
    await found.sending.refresh()
    return found.sending
  }

  async function begin(
    issue: number,
    { revision, subject, html, text }: IssueMail & { revision: string },
  ): Promise<Opened> {
    const audience = new Map<string, number>()
    for await (const { id, email } of recipients.active()) audience.set(email.toLowerCase(), id)
    const first: Extract<Entry, { is: 'begin' }> = {
      is: 'begin',
      at: now().toISOString(),
      revision,
      name: randomBytes(6).toString('hex'),
      subject,
      html,
      text,
      audience: [...audience.values()],
    }
    const { journal } = await store.open(issue)
    try {
      await journal.append([first])
    } catch (error) {
      // The entry may be on the disk although the write failed.
      await journal.append([{ is: 'void' } satisfies Entry]).catch(() => undefined)
      await journal.close()
      throw error
    }
    return { sending: sendingOf(issue, newRecord(first), journal), journal }
  }

  return {
    async open() {
      if (joining) return joining.start()
      const restored = await store.restored()
      for (const issue of await store.issues())
        await inTurn(issue, () => resumeInterrupted(issue, restored)).catch((error: unknown) => failed(error, issue))
      if (restored) await store.forgetRestored()
    },

    async state(issue, revision) {
      try {
        const summary = shared ? await shared.progress(issue) : known.has(issue) ? null : await store.summary(issue)
        if (summary) return shownSending(summary, revision, (await known.get(issue))?.sending.waiting() ?? null, parts)
        const found = await opened(issue)
        if (!found) return { kind: 'unsent' }
        return shownSending(summaryOf(found.sending.record), revision, found.sending.waiting(), parts)
      } catch (error) {
        // The store is not damaged, only unavailable now.
        if (error instanceof RefusedError) throw error
        failed(error, issue)
        return { kind: 'unreadable', reason: unreadable }
      }
    },

    start: (issue, mail) =>
      inTurn(issue, async () => {
        if (stopped) throw new SendingRefused('The server is stopping; please try again.')
        if ((await store.summary(issue)) || (await opened(issue))) throw startedBefore()
        const made = await begin(issue, mail).catch(async (error: unknown) => {
          // Another process has started it at the same time.
          if (shared && (await shared.progress(issue))) throw startedBefore()
          throw error
        })
        known.set(issue, Promise.resolve(made))
        made.sending.go()
      }),
    pause: (issue) => inTurn(issue, async () => (await started(issue)).pause()),
    resume: (issue) => inTurn(issue, async () => (await started(issue)).resume()),
    retry: (issue) =>
      inTurn(issue, async () => {
        const sending = await started(issue)
        await store.storeSummary(issue, null)
        await sending.retry()
      }),

    async waiting() {
      if (shared) return shared.waiting()
      const all = await Promise.all([...known.values()].map((one) => one.catch(() => null)))
      const running = all.flatMap((one) => (one?.sending.record.phase.kind === 'running' ? [one.sending.record] : []))
      return running.reduce(
        (sum, { people }) => sum + [...people.values()].filter(({ kind }) => kind === 'open').length,
        0,
      )
    },

    async stop() {
      stopped = true
      joining?.stop()
      const all = await Promise.all([...known.values()].map((one) => one.catch(() => null)))
      await Promise.all(all.map((one) => one?.sending.stop()))
      await Promise.allSettled(turns.values())
    },
  }

  /** Joins a running sending. */
  async function join(issue: number): Promise<void> {
    const found = stopped ? null : await opened(issue)
    if (!found || stopped) return
    await found.sending.refresh()
    found.sending.go()
  }

  /** Resumes an interrupted sending, or pauses it when an administrator should look first. */
  async function resumeInterrupted(issue: number, restored: boolean): Promise<void> {
    if (stopped || (!known.has(issue) && (await store.summary(issue)))) return
    const found = await opened(issue)
    if (!found) return
    const { record } = found.sending
    if (record.phase.kind === 'ended') return finish(issue)
    if (record.phase.kind === 'paused') return
    const reason = restored ? restoredReason : record.fruitlessRuns >= mostFruitlessRuns ? fruitlessReason : null
    const entry: Entry = reason === null ? { is: 'run', at: now().toISOString() } : { is: 'pause', reason }
    try {
      await found.journal.append([entry])
    } catch (error) {
      record.phase = { kind: 'paused', reason: notWritten }
      throw error
    }
    apply(record, entry)
    found.sending.go()
  }
}
