import { changedMeanwhile, type ItemConflict } from '#domain/item/merge-item.ts'

/** Somebody changed the same meanwhile. Nothing was written. */
export interface SaveConflict {
  kind: 'conflict'
  message: string
  base: object | null
  theirs: object
  yours: object
  conflicts: Array<ItemConflict>
}

/** How a save of an item ended that was not refused. */
export type SaveResult = { kind: 'saved'; id: number } | { kind: 'missing' } | SaveConflict

/** The item is as the client wants it. */
export function saved(id: number): SaveResult {
  return { kind: 'saved', id }
}

/** A conflict in the words for whoever saves. */
export function conflictOf(versions: Omit<SaveConflict, 'kind' | 'message'>): SaveConflict {
  return {
    kind: 'conflict',
    message: changedMeanwhile,
    ...versions,
  }
}
