import type { Conflict } from './merge-item.ts'

/** The item is as the client wants it. */
export function saved(id: number): SaveResult {
  return { kind: 'saved', id }
}

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
