import { MailError } from '../../platform/errors.ts'
import { listUnsubscribeHeaders, type Mailer } from '../create-mailer.ts'
import { personalMail } from '../issue/issue-mail.ts'
import { createOneSending, type OneSending } from './one-sending.ts'
import { type Pace, usualPace } from './pace.ts'
import { endInterrupted, type SendingRecord } from './sending-record.ts'
import type { SendingJournal, SendingStore } from './sending-store.ts'
import { notSetUp, summaryOf } from './sending-summary.ts'
import type { Recipients } from './sendings-interface.ts'

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

interface Opened {
  sending: OneSending
  journal: SendingJournal
}

async function unable() {
  throw new MailError(notSetUp, false, { ofServer: true })
}

/**
 * The sendings in memory, each with its own journal: those that have not ended, as far as they were
 * opened.
 */
export function createOpenedSendings(parts: SendingsParts) {
  const { store, host, failed } = parts
  const { shared } = store
  const known = new Map<number, Promise<Opened | null>>()
  const turns = new Map<number, Promise<unknown>>()

  /** Runs the changes of one sending one after the other. */
  function inTurn<Result>(issue: number, work: () => Promise<Result>): Promise<Result> {
    const result = (turns.get(issue) ?? Promise.resolve()).then(work)
    turns.set(
      issue,
      result.catch(() => undefined),
    )
    return result
  }

  /**
   * The sending of an issue from its journal; null when there is none. Rejects when the journal
   * can't be read.
   */
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

  async function load(issue: number) {
    if (!(await store.issues()).includes(issue)) return null
    const { record, journal } = await store.open(issue)
    if (!record) {
      await journal.close()
      return null
    }
    endInterrupted(record)
    return sendingOf(issue, record, journal)
  }

  function sendingOf(issue: number, record: SendingRecord, journal: SendingJournal): Opened {
    const { begin } = record
    const sending = createOneSending({
      record,
      journal,
      pace: parts.pace ?? usualPace,
      now: parts.now,
      recipient: parts.recipients.one,
      blocker: () => parts.blocker(issue),
      attempted: (outcomes) => parts.attempted?.(outcomes, issue),
      failed: (error) => failed(error, issue),
      ended: () => {
        inTurn(issue, () => finish(issue)).catch((error: unknown) => failed(error, issue))
      },
      deliver({ id, email, unsubscribeUrl }) {
        // Names the issue, so that its figures tell who left by its mail.
        const leave = `${unsubscribeUrl}&issue=${issue}`
        return (parts.send ?? unable)({
          to: email,
          ...personalMail(begin, leave),
          headers: { ...listUnsubscribeHeaders(leave), 'List-Id': `<newsletter.${host}>` },
          messageId: `<issue-${issue}.${begin.name}.${id}@${host}>`,
        })
      },
    })
    return { sending, journal }
  }

  /** Stores the summary of an ended sending and removes its record from memory. */
  async function finish(issue: number) {
    const found = await known.get(issue)
    if (found?.sending.record.phase.kind !== 'ended') return
    if (!shared) await store.storeSummary(issue, summaryOf(found.sending.record))
    known.delete(issue)
    await found.journal.close()
  }

  return {
    known,
    inTurn,
    opened,
    finish,
    /** Adds a sending that was just begun. */
    add(issue: number, record: SendingRecord, journal: SendingJournal): OneSending {
      const begun = sendingOf(issue, record, journal)
      known.set(issue, Promise.resolve(begun))
      return begun.sending
    },
    /** Resolves when no change of a sending runs any more. */
    idle: () => Promise.allSettled(turns.values()),
  }
}

export type OpenedSendings = ReturnType<typeof createOpenedSendings>
