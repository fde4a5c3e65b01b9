import type { MailError } from '../../platform/errors.ts'
import type { Claim } from './claim-mails.ts'
import { type Pace, usualPace } from './pace.ts'
import type { Entry } from './sending-records.ts'

/** The reason why a sending waits, and the end of the wait. */
export interface Wait {
  reason: string
  until: Date
}

/** The waits of a sending, and its pauses after failures. */
export function createPauses(
  { now, pace = usualPace }: { now: () => Date; pace?: Pace },
  note: (entry: Entry) => Promise<void>,
) {
  let wait: Wait | null = null
  let end: () => void = () => {}
  let serverFailures = 0
  let refusals = 0

  async function waitFor(delay: number, reason: string | null) {
    wait =
      reason === null
        ? null
        : {
            reason,
            until: new Date(now().getTime() + delay),
          }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delay)
      end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wait = null
  }

  async function waitForServer(reason: string) {
    const delay = pace.serverDelays[serverFailures]
    serverFailures += 1
    if (delay !== undefined) return waitFor(delay, reason)
    serverFailures = 0
    await note({ is: 'pause', reason })
  }

  return {
    waiting: () => wait,
    end() {
      serverFailures = 0
      end()
    },

    /** Waits or pauses after failures of the server and after many refusals. */
    async after(outcomes: ReadonlyArray<MailError | null>): Promise<void> {
      const errors = outcomes.filter((error) => error !== null)
      const ofServer = errors.find((error) => error.ofServer)
      if (outcomes.includes(null)) {
        serverFailures = 0
        refusals = 0
      } else refusals += errors.filter((error) => !error.ofServer).length
      if (ofServer) return waitForServer(ofServer.message)
      const last = errors.at(-1)
      if (!last || refusals < pace.refusalsInRow) return
      refusals = 0
      if (!last.permanent) return waitForServer(last.message)
      const reason = `${last.message} It was the answer ${pace.refusalsInRow} times in a row, so something may be wrong with the sender or the server’s settings.`
      await note({ is: 'pause', reason })
    },

    /** Waits for deferred mails, and for those that other processes send. */
    waitForOthers(deferred: Claim['deferred']): Promise<void> {
      if (!deferred) return waitFor(pace.look, null)
      const { count, ms } = deferred
      const subject =
        count === 1
          ? 'One mail was deferred by its server'
          : `${count} mails were deferred by their servers`
      return waitFor(Math.min(ms, pace.look), `${subject}; all others are done.`)
    },
  }
}
