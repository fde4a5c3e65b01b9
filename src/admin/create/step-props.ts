import type { ReactNode, RefObject } from 'react'
import type { RenderPreview } from '../editor/preview/preview-dialog.tsx'
import type { CreatedType, CreatorEdit } from '../item/creator-state.ts'
import type { DraftValues } from '../item/draft-values.ts'
import type { QueuedCreation } from '../offline/queue/outgoing.ts'
import type { CreatorNote } from './open-proposal.ts'

/** How the editing step ended; `leaves`: another screen is shown then. */
export type CreatorOutcome =
  | { kind: 'saved' }
  | { kind: 'queued'; created: QueuedCreation; values: DraftValues; leaves: boolean }

/** What both kinds of the editing step get. */
export interface StepProps {
  type: CreatedType
  edit: CreatorEdit
  /** The name of the draft in this browser; null in edit mode. */
  draftName: string | null
  note: CreatorNote
  /** Says where the text comes from, when it was kept. */
  notice: ReactNode
  /** The step puts in here what reads it; `flush`: with what editors still hold back. */
  reader: RefObject<((flush: boolean) => CreatorEdit) | null>
  /** Puts what another tab has typed into the fields. */
  taker: RefObject<((values: DraftValues) => void) | null>
  /** Something was typed. */
  onEdited: () => void
  /** The item is in a commit, or waits in the queue of this device. */
  onCreated: (outcome: CreatorOutcome) => void
  /** What was sent of a new item so far and may have been made unseen. */
  onTries: (instead: ReadonlyArray<QueuedCreation>) => void
  renderPreview: RenderPreview
  onBack: () => void
}
