import { randomBytes } from 'node:crypto'
import { isEverybody, type Segment } from '#domain/segment.ts'
import { RefusedError } from '../../platform/errors.ts'
import type { IssueMail } from '../issue/issue-mail.ts'
import { createJoining } from './joining.ts'
import { createOpenedSendings, type OpenedSendings, type SendingsParts } from './opened-sendings.ts'
import { usualPace } from './pace.ts'
import { CalledOff } from './scheduled-sending.ts'
import {
  apply,
  type Entry,
  fruitlessReason,
  mostFruitlessRuns,
  newRecord,
  restoredReason,
  type SendingRecord,
} from './sending-record.ts'
import {
  shownSchedule,
  shownSending,
  summaryOf,
  unfinishedOf,
  unreadable,
} from './sending-summary.ts'
import { SendingRefused, type Sendings } from './sendings-interface.ts'

const startedBefore = () =>
  new SendingRefused('The mail of this issue was started before; nobody gets it twice.')

const notWritten = 'The server could not record that the sending continues; its log says why.'

/** The sendings of all issues, each with its own journal. */
export function createSendings(parts: SendingsParts): Sendings {
  const { store, failed, pace = usualPace } = parts
  const { shared } = store
  const sendings = createOpenedSendings(parts)
  const { known, opened, inTurn } = sendings
  let stopped = false
  const joining =
    shared &&
    createJoining({
      shared,
      look: pace.look,
      join: (issue) => inTurn(issue, () => join(issue)),
      failed,
    })

  const isBegun = async (issue: number) =>
    (await store.summary(issue)) !== null || (await opened(issue)) !== null

  async function started(issue: number) {
    const found = await opened(issue)
    if (!found) throw new SendingRefused('The mail of this issue was not started yet.')
    await found.sending.refresh()
    return found.sending
  }

  return {
    ...sendingStates(parts, sendings),
    async open() {
      if (joining) return joining.start()
      const restored = await store.restored()
      for (const issue of await store.issues())
        await inTurn(issue, async () => {
          if (!stopped) await resumeInterrupted(parts, sendings, issue, restored)
        }).catch((error: unknown) => failed(error, issue))
      if (!restored) return
      for (const one of await store.schedules.all()) await store.schedules.hold(one, restoredReason)
      await store.forgetRestored()
    },

    start: (issue, mail, to) =>
      inTurn(issue, async () => {
        if (stopped) throw new SendingRefused('The server is stopping; please try again.')
        if (await isBegun(issue)) throw startedBefore()
        const scheduled = await store.schedules.of(issue)
        if (to.schedule !== undefined && scheduled?.name !== to.schedule) throw new CalledOff()
        const { record, journal } = await beginSending(parts, issue, mail, to).catch(
          async (error: unknown) => {
            // Another process has started it at the same time.
            if (shared && (await shared.progress(issue))) throw startedBefore()
            throw error
          },
        )
        sendings.add(issue, record, journal).go()
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

    async stop() {
      stopped = true
      joining?.stop()
      const all = await Promise.all([...known.values()].map((one) => one.catch(() => null)))
      await Promise.all(all.map((one) => one?.sending.stop()))
      await sendings.idle()
    },
  }

  /** Joins a running sending. */
  async function join(issue: number) {
    const found = stopped ? null : await opened(issue)
    if (!found || stopped) return
    await found.sending.refresh()
    found.sending.go()
  }
}

/** Writes the start of a sending. Throws SendingRefused when it was started before. */
async function beginSending(
  { store, recipients, now }: SendingsParts,
  issue: number,
  { revision, subject, html, text }: IssueMail & { revision: string },
  { segment, schedule }: { segment: Segment; schedule?: string },
) {
  const audience = new Map<string, number>()
  for await (const { id, email } of recipients.active(segment))
    audience.set(email.toLowerCase(), id)
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
  return { record: newRecord(first), journal }
}

/** Resumes an interrupted sending, or pauses it when an administrator should look first. */
async function resumeInterrupted(
  { store, now }: SendingsParts,
  { known, opened, finish }: OpenedSendings,
  issue: number,
  restored: boolean,
) {
  if (!known.has(issue) && (await store.summary(issue))) return
  const found = await opened(issue)
  if (!found) return
  const { record } = found.sending
  if (record.phase.kind === 'ended') return finish(issue)
  if (record.phase.kind === 'paused') return
  const reason = restored
    ? restoredReason
    : record.fruitlessRuns >= mostFruitlessRuns
      ? fruitlessReason
      : null
  const entry: Entry =
    reason === null ? { is: 'run', at: now().toISOString() } : { is: 'pause', reason }
  try {
    await found.journal.append([entry])
  } catch (error) {
    record.phase = { kind: 'paused', reason: notWritten }
    throw error
  }
  apply(record, entry)
  found.sending.go()
}

/**
 * What administrators see of the sendings: the progress of each, and what is still to be mailed.
 */
function sendingStates(parts: SendingsParts, { known, opened }: OpenedSendings) {
  const { store, failed } = parts
  const { shared } = store

  /** The records in memory: of all sendings that have not ended, where no other process sends. */
  async function openRecords(): Promise<Array<{ issue: number; record: SendingRecord }>> {
    const all = [...known].map(async ([issue, opening]) => {
      const found = await opening.catch(() => null)
      return found ? [{ issue, record: found.sending.record }] : []
    })
    return (await Promise.all(all)).flat()
  }

  return {
    async state(issue, revision) {
      try {
        const summary = shared
          ? await shared.progress(issue)
          : known.has(issue)
            ? null
            : await store.summary(issue)
        if (summary)
          return shownSending(
            issue,
            summary,
            revision,
            (await known.get(issue))?.sending.waiting() ?? null,
            parts,
          )
        const found = await opened(issue)
        if (!found) return shownSchedule(await store.schedules.of(issue))
        return shownSending(
          issue,
          summaryOf(found.sending.record),
          revision,
          found.sending.waiting(),
          parts,
        )
      } catch (error) {
        // The store is not damaged, only unavailable now.
        if (error instanceof RefusedError) throw error
        failed(error, issue)
        return { kind: 'unreadable', reason: unreadable }
      }
    },

    async unfinished() {
      if (shared) return shared.unfinished()
      return unfinishedOf(await store.schedules.all(), await openRecords())
    },

    async waiting() {
      if (shared) return shared.waiting()
      const running = (await openRecords()).filter(({ record }) => record.phase.kind === 'running')
      return running.reduce(
        (sum, { record: { people } }) =>
          sum + [...people.values()].filter(({ kind }) => kind === 'open').length,
        0,
      )
    },
  } satisfies Partial<Sendings>
}
