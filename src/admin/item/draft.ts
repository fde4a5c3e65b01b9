import type { RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import type { StoredDraft } from '../offline/stored-draft.ts'
import type { Choices } from './conflict/merge-places.ts'
import type { draftRules } from './draft-rules.ts'
import type { DraftValues, ExactValues } from './draft-values.ts'
import type { SaveProblem } from './save-problem.ts'

/** The version that the form is compared with. */
export interface Origin {
  item: AdminItem
  /** Revision of `base`. */
  revision: string
  base: DraftValues
  /** Exact values of that version, when `item` is another one. */
  exact?: ExactValues
}

/** A draft of an earlier visit in the present format. */
export type Restored = StoredDraft<DraftValues>

/** A save whose answer never came, so its result is unknown. Its key allows asking the server again. Plain JSON. */
export interface Attempt {
  key: string
  revision: string
  base: DraftValues
  sent: DraftValues
  exact?: ExactValues
}

/** Validation rules of a type; `base` are the values of the loaded version. */
export type DraftRules = (type: ContentType, base: DraftValues) => ReturnType<typeof draftRules>

/** The form of an item, and the state around it. */
export interface DraftForm {
  type: ContentType
  id: number
  timeZone: string
  form: UseFormReturn<DraftValues>
  origin: Origin
  setOrigin: (origin: Origin | ((now: Origin) => Origin)) => void
  dirty: boolean
  problem: SaveProblem
  setProblem: (problem: SaveProblem | ((now: SaveProblem) => SaveProblem)) => void
  /** The stored draft of an earlier visit, until the person keeps or discards it. */
  restored: Restored | null
  setRestored: (restored: Restored | null) => void
  /** The save whose answer never came, or null. */
  lost: RefObject<Attempt | null>
  /** Whether the person has undone a save here and the version of that is not shown yet. */
  undoing: RefObject<boolean>
  originOf(item: AdminItem): Origin
  /** The base for merging the text with a newer version. When a save without an answer is already in `version`, this is what it sent. */
  knownBase(version: DraftValues): DraftValues
  /** Whether the form differs from the base right now. */
  unsaved(): boolean
  /** Shows these values. */
  put(values: DraftValues): void
  /** Sets the version that the form is compared with. */
  stand(origin: Origin): void
  /** Updates the query cache with this version. */
  remember(item: AdminItem): void
  /** Shows this version and compares with it, after another action of the screen has saved; only while nothing is unsaved. */
  adopt(item: AdminItem): void
}

/** Result of a save: committed, queued in this browser, or failed with the reason on the screen. */
export type SaveOutcome = 'saved' | 'queued' | 'failed'

/** Messages of a screen about a save. */
export interface SaveWords {
  /** Toast after a success. */
  saved: { title: string; description: string }
  /** The visible fields; default: all of the type. */
  fields?: ReadonlyArray<keyof DraftValues>
  /** Title of the toast after a failure. */
  failed: string
  /** Text of that toast when the server did not answer. */
  noAnswer: string
}

export interface DraftSaving {
  saving: boolean
  /** Saves the changes. */
  save(): Promise<SaveOutcome>
  /** True when the conflict is about the present text; otherwise a new save is started, which shows the present conflict. */
  conflictIsCurrent(): boolean
  /** Saves the result of the conflict dialog on the version of the others. */
  solve(): Promise<SaveOutcome>
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
export interface Draft
  extends DraftSaving,
    Pick<DraftForm, 'type' | 'id' | 'timeZone' | 'form' | 'dirty' | 'problem' | 'adopt'> {
  /** The item as loaded or last saved. */
  item: AdminItem
  base: DraftValues
  /** Stores the decisions of the conflict dialog. */
  choose(choices: Choices): void
  /** Whether the conflict dialog is open. */
  reviewing: boolean
  review(open: boolean): void
  /** The stored draft that the editor shows, until the person keeps or discards it. */
  restored: Pick<Restored, 'at'> | null
  keepRestored(): void
  /** Changes the slug of a published article while nothing is unsaved; with `rewriteLinks` also the links to it. Throws the errors of the call. */
  move(to: { slug: string; rewriteLinks: boolean; key: string }): Promise<AdminItem>
  /** Deletes the stored draft, before the screen is left. */
  forget(): Promise<void>
  /** Shows the file again; the toast can undo it. */
  discard(): Promise<void>
  /** A newer version by others while there are unsaved changes. */
  newer: AdminItem | null
  /** Merges that version; opens the conflict dialog when needed. */
  merge(): Promise<void>
  /** The whole state, for example for a dialog. */
  state(): DraftState
}
