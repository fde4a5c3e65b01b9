import type { RefObject } from 'react'
import type { RenderPreview } from '../preview/preview-dialog.tsx'
import type { CreatedType, CreatorEdit } from './creator-state.ts'
import type { CreatorNote } from './open-proposal.ts'

/** What both kinds of the editing step get. */
export interface StepProps {
  type: CreatedType
  edit: CreatorEdit
  note: CreatorNote
  /** The step puts in here what reads it. */
  reader: RefObject<(() => CreatorEdit) | null>
  renderPreview: RenderPreview
  onBack: () => void
}
