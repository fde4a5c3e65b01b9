import type { CommitResult, PlanCommit } from '../write/write-lane.ts'
import { SaveLater, SavesCrowded } from './save-later.ts'

/** A save fails when no save was made for this time, in milliseconds. */
const still = 12_000
/**
 * A save fails after this time in any case, in milliseconds: proxies usually give up after a
 * minute.
 */
const longest = 50_000

/** A queued or running save. Only its first answer counts. */
export interface Save {
  plan: PlanCommit
  isAnswered: boolean
  resolve(result: CommitResult | null): void
  reject(error: unknown): void
  /** The remote has refused a push that contained this save, so it is pushed alone. */
  isAlone: boolean
  conflicts: number
  begun: number
  timer: NodeJS.Timeout | undefined
}

/**
 * The saves of one server that are not answered yet, in order. Each fails after a time that is
 * extended while others are made.
 */
export function createSaveQueue() {
  const saves = new Set<Save>()
  /** Why nothing was made lately; null while the remote is waited for. */
  let held: unknown = null

  /** Starts the time of a save anew. */
  function allow(save: Save) {
    clearTimeout(save.timer)
    const left = longest - (performance.now() - save.begun)
    const end = () =>
      save.reject(
        held !== null || left < still
          ? new SavesCrowded(held)
          : new SaveLater(new Error('The remote did not answer in time.')),
      )
    save.timer = setTimeout(end, Math.min(still, left))
  }

  return {
    /** The saves that wait now. */
    waiting: (): ReadonlyArray<Save> => [...saves],
    /** Appends a save; resolves with its answer. */
    add(plan: PlanCommit): Promise<CommitResult | null> {
      return new Promise((resolve, reject) => {
        const end = (answer: () => void): void => {
          if (save.isAnswered) return
          save.isAnswered = true
          clearTimeout(save.timer)
          saves.delete(save)
          answer()
        }
        const save: Save = {
          plan,
          isAnswered: false,
          isAlone: false,
          conflicts: 0,
          begun: performance.now(),
          timer: undefined,
          resolve: (result) => end(() => resolve(result)),
          reject: (error) => end(() => reject(error)),
        }
        saves.add(save)
        allow(save)
      })
    },
    /** A push of this or another server was accepted: the others wait on. */
    moves(): void {
      held = null
      for (const save of saves) allow(save)
    },
    /** Another server has the turn. */
    isHeld(reason: unknown): void {
      held = reason
    },
  }
}
