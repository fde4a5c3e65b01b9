import type { ContentType } from '#domain/content.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import type { Choices } from './conflict/merge-places.ts'
import type { DraftValues } from './draft-values.ts'
import type { Restored } from './use-begun.ts'
import type { DraftForm } from './use-draft-form.ts'
import type { DraftSaving } from './use-draft-saving.ts'

/** Everything of an item that is being edited, as plain JSON. */
export interface DraftState {
  type: ContentType
  id: number
  /** The version that `base` is. */
  revision: string
  base: DraftValues
  values: DraftValues
}

/** The editing state of an item, as the parts of its screen see it. */
export interface Draft
  extends DraftSaving,
    Pick<DraftForm, 'type' | 'id' | 'timeZone' | 'form' | 'dirty' | 'trouble' | 'adopt'> {
  /** The item as it was loaded or saved last. */
  item: AdminItem
  base: DraftValues
  /** Keeps what was chosen in the conflict so far. */
  choose(choices: Choices): void
  /** The draft that the screen began with, until the person has said what to do with it. */
  restored: Pick<Restored, 'at'> | null
  keepRestored(): void
  /** Gives a published article another slug, with nothing unsaved; links to it follow where that is wanted. Throws as the call does. */
  move(to: { slug: string; rewriteLinks: boolean; key: string }): Promise<AdminItem>
  /** Drops the stored draft, for a screen that goes. */
  forget(): Promise<void>
  /** Goes back to what the file says; can be undone. */
  discard(): Promise<void>
  /** The item as others have made it while something was unsaved here. */
  newer: AdminItem | null
  /** Puts both together; what can't be is left to choose. */
  merge(): Promise<void>
  /** The whole state, for whoever hands it on. */
  state(): DraftState
}
