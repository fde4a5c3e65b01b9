import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import type { ChangedItem } from '#domain/content-event.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import { showToast } from '../../ui/show-toast.ts'
import { type ItemInConflict, isMerged, mergeDraft } from '../documents/conflict/item-conflict.ts'
import { noChoices } from '../documents/conflict/merge-places.ts'
import { changedFields, type DraftValues } from '../documents/draft-values.ts'
import { whoChanged } from '../documents/stored-draft.ts'
import { useLocal } from '../shell/local-provider.tsx'
import type { Draft, Origin } from './draft.ts'
import type { Session } from './use-document.ts'

/**
 * Watches for versions by others. The editor shows a newer version at once unless the person has
 * changed something: then it is `newer`, and `merge` merges it. `busy`: something is being saved,
 * so newer versions wait. `sync` brings the form up to date before it is read.
 */
export function useNewerVersion(
  type: ContentType,
  { document, origin, stand, put, setProblem }: Session<DraftValues, Origin, ItemInConflict>,
  options: {
    loaded: AdminItem
    originOf: (item: AdminItem) => Origin
    undoing: RefObject<boolean>
    busy: boolean
    sync: () => void
  },
): Pick<Draft, 'newer' | 'merge'> {
  const { loaded, originOf, undoing, busy, sync } = options
  const { form } = document
  const { revision: known } = origin
  const { pictures, changeOf } = useLocal()
  const [left, setLeft] = useState<AdminItem | null>(null)
  // After a save the editor knows the new version before it is fetched.
  const seen = useRef<string | null>(null)

  /** Shows a newer version if nothing typed is in the way; returns whether it did. */
  function take(item: AdminItem) {
    sync()
    const next = originOf(item)
    const before = pictures.withAddresses(origin.base)
    const typed = changedFields(type, before, form.getValues()).length > 0
    const same = changedFields(type, next.base, form.getValues()).length === 0
    const changed = changedFields(type, before, next.base).length > 0
    if (typed && !same && changed) return false
    if (!same && changed && !undoing.current) void tellTaken(item, changeOf(type, loaded.id))
    undoing.current = false
    stand(next)
    if (changed) put(next.base)
    return true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per version
  useEffect(() => {
    if (busy || loaded.revision === seen.current) return
    seen.current = loaded.revision
    setLeft(loaded.revision === known || take(loaded) ? null : loaded)
  }, [loaded.revision, busy])

  const newer = left && left.revision !== known ? left : null
  return {
    newer,
    async merge() {
      if (!newer) return
      sync()
      const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
      const next = originOf(newer)
      const yours = structuredClone(form.getValues())
      const versions = { revision: next.revision, base: origin.base, theirs: next.base, yours }
      const conflict = mergeDraft(type, versions, mergeBodies)
      if (!isMerged(conflict)) {
        setProblem({ kind: 'conflict', conflict, choices: noChoices, sent: yours })
        return
      }
      stand(next)
      put(conflict.merged)
      void showToast({
        title: 'Merged',
        description: 'The text holds their changes and yours. Save it when you like.',
      })
    },
  }
}

/** Toast: the editor shows a newer version, and who changed it. */
async function tellTaken({ title, revision }: AdminItem, change: ChangedItem | null) {
  const who = change?.revision === revision ? whoChanged(change, Date.now()) : null
  const description = `“${title}” is shown as it is now. You had changed nothing.${who ? ` ${who}` : ''}`
  await showToast({ title: 'Changed by somebody else', description })
}
