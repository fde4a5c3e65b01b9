import { useQueryClient } from '@tanstack/react-query'
import { refreshType } from '../manage-content/item-queries.ts'
import { manageAddress, useGuard, useNavigate } from '../shell/navigation.tsx'
import type { CreatedType } from './creator-state.ts'

/** After a save: the lists are refreshed, and the person comes to them (specification, section 4). */
export function useSaved(type: CreatedType): () => void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const guard = useGuard()
  return () => {
    // Nothing is unsaved any more, although the screen is still there.
    guard.ask = null
    void refreshType(queries, type)
    void navigate(manageAddress)
  }
}
