import { contentTypes } from '#domain/content.ts'
import { createProblemLog } from './problem-log.ts'
import type { SiteState } from './site-state.ts'

/**
 * The longest timer for a scheduled item, in milliseconds. Longer ones would be late: timers stop
 * while a machine sleeps, and its clock may be set.
 */
const longestTimeout = 60_000
/**
 * Milliseconds after a change until new faults are logged; the requests that wait for the change
 * are answered first.
 */
const problemsAfterMs = 200

/** The timers after a change: of the next scheduled item, and of the log of new faults. */
export function createChangeTimers(parts: {
  state: () => SiteState
  now: () => Date
  /** Publishes the scheduled items that are due at a moment. */
  appear: (moment: Date) => void
  log: Parameters<typeof createProblemLog>[0]
}) {
  const { state, now, appear } = parts
  const problemLog = createProblemLog(parts.log)
  let closed = false
  let appearance: NodeJS.Timeout | null = null
  let noteProblems: NodeJS.Timeout | null = null

  function set() {
    if (appearance) clearTimeout(appearance)
    appearance = null
    if (closed) return
    const next = contentTypes.flatMap((type) => state()[type].nextAppearance ?? [])
    if (next.length > 0) {
      const delay = Math.max(1, Math.min(...next) - now().getTime())
      const appeared = () => {
        appear(now())
        set()
      }
      appearance = setTimeout(appeared, Math.min(delay, longestTimeout)).unref()
    }
    noteProblems ??= setTimeout(() => {
      noteProblems = null
      const { problems, records } = state()
      problemLog.note(problems.get(), (path) => records.get(path)?.blob ?? '')
    }, problemsAfterMs).unref()
  }

  return {
    /** After every change: sets the timer of the next scheduled item, and logs new faults soon. */
    set,
    close() {
      closed = true
      if (appearance) clearTimeout(appearance)
      if (noteProblems) clearTimeout(noteProblems)
    },
  }
}
