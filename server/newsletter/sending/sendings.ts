import { randomBytes } from 'node:crypto'
import { isEverybody, type Segment } from '#domain/segment.ts'
import type { SendingState } from '#domain/sending.ts'
import { RefusedError } from '../../platform/errors.ts'
import type { IssueMail } from '../issue/issue-mail.ts'
import { entriesAfterStop } from './claim-mails.ts'
import {
  createOneSending,
  type OneSending,
  type Recipients,
  type SendingsParts,
} from './one-sending.ts'
import { usualPace } from './pace.ts'
import { type Attempt, reportedOnce } from './reported-once.ts'
import type { Entry, ScheduledSending, SendingRecord } from './sending-records.ts'
import { stateOf } from './sending-state.ts'
import type { SendingStore } from './sending-store.ts'

/** The sending does not allow this operation now. The message is for the administrator. */
export class SendingRefused extends RefusedError {
  override name = 'SendingRefused'
  readonly kind = 'conflict'
}

/** The schedule was called off or replaced before its mail was sent. */
export class CalledOff extends Error {
  override name = 'CalledOff'
}

const restoredReason =
  'The data was restored from a backup: people who got the mail after that backup would get it again. Resume only if there are none.'

const startedBefore = () =>
  new SendingRefused('The mail of this issue was started before; nobody gets it twice.')

/** The sendings of all issues. */
export type Sendings = ReturnType<typeof createSendings>

export function createSendings(parts: SendingsParts) {
  const { store, pace = usualPace } = parts
  const known = new Map<number, OneSending>()
  const attempt = reportedOnce(parts.failed)
  let timer: NodeJS.Timeout | undefined
  let isOpen = false
  let stopped = false

  function sendingOf(issue: number): OneSending {
    const one = known.get(issue) ?? createOneSending(parts, issue)
    known.set(issue, one)
    return one
  }

  function go(issue: number): void {
    if (!stopped && parts.send) sendingOf(issue).go()
  }

  /** Continues the sendings that this or another process has started, also after an outage. */
  async function continueAll() {
    if (!isOpen) await openStore(store, attempt)
    isOpen = true
    for (const issue of await store.issues('unfinished')) go(issue)
  }

  /** Changes a sending that was started. */
  async function change(
    issue: number,
    entriesFor: (sending: SendingRecord, at: string) => Array<Entry>,
  ): Promise<void> {
    const one = sendingOf(issue)
    await one.flush()
    await store.change(issue, async ({ sendings, now, write }) => {
      const sending = await sendings.get({ issue })
      if (!sending) throw new SendingRefused('The mail of this issue was not started yet.')
      await write(entriesFor(sending, now.toISOString()))
    })
    one.hurry()
    go(issue)
  }

  return {
    /** Resumes sendings that a restart interrupted, and looks for those of other processes. */
    async open(): Promise<void> {
      timer = setInterval(() => attempt(null, continueAll), pace.look).unref()
      await attempt(null, continueAll)
    },

    /** Progress of the mail of an issue; `revision` is the current one of the issue. */
    state: (issue: number, revision: string): Promise<SendingState> =>
      stateOf(parts, issue, revision, known.get(issue)),

    /**
     * Starts a sending; resolves when the start is stored. Throws SendingRefused when the mail of
     * the issue was started before, and CalledOff when it starts because of a schedule (its name)
     * that is not there any more.
     */
    async start(issue: number, mail: SavedMail, to: Addressees): Promise<void> {
      if (stopped) throw new SendingRefused('The server is stopping; please try again.')
      await startSending(parts, issue, mail, to)
      go(issue)
    },

    pause: (issue: number): Promise<void> =>
      change(issue, ({ phase }) => (phase === 'running' ? [{ is: 'pause', reason: null }] : [])),
    resume: (issue: number): Promise<void> =>
      change(issue, ({ phase }, at) => (phase === 'ended' ? [] : [{ is: 'run', at }])),
    /** Tries the refused recipients again. */
    retry: (issue: number): Promise<void> =>
      change(issue, (_, at) => [{ is: 'retry' }, { is: 'run', at }]),

    /** For shutdown: stops after the current batches. The next start of the server resumes them. */
    async stop(): Promise<void> {
      stopped = true
      clearInterval(timer)
      await Promise.all([...known.values()].map((one) => one.stop()))
      await store.close()
    },
  }
}

interface SavedMail extends IssueMail {
  revision: string
}

interface Addressees {
  segment: Segment
  /** The name of the schedule that sends the mail. */
  schedule?: string
}

const newName = () => randomBytes(6).toString('hex')

/** Stores the start of a sending, and ends its schedule. */
async function startSending(
  { store, recipients, now }: SendingsParts,
  issue: number,
  { revision, subject, html, text }: SavedMail,
  { segment, schedule }: Addressees,
): Promise<void> {
  const name = newName()
  const at = now().toISOString()
  const audience = await audienceOf(recipients, segment)
  const to = isEverybody(segment) ? {} : { segment }
  let scheduled: ScheduledSending | null = null
  try {
    await store.change(issue, async ({ sendings, schedules, write }) => {
      if (await sendings.get({ issue })) throw startedBefore()
      scheduled = await schedules.get({ issue })
      if (schedule !== undefined && scheduled?.name !== schedule) throw new CalledOff()
      await write([
        {
          is: 'begin',
          at,
          revision,
          name,
          subject,
          html,
          text,
          audience,
          ...to,
        },
      ])
      // A crash before this leaves a schedule of a started sending, which the next look removes.
      const removed = await schedules.remove({ issue })
      if (schedule !== undefined && removed === 0) throw new CalledOff()
    })
  } catch (error) {
    // The start may be stored although its answer was lost.
    await store
      .change(issue, async ({ sendings, schedules, write }) => {
        if ((await sendings.get({ issue }))?.name !== name) return
        await write([{ is: 'void' }])
        if (scheduled) await schedules.put(scheduled)
      })
      .catch(() => undefined)
    throw error
  }
}

/** The ids of the active subscribers of a segment, each address once. */
async function audienceOf(recipients: Recipients, segment: Segment): Promise<Array<number>> {
  const audience = new Map<string, number>()
  for await (const { id, email } of recipients.active(segment))
    audience.set(email.toLowerCase(), id)
  return [...audience.values()]
}

/** Sends the mail of an issue at a time, in place of an earlier schedule. */
export const scheduleSending = (
  store: SendingStore,
  issue: number,
  at: Date,
  segment: Segment,
): Promise<void> =>
  store.change(issue, async ({ sendings, schedules }) => {
    if (await sendings.get({ issue })) throw startedBefore()
    const time = at.toISOString()
    await schedules.put({
      issue,
      name: newName(),
      at: time,
      segment,
      problem: null,
    })
  })

/** Calls a schedule off. Throws SendingRefused when there is none any more. */
export const callOff = (store: SendingStore, issue: number): Promise<void> =>
  store.change(issue, async ({ schedules }) => {
    if ((await schedules.remove({ issue })) === 0)
      throw new SendingRefused('Nothing is scheduled any more; look at the state of the mail.')
  })

/**
 * Pauses the sendings that run when an administrator should look first, and resumes those that a
 * stop of this process has interrupted.
 */
async function openStore(store: SendingStore, attempt: Attempt): Promise<void> {
  const isRestored = await store.isRestored()
  if (store.isShared && !isRestored) return
  for (const issue of await store.issues('unfinished'))
    await attempt(issue, () =>
      store.change(issue, async ({ sendings, mails, now, write }) => {
        const sending = await sendings.get({ issue })
        const trying = await mails.find({ issue, state: 'trying' })
        const reason = isRestored ? restoredReason : null
        if (sending) await write(entriesAfterStop(sending, trying, now, reason))
      }),
    )
  if (!isRestored) return
  await store.schedules.update({}, { problem: restoredReason })
  await store.forgetRestored()
}
