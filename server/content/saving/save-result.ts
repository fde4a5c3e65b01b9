import type { Conflict } from './merge-item.ts'

/** How a save ended that was not refused. */
export type SaveResult =
  | { kind: 'saved'; id: number }
  | { kind: 'missing' }
  /** Somebody changed the same meanwhile. Nothing was written. */
  | {
      kind: 'conflict'
      message: string
      base: object | null
      theirs: object
      yours: object
      conflicts: Array<Conflict>
    }
