import { useEffect, useRef, useState } from 'react'
import type { AdminItem } from '../../api/admin-content.ts'

/**
 * Watches whether the item becomes another one underneath: `known` is the version that the editor stands on. Calls `onNewer` once for each other version
 * that comes, as soon as nothing is being saved; it answers true when the editor stands on that now. What it has left is answered.
 */
export function useNewerVersion(options: {
  loaded: AdminItem
  known: string
  saving: boolean
  onNewer: (item: AdminItem) => boolean
}): AdminItem | null {
  const { loaded, known, saving, onNewer } = options
  const [left, setLeft] = useState<AdminItem | null>(null)
  // After a save, the editor knows the new version before it is read.
  const seen = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each version
  useEffect(() => {
    if (saving || loaded.revision === seen.current) return
    seen.current = loaded.revision
    setLeft(loaded.revision === known || onNewer(loaded) ? null : loaded)
  }, [loaded.revision, saving])
  return left && left.revision !== known ? left : null
}
