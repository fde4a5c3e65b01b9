import { createContext, useContext } from 'react'
import type { Draft } from './use-draft.ts'

/** What the parts of the editor share besides the form. */
interface Shared {
  draft: Draft
  /** Called before the form is read: editors add themselves here. */
  flushes: Set<() => void>
}

export const DraftContext = createContext<Shared | null>(null)

/** The item that is being edited. */
export function useDraftParts(): Shared {
  const shared = useContext(DraftContext)
  if (!shared) throw new Error('There is no draft editor around this part.')
  return shared
}
