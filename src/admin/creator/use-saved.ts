import { useQueryClient } from '@tanstack/react-query'
import { manageAddress } from '../draft-editor/draft-editor-screen.tsx'
import { refreshType } from '../manage-content/item-queries.ts'
import { useNavigate } from '../shell/navigation.tsx'
import type { CreatedType } from './creator-state.ts'

/** After a save: the lists are refreshed, and the person comes to them (specification, section 4). */
export function useSaved(type: CreatedType): () => void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return () => {
    void refreshType(queries, type)
    void navigate(manageAddress)
  }
}
