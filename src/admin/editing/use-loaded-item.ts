import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { type AdminItem, contentKeys, loadItem } from '../../api/admin-content.ts'
import { RequestError } from '../../api/refusal.ts'
import { type DraftValues, fieldsOf, valuesOf } from '../documents/draft-values.ts'
import type { Drafts } from '../documents/drafts.ts'
import type { Outgoing } from '../documents/queue/outgoing.ts'
import { subjectOf, withWaiting } from '../documents/queue/queue-rules.ts'
import { isSaved, readableDraft } from '../documents/readable-draft.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import { carriedEdit, editedName, editKind } from './dialog-drafts.ts'
import type { Restored } from './use-draft.ts'

/** Initial state of an editor. `queued` is the item with the changes in the queue. */
export interface InitialState {
  item: AdminItem
  draft: Restored | null
  queued: AdminItem | null
}

/** Fetches the present version of an item and the stored draft in this browser. */
export function useLoadedItem(type: ContentType, id: number) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    queryKey: contentKeys.item(type, id),
    queryFn: () => loadItem(type, id),
    refetchOnMount: 'always',
  })
  const initial = useInitialState(type, id, data && isFetchedAfterMount && !error ? data : null)
  const gone = error instanceof RequestError && error.status === 404
  // A later fetch that fails does not close the editor.
  const loaded: AdminItem | null = data ?? initial?.item ?? null
  return { loaded, initial, gone, error, refetch }
}

/** The first loaded version of the item and its stored draft; null until both are known. */
export function useInitialState(
  type: ContentType,
  id: number,
  item: AdminItem | null,
): InitialState | null {
  const { drafts, outbox } = useLocal()
  const { timeZone } = useSiteFacts()
  const [initial, setInitial] = useState<InitialState | null>(null)
  const waits = initial === null && item !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per item
  useEffect(() => {
    if (!waits) return
    let here = true
    void outbox.ready.then(async () => {
      const queued = await waitingFor(outbox.entries(), type, item)
      const file = valuesOf(type, queued ?? item, timeZone)
      const kept = await storedDraft(drafts, type, id, file)
      if (here) setInitial({ item, draft: readableDraft(file, kept, fieldsOf[type]), queued })
    })
    return () => {
      here = false
    }
  }, [waits])
  return initial
}

/** The stored draft of an item; an old draft of the edit dialog is converted. */
async function storedDraft(
  drafts: Drafts,
  type: ContentType,
  id: number,
  file: DraftValues,
): Promise<StoredDraft | null> {
  const kept = await drafts.unsaved(type, String(id), (draft) =>
    isSaved(file, draft, fieldsOf[type]),
  )
  const older = kept ? null : await drafts.latest(editKind, editedName(type, id))
  const carried = older && carriedEdit(type, file, older)
  if (!older || !carried) return kept
  await drafts.store(carried)
  await drafts.drop(older)
  return carried
}

/** An item with the changes that wait in the queue; null when there are none. */
async function waitingFor(
  queue: ReadonlyArray<Outgoing>,
  type: ContentType,
  item: AdminItem,
): Promise<AdminItem | null> {
  const subject = `${type}/${item.id}`
  if (!queue.some((entry) => subjectOf(entry) === subject)) return null
  // Loads the Markdown parser only when needed.
  const { mergeBodies } = await import('#domain/markdown/merge-bodies.ts')
  return withWaiting(queue, subject, { ...item }, mergeBodies)
}
