import { useQueryClient } from '@tanstack/react-query'
import type { CreatedType } from '../editing/creator-state.ts'
import { manageAddress, useGuard, useNavigate } from '../shell/navigation.tsx'
import { refreshType } from '../shell/refresh-after.ts'

/**
 * After a save: refreshes the lists and navigates to them (specification, section 4), or to another
 * address, which replaces this one.
 */
export function useSaved(type: CreatedType): (to?: string) => void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const guard = useGuard()
  return (to) => {
    // Nothing is unsaved any more, so navigation must not ask.
    guard.ask = null
    void refreshType(queries, type)
    void (to ? navigate(to, { replace: true }) : navigate(manageAddress))
  }
}
