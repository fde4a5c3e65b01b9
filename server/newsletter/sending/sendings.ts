import { randomBytes } from 'node:crypto'
import { isEverybody, type Segment } from '#domain/segment.ts'
import { MailError, RefusedError } from '../../platform/errors.ts'
import { listUnsubscribeHeaders, type Mailer } from '../create-mailer.ts'
import { type IssueMail, personalMail } from '../issue/issue-mail.ts'
import { createJoining } from './joining.ts'
import { createOneSending, type OneSending } from './one-sending.ts'
import { type Pace, usualPace } from './pace.ts'
import { CalledOff } from './scheduled-sending.ts'
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
import { notSetUp, shownSchedule, shownSending, summaryOf, unfinishedOf, unreadable } from './sending-summary.ts'
import { type Recipients, SendingRefused, type Sendings } from './sendings-interface.ts'

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
      deliver({ id, email, unsubscribeUrl }) {
        // Names the issue, so that its figures tell who left by its mail.
        const leave = `${unsubscribeUrl}&issue=${issue}`
        return (send ?? unable)({
          to: email,
          ...personalMail(begin, leave),
          headers: { ...listUnsubscribeHeaders(leave), 'List-Id': `<newsletter.${host}>` },
          messageId: `<issue-${issue}.${begin.name}.${id}@${host}>`,
        })
      },
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

  /** The records in memory: of all sendings that have not ended, where no other process sends. */
  async function openRecords(): Promise<Array<{ issue: number; record: SendingRecord }>> {
    const all = [...known].map(async ([issue, opening]) => {
      const found = await opening.catch(() => null)
      return found ? [{ issue, record: found.sending.record }] : []
    })
    return (await Promise.all(all)).flat()
  }

  const isBegun = async (issue: number) => (await store.summary(issue)) !== null || (await opened(issue)) !== null

  async function started(issue: number): Promise<OneSending> {
    const found = await opened(issue)
    if (!found) throw new SendingRefused('The mail of this issue was not started yet.')
    await found.sending.refresh()
    return found.sending
  }

  async function begin(
    issue: number,
    { revision, subject, html, text }: IssueMail & { revision: string },
    { segment, schedule }: { segment: Segment; schedule?: string },
  ): Promise<Opened> {
    const audience = new Map<string, number>()
    for await (const { id, email } of recipients.active(segment)) audience.set(email.toLowerCase(), id)
    const first: Extract<Entry, { is: 'begin' }> = {
      is: 'begin',
      at: now().toISOString(),
      revision,
      name: randomBytes(6).toString('hex'),
      subject,
      html,
      text,
      audience: [...audience.values()],
      ...(!isEverybody(segment) && { segment }),
      ...(schedule !== undefined && { schedule }),
    }
    const { record, journal } = await store.open(issue)
    if (record) {
      await journal.close()
      throw startedBefore()
    }
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
      if (!restored) return
      for (const one of await store.schedules.all()) await store.schedules.hold(one, restoredReason)
      await store.forgetRestored()
    },

    async state(issue, revision) {
      try {
        const summary = shared ? await shared.progress(issue) : known.has(issue) ? null : await store.summary(issue)
        if (summary)
          return shownSending(issue, summary, revision, (await known.get(issue))?.sending.waiting() ?? null, parts)
        const found = await opened(issue)
        if (!found) return shownSchedule(await store.schedules.of(issue))
        return shownSending(issue, summaryOf(found.sending.record), revision, found.sending.waiting(), parts)
      } catch (error) {
        // The store is not damaged, only unavailable now.
        if (error instanceof RefusedError) throw error
        failed(error, issue)
        return { kind: 'unreadable', reason: unreadable }
      }
    },

    start: (issue, mail, to) =>
      inTurn(issue, async () => {
        if (stopped) throw new SendingRefused('The server is stopping; please try again.')
        if (await isBegun(issue)) throw startedBefore()
        const scheduled = await store.schedules.of(issue)
        if (to.schedule !== undefined && scheduled?.name !== to.schedule) throw new CalledOff()
        const made = await begin(issue, mail, to).catch(async (error: unknown) => {
          // Another process has started it at the same time.
          if (shared && (await shared.progress(issue))) throw startedBefore()
          throw error
        })
        known.set(issue, Promise.resolve(made))
        made.sending.go()
        // A crash before this leaves a schedule of a started sending, which the next look removes.
        if (scheduled && !shared) await store.schedules.remove(scheduled)
      }),
    schedule: (issue, at, segment) =>
      inTurn(issue, async () => {
        if (await isBegun(issue)) throw startedBefore()
        const name = randomBytes(6).toString('hex')
        await store.schedules.put({ issue, name, at: at.toISOString(), segment, problem: null })
      }),
    isBegun,
    unschedule: (issue) =>
      inTurn(issue, async () => {
        const one = await store.schedules.of(issue)
        if (!one || !(await store.schedules.remove(one)))
          throw new SendingRefused('Nothing is scheduled any more; look at the state of the mail.')
      }),
    pause: (issue) => inTurn(issue, async () => (await started(issue)).pause()),
    resume: (issue) => inTurn(issue, async () => (await started(issue)).resume()),
    retry: (issue) =>
      inTurn(issue, async () => {
        const sending = await started(issue)
        await store.storeSummary(issue, null)
        await sending.retry()
      }),

    async unfinished() {
      if (shared) return shared.unfinished()
      return unfinishedOf(await store.schedules.all(), await openRecords())
    },

    async waiting() {
      if (shared) return shared.waiting()
      const running = (await openRecords()).filter(({ record }) => record.phase.kind === 'running')
      return running.reduce(
        (sum, { record: { people } }) => sum + [...people.values()].filter(({ kind }) => kind === 'open').length,
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
