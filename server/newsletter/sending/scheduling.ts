import { RefusedError } from '../../platform/errors.ts'
import type { Leases } from '../../platform/leases.ts'
import { CalledOff, type ScheduledSending, type ScheduleStore } from './scheduled-sending.ts'
import { SendingRefused } from './sendings-interface.ts'

/**
 * A mail that is later than this is not sent without a person: the server was away for long, or its
 * disk is an old copy.
 */
const latestMs = 24 * 60 * 60 * 1000

const tooLate =
  'The server was not running at that time, and for more than a day after it. Send it now, or choose another time.'

/**
 * Sends the mails of issues at their times. One server of a site looks, by a lease; should two look
 * for a moment, the store lets one of them begin. A crash at any point leaves either the schedule
 * or the begun sending.
 */
export function createScheduling(parts: {
  store: { schedules: ScheduleStore; restored(): Promise<boolean> }
  leases: Leases
  /** Interval in milliseconds. */
  look: number
  now: () => Date
  /** Begins the sending of a schedule. Throws SendingRefused with the reason, and CalledOff. */
  begin(one: ScheduledSending): Promise<void>
  /** Whether the sending of an issue was begun. */
  isBegun(issue: number): Promise<boolean>
  failed(error: unknown, issue: number | null): void
}) {
  const { store, leases, look, now, begin, isBegun, failed } = parts
  const { schedules } = store
  /** Names of schedules whose failure was reported; null stands for the store. */
  const reported = new Set<string | null>()

  async function sendDue(one: ScheduledSending) {
    if (await isBegun(one.issue)) return void (await schedules.remove(one))
    const lateMs = now().getTime() - Date.parse(one.at)
    if (one.problem !== null || lateMs < 0) return
    if (lateMs > latestMs) return schedules.hold(one, tooLate)
    try {
      await begin(one)
    } catch (error) {
      if (error instanceof CalledOff) return
      if (!(error instanceof SendingRefused)) throw error
      // Somebody has begun it meanwhile: the next look removes the schedule.
      if (!(await isBegun(one.issue))) await schedules.hold(one, error.message)
    }
  }

  /** Reports an outage once. */
  function note(name: string | null, error: unknown, issue: number | null) {
    if (!reported.has(name)) failed(error, issue)
    reported.add(name)
  }

  async function sendAll() {
    // Until what was scheduled before a backup is held.
    const all = (await store.restored()) ? [] : await schedules.all()
    reported.delete(null)
    for (const one of all) {
      try {
        await sendDue(one)
        reported.delete(one.name)
      } catch (error) {
        // Tried again at the next look.
        if (!(error instanceof RefusedError && error.kind === 'busy'))
          note(one.name, error, one.issue)
      }
    }
  }

  return {
    /** Returns the function that ends it, after the work of the moment. */
    start(): () => Promise<void> {
      return leases.hold('scheduled issues', () => {
        let looking = Promise.resolve()
        let isIdle = true
        const again = () => {
          if (!isIdle) return
          isIdle = false
          looking = sendAll()
            .catch((error: unknown) => note(null, error, null))
            .finally(() => {
              isIdle = true
            })
        }
        again()
        const timer = setInterval(again, look).unref()
        return () => {
          clearInterval(timer)
          return looking
        }
      })
    },
  }
}
