import type { ReactNode, RefObject } from 'react'
import type { CreatedType, CreatorEdit } from '../editing/creator-state.ts'
import type { CreatorNote } from './open-proposal.ts'

/** Result of the editing step; with `leaves` another screen follows. */
export type CreatorOutcome =
  | { kind: 'saved' }
  | { kind: 'queued'; edit: CreatorEdit; leaves: boolean }

/** Props of both editing steps. */
export interface StepProps {
  type: CreatedType
  edit: CreatorEdit
  /** Name of the stored draft; null in edit mode. */
  draftName: string | null
  /** The item began with a blank page, not with the input step. */
  written: boolean
  note: CreatorNote
  /** Notice about restored text. */
  notice: ReactNode
  /**
   * The step sets a function that reads its values; with `flush` including text that editors have
   * not passed to the form yet.
   */
  reader: RefObject<((flush: boolean) => CreatorEdit) | null>
  /** The step sets a function that shows the state of another tab. */
  taker: RefObject<((edit: CreatorEdit) => void) | null>
  /** Called on every change. */
  onEdited: () => void
  /** Called when the item was committed or queued. */
  onCreated: (outcome: CreatorOutcome) => void
  /** Resolves when the draft is stored as it is now. */
  storeNow: () => Promise<void>
  onBack: () => void
}
