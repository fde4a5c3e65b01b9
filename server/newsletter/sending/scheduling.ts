import { RefusedError } from '../../platform/errors.ts'
import { usualPace } from './pace.ts'
import { reportedOnce } from './reported-once.ts'
import type { ScheduledSending } from './sending-records.ts'
import { isBegun } from './sending-state.ts'
import type { SendingStore } from './sending-store.ts'
import { CalledOff, SendingRefused } from './sendings.ts'

/**
 * A mail that is later than this is not sent without a person: the server was away for long, or its
 * disk is an old copy.
 */
const latestMs = 24 * 60 * 60 * 1000

const tooLate =
  'The server was not running at that time, and for more than a day after it. Send it now, or choose another time.'

interface SchedulingParts {
  store: SendingStore
  now: () => Date
  /** Begins the sending of a schedule. Throws SendingRefused with the reason, and CalledOff. */
  begin(one: ScheduledSending): Promise<void>
  failed(error: unknown, issue: number | null): void
}

/**
 * Sends the mails of issues at their times. One server of a site looks, by a lease; should two look
 * for a moment, the store lets one of them begin. A crash at any point leaves either the schedule
 * or the begun sending. Returns the function that ends it, after the work of the moment.
 */
export function sendOnSchedule(parts: SchedulingParts): () => Promise<void> {
  const { store, failed } = parts
  const attempt = reportedOnce(failed)
  let looking: Promise<void> | null = null

  async function sendAll() {
    // Until what was scheduled before a backup is held.
    if (await store.isRestored()) return
    for (const one of await store.schedules.find())
      await attempt(one.issue, () => sendDue(parts, one))
  }

  function lookAgain() {
    looking ??= attempt(null, sendAll).finally(() => {
      looking = null
    })
  }

  lookAgain()
  const timer = setInterval(lookAgain, usualPace.look).unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}

async function sendDue(
  { store, now, begin }: SchedulingParts,
  one: ScheduledSending,
): Promise<unknown> {
  const { issue, name, at, problem } = one
  const hold = (reason: string) => store.schedules.update({ issue, name }, { problem: reason })
  if (await isBegun(store, issue)) return store.schedules.remove({ issue, name })
  const lateMs = now().getTime() - Date.parse(at)
  if (problem !== null || lateMs < 0) return null
  if (lateMs > latestMs) return hold(tooLate)
  try {
    return await begin(one)
  } catch (error) {
    // Tried again at the next look.
    if (error instanceof CalledOff || (error instanceof RefusedError && error.kind === 'busy'))
      return null
    if (!(error instanceof SendingRefused)) throw error
    // Somebody has begun it meanwhile: the next look removes the schedule.
    return (await isBegun(store, issue)) ? null : hold(error.message)
  }
}
