import { createContext, useContext } from 'react'
import type { CategoryScreen } from './choices.ts'
import type { Draft } from './draft.ts'
import type { DraftValues } from './draft-values.ts'
import type { HeldText } from './held-text.ts'

/** What the fields know of the item that is edited besides its values. */
export interface EditedItem extends Pick<Draft, 'type' | 'base' | 'timeZone'> {
  /** Null for one that is not saved yet. */
  item: Draft['item'] | null
  /** What the screen edits of it. */
  fields: ReadonlyArray<keyof DraftValues>
  /** Whose list of categories is offered. */
  screen: CategoryScreen
}

/** What the parts of an editor share besides the form. */
interface Shared {
  draft: EditedItem
  /** Called before the form is read: editors add themselves here. */
  flushes: Set<() => void>
  held: HeldText
}

export const DraftContext = createContext<Shared | null>(null)

/** The item that is being edited. */
export function useDraftParts(): Shared {
  const shared = useContext(DraftContext)
  if (!shared) throw new Error('There is no draft editor around this part.')
  return shared
}
