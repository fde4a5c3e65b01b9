import type { ContentType } from '#domain/content.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import type { ItemInConflict } from '../documents/conflict/item-conflict.ts'
import type { DraftValues, ExactValues } from '../documents/draft-values.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import type { draftRules } from './draft-rules.ts'
import type { Based, Document } from './use-document.ts'

/** The version that the form is compared with. */
export interface Origin extends Based<DraftValues> {
  item: AdminItem
  /** Exact values of that version, when `item` is another one. */
  exact?: ExactValues
}

/** A draft of an earlier visit in the present format. */
export type Restored = StoredDraft<DraftValues>

/** Validation rules of a type; `base` are the values of the loaded version. */
export type DraftRules = (type: ContentType, base: DraftValues) => ReturnType<typeof draftRules>

/** Messages of a screen about a save. */
export interface SaveWords {
  /** Toast after a success. */
  saved: { title: string; description: string }
  /** The visible fields; default: all of the type. */
  fields?: ReadonlyArray<keyof DraftValues>
  /** Title of the toast after a failure. */
  failed: string
  /** Text of that toast when the server gave no reason. */
  noAnswer: string
}

/** State of an edited item, as plain JSON. */
export interface DraftState {
  type: ContentType
  id: number
  /** Revision of `base`. */
  revision: string
  base: DraftValues
  values: DraftValues
}

/** The editing session of an item, as its screen uses it. */
export interface Draft extends Document<DraftValues, ItemInConflict> {
  type: ContentType
  id: number
  timeZone: string
  /** The item as loaded or last saved. */
  item: AdminItem
  /** The item was deleted on the server. */
  gone: boolean
  base: DraftValues
  /**
   * Shows this version and compares with it, after another action of the screen has saved; only
   * while nothing is unsaved.
   */
  adopt(item: AdminItem): void
  /** The stored draft that the editor shows, until the person keeps or discards it. */
  restored: Pick<Restored, 'at'> | null
  /**
   * Changes the slug of a published article while nothing is unsaved; with `rewriteLinks` also the
   * links to it. Null when the move waits in the queue. Throws the errors of the call.
   */
  move(slug: string, rewriteLinks: boolean): Promise<AdminItem | null>
  /** A newer version by others while there are unsaved changes. */
  newer: AdminItem | null
  /** Merges that version; opens the conflict dialog when needed. */
  merge(): Promise<void>
  /** The whole state, for example for a dialog. */
  state(): DraftState
}
