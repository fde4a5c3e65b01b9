import { createContext, useContext } from 'react'
import type { RenderPreview } from './preview-dialog.tsx'

const Context = createContext<RenderPreview | null>(null)

/** Provides the components of public pages, which the admin does not import. */
export const RenderPreviewProvider = Context.Provider

/** Renders an item as its public page. */
export function useRenderPreview(): RenderPreview {
  const render = useContext(Context)
  if (!render) throw new Error('There are no public pages around this part.')
  return render
}
