import type { ReactNode, RefObject } from 'react'
import type { RenderPreview } from '../preview/preview-dialog.tsx'
import type { CreatedType, CreatorEdit } from './creator-state.ts'
import type { CreatorNote } from './open-proposal.ts'

/** What both kinds of the editing step get. */
export interface StepProps {
  type: CreatedType
  edit: CreatorEdit
  note: CreatorNote
  /** Says where the text comes from, when it was kept. */
  notice: ReactNode
  /** The step puts in here what reads it; `flush`: with what editors still hold back. */
  reader: RefObject<((flush: boolean) => CreatorEdit) | null>
  /** Something was typed. */
  onEdited: () => void
  /** The item is in a commit. */
  onCreated: () => void
  renderPreview: RenderPreview
  onBack: () => void
}
