import { randomBytes } from 'node:crypto'
import type { SendingState } from '#domain/sending.ts'
import { MailError, RefusedError } from '../../platform/errors.ts'
import type { Mailer } from '../create-mailer.ts'
import { type IssueMail, personalMail } from '../issue/issue-mail.ts'
import { listUnsubscribeHeaders } from '../list-unsubscribe.ts'
import { createOneSending, type OneSending, type Recipient, type SendingJournal, type Wait } from './one-sending.ts'
import { type Pace, usualPace } from './pace.ts'
import { apply, type Entry, newRecord, readRecord, type SendingRecord, settleInterrupted } from './sending-record.ts'
import { type SendingSummary, summaryOf } from './sending-summary.ts'

/** Who may get mails; the subscribers' own part knows them. */
export interface Recipients {
  /** Everybody who is active. */
  active(): AsyncIterable<Recipient>
  /** One of them; null for somebody who is not active any more. */
  one(id: number): Promise<Recipient | null>
  /** The address of somebody, active or not; null when it is not known any more. */
  emailOf(id: number): Promise<string | null>
}

/** A sending can't do this as it stands. The message is for whoever asked. */
export class SendingRefused extends RefusedError {
  override name = 'SendingRefused'
  readonly kind = 'conflict'
}

export interface Sendings {
  /** Goes on with what a restart has interrupted. */
  open(): Promise<void>
  /** How far the mail of an issue is; `revision` is the issue's as it is now. */
  state(issue: number, revision: string): Promise<SendingState>
  /** Begins to send; resolves when that is on the disk. Throws SendingRefused for an issue whose mail was begun before. */
  start(issue: number, mail: IssueMail & { revision: string }): Promise<void>
  pause(issue: number): Promise<void>
  resume(issue: number): Promise<void>
  retry(issue: number): Promise<void>
  /** Stops between two mails. What was running goes on with the next start of the server. */
  stop(): Promise<void>
}

const notSetUp = 'Mail is not set up.'

async function unable(): Promise<void> {
  throw new MailError(notSetUp, false, { ofServer: true })
}

/** A sending that was started so often without one mail going out waits for a person. */
const fruitlessRuns = 3
const fruitlessReason = 'The server was started several times without a mail going out.'
const restoredReason =
  'The data was put back from a backup: whoever got the mail after that backup would get it again. Resume it only if nobody did.'

const notWritten = 'The server could not record that the sending continues; its log says why.'

const unreadable =
  'The record of who got this mail can’t be read; the server’s log names the file. Restore it from a backup: without it, nothing is sent.'

interface Opened {
  sending: OneSending
  journal: SendingJournal
}

/** Where the journals of sendings are kept. */
export interface SendingJournals {
  /** The issues that have one. */
  issues(): Promise<Array<number>>
  /** Opens one and hands all its entries over. Rejects for one that can't be read. */
  open(issue: number): Promise<{ entries: Array<unknown>; journal: SendingJournal }>
  /** What was kept of one that has ended; null when there is nothing that can be read. */
  summary(issue: number): Promise<SendingSummary | null>
  /** Null takes it away. */
  keepSummary(issue: number, summary: SendingSummary | null): Promise<void>
  /** Whether they were put back from a backup since they were used last. */
  restored(): Promise<boolean>
  /** What follows from that has been done. */
  settled(): Promise<void>
}

/** The sendings of all issues, each with a journal of its own. */
export function createSendings(parts: {
  journals: SendingJournals
  /** Null where mail is not set up: what was sent can be looked at. */
  send: Mailer['send'] | null
  /** The part of message ids and list ids that is the site's. */
  host: string
  recipients: Recipients
  /** Why the mail of an issue may not go on, for example since it was deleted; null while it may. */
  hindrance(issue: number): string | null
  now: () => Date
  failed(error: unknown, issue: number): void
  pace?: Pace
}): Sendings {
  const { journals, send, host, recipients, now, failed, pace = usualPace } = parts
  const known = new Map<number, Promise<Opened | null>>()
  const turns = new Map<number, Promise<unknown>>()
  let stopped = false

  /** What changes a sending happens one after the other. */
  function inTurn<Result>(issue: number, work: () => Promise<Result>): Promise<Result> {
    const result = (turns.get(issue) ?? Promise.resolve()).then(work)
    turns.set(
      issue,
      result.catch(() => undefined),
    )
    return result
  }

  /** The sending of an issue as its journal tells it; null when there is none. Rejects while the journal can't be read. */
  function opened(issue: number): Promise<Opened | null> {
    const before = known.get(issue)
    if (before) return before
    const opening = load(issue)
    known.set(issue, opening)
    opening.catch(() => known.delete(issue))
    return opening
  }

  async function load(issue: number): Promise<Opened | null> {
    if (!(await journals.issues()).includes(issue)) return null
    const { entries, journal } = await journals.open(issue)
    const record = readRecord(entries)
    if (!record) {
      await journal.close()
      return null
    }
    settleInterrupted(record)
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
      hindrance: () => parts.hindrance(issue),
      failed: (error) => failed(error, issue),
      ended: () => {
        inTurn(issue, () => putAway(issue)).catch((error: unknown) => failed(error, issue))
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

  /** Of a sending that has ended a summary is enough. */
  async function putAway(issue: number): Promise<void> {
    const found = await known.get(issue)
    if (found?.sending.record.phase.kind !== 'ended') return
    await journals.keepSummary(issue, summaryOf(found.sending.record))
    known.delete(issue)
    await found.journal.close()
  }

  async function begun(issue: number): Promise<OneSending> {
    const found = await opened(issue)
    if (!found) throw new SendingRefused('The mail of this issue was not begun yet.')
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
    const { journal } = await journals.open(issue)
    try {
      await journal.append([first])
    } catch (error) {
      // It may be on the disk all the same.
      await journal.append([{ is: 'void' } satisfies Entry]).catch(() => undefined)
      await journal.close()
      throw error
    }
    return { sending: sendingOf(issue, newRecord(first), journal), journal }
  }

  return {
    async open() {
      const restored = await journals.restored()
      for (const issue of await journals.issues())
        await inTurn(issue, () => goOn(issue, restored)).catch((error: unknown) => failed(error, issue))
      if (restored) await journals.settled()
    },

    async state(issue, revision) {
      try {
        const kept = known.has(issue) ? null : await journals.summary(issue)
        if (kept) return shown(kept, revision, null)
        const found = await opened(issue)
        if (!found) return { kind: 'unsent' }
        return shown(summaryOf(found.sending.record), revision, found.sending.waiting())
      } catch (error) {
        failed(error, issue)
        return { kind: 'unreadable', reason: unreadable }
      }
    },

    start: (issue, mail) =>
      inTurn(issue, async () => {
        if (stopped) throw new SendingRefused('The server is stopping; please try again.')
        if ((await journals.summary(issue)) || (await opened(issue)))
          throw new SendingRefused('The mail of this issue was begun before; it goes to nobody twice.')
        const made = await begin(issue, mail)
        known.set(issue, Promise.resolve(made))
        made.sending.go()
      }),
    pause: (issue) => inTurn(issue, async () => (await begun(issue)).pause()),
    resume: (issue) => inTurn(issue, async () => (await begun(issue)).resume()),
    retry: (issue) =>
      inTurn(issue, async () => {
        const sending = await begun(issue)
        await journals.keepSummary(issue, null)
        await sending.retry()
      }),

    async stop() {
      stopped = true
      const all = await Promise.all([...known.values()].map((one) => one.catch(() => null)))
      await Promise.all(all.map((one) => one?.sending.stop()))
      await Promise.allSettled(turns.values())
    },
  }

  /** Goes on with a sending that a stop or a crash has interrupted, unless a person should look first. */
  async function goOn(issue: number, restored: boolean): Promise<void> {
    if (stopped || (!known.has(issue) && (await journals.summary(issue)))) return
    const found = await opened(issue)
    if (!found) return
    const { record } = found.sending
    if (record.phase.kind === 'ended') return putAway(issue)
    if (record.phase.kind === 'paused') return
    const reason = restored ? restoredReason : record.fruitlessRuns >= fruitlessRuns ? fruitlessReason : null
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

  /** A summary for who looks at it. */
  async function shown(summary: SendingSummary, revision: string, wait: Wait | null): Promise<SendingState> {
    const { revision: then, phase, troubled, ...counts } = summary
    const people = troubled.map(async ({ id, kind, reason }) => ({ email: await recipients.emailOf(id), kind, reason }))
    const progress = { ...counts, changedSince: then !== revision, troubled: await Promise.all(people) }
    if (phase.kind === 'ended') return { kind: 'sent', ...progress, finishedAt: phase.at }
    if (phase.kind === 'paused') return { kind: 'paused', ...progress, reason: phase.reason }
    if (!send) return { kind: 'paused', ...progress, reason: notSetUp }
    if (wait) return { kind: 'waiting', ...progress, reason: wait.reason, until: wait.until.toISOString() }
    return { kind: 'sending', ...progress }
  }
}
