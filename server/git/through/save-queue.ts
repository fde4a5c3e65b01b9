import type { CommitResult, PlanCommit } from '../write/write-lane.ts'
import { SaveLater, SavesCrowded } from './save-later.ts'

/** Time limits of a save, in milliseconds. */
export interface SaveLimits {
  /** A save fails when no save was made for this time. */
  still: number
  /** A save fails after this time in any case: proxies usually give up after a minute. */
  longest: number
}

const usualLimits: SaveLimits = { still: 12_000, longest: 50_000 }

/** A queued or running save. Only its first answer counts. */
export interface Save {
  plan: PlanCommit
  isAnswered: boolean
  resolve(result: CommitResult | null): void
  reject(error: unknown): void
  /** The remote has refused a push that contained this save, so it is pushed alone. */
  isAlone: boolean
  conflicts: number
}

/**
 * The saves of one server that are not answered yet, in order. Each fails after a time that is
 * extended while others are made.
 */
export function createSaveQueue(limits = usualLimits) {
  const saves: Array<Save> = []
  const begun = new WeakMap<Save, number>()
  const timers = new Map<Save, NodeJS.Timeout>()
  /** Why nothing was made lately; null while the remote is waited for. */
  let held: unknown = null

  /** Starts the time of a save anew. */
  function allow(save: Save) {
    clearTimeout(timers.get(save))
    const left = limits.longest - (performance.now() - (begun.get(save) ?? 0))
    const end = () =>
      save.reject(
        held !== null || left < limits.still
          ? new SavesCrowded(held)
          : new SaveLater(new Error('The remote did not answer in time.')),
      )
    timers.set(save, setTimeout(end, Math.min(limits.still, left)))
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
          clearTimeout(timers.get(save))
          timers.delete(save)
          saves.splice(saves.indexOf(save), 1)
          answer()
        }
        const save: Save = {
          plan,
          isAnswered: false,
          isAlone: false,
          conflicts: 0,
          resolve: (result) => end(() => resolve(result)),
          reject: (error) => end(() => reject(error)),
        }
        saves.push(save)
        begun.set(save, performance.now())
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
