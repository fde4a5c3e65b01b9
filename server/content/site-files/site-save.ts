import type { Saver } from '../../http/mount-calls.ts'
import type { SaveConflict } from '../saving/committing.ts'

export type Saved = { kind: 'saved'; commit: string | null }
/** The result of a save that was not refused. `commit` is null when nothing changed, or when an earlier attempt made the commit. */
export type SiteSave = Saved | { kind: 'missing' } | SaveConflict

export interface From extends Saver {
  revision: string | undefined
}

/** A save before its commit is known. */
export const saved: Saved = { kind: 'saved', commit: null }
