import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { type AdminItem, contentKeys, loadItem } from '../../api/admin-content.ts'
import { RequestError } from '../../api/refusal.ts'
import { changedFields, type DraftValues, valuesOf } from '../documents/draft-values.ts'
import type { Drafts } from '../documents/drafts.ts'
import type { Outgoing } from '../documents/queue/outgoing.ts'
import { subjectOf, withWaiting } from '../documents/queue/queue-rules.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import { carriedOver } from '../documents/stored-format.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import { carriedEdit, editedName, editKind } from './dialog-drafts.ts'
import type { Restored } from './draft.ts'

/** Initial state of an editor. `queued` is the item with the changes in the queue. */
export interface InitialState {
  item: AdminItem
  draft: Restored | null
  queued: AdminItem | null
}

/** An item that is loaded for editing. */
export interface LoadedItem {
  /** The item on the server; updated when it changes there. */
  loaded: AdminItem | null
  initial: InitialState | null
  /** The item was deleted or never existed. */
  gone: boolean
  error: Error | null
  refetch: () => unknown
}

/** Fetches the present version of an item and the stored draft in this browser. */
export function useLoadedItem(type: ContentType, id: number): LoadedItem {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    queryKey: contentKeys.item(type, id),
    queryFn: () => loadItem(type, id),
    refetchOnMount: 'always',
  })
  const initial = useInitialState(type, id, data && isFetchedAfterMount && !error ? data : null)
  const gone = error instanceof RequestError && error.status === 404
  // A later fetch that fails does not close the editor.
  return { loaded: data ?? initial?.item ?? null, initial, gone, error, refetch }
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
      const kept = await storedDraft(drafts, type, id, valuesOf(type, queued ?? item, timeZone))
      if (!here) return
      setInitial({ item, draft: restoredDraft(type, queued ?? item, kept, timeZone), queued })
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
  const kept = await drafts.unsaved(type, String(id), (draft) => isSaved(type, file, draft))
  const older = kept ? null : await drafts.latest(editKind, editedName(type, id))
  const carried = older && carriedEdit(type, file, older)
  if (!older || !carried) return kept
  await drafts.store(carried)
  await drafts.drop(older)
  return carried
}

/** Whether a draft can be read and holds nothing that the file lacks. */
function isSaved(type: ContentType, file: DraftValues, draft: StoredDraft): boolean {
  const read = carriedOver(file, draft.base, draft.values)
  return read !== null && changedFields(type, file, read.values).length === 0
}

/**
 * The draft to start an editor with; null when it equals the file. Drafts of other versions of the
 * program are converted: fields that they lack come from the file.
 */
export function restoredDraft(
  type: ContentType,
  item: AdminItem,
  kept: StoredDraft | null,
  timeZone: string,
): Restored | null {
  const file = valuesOf(type, item, timeZone)
  const read = kept && carriedOver(file, kept.base, kept.values)
  if (!read || changedFields(type, file, read.values).length === 0) return null
  const { attempt, ...rest } = kept
  const sent = savedInAttempt(type, file, attempt)
  return { ...rest, ...read, ...(sent && { base: sent }) }
}

/**
 * What an earlier version has stored of a save whose answer never came: the sent values, if the
 * file holds them. Nobody conflicts with themselves.
 */
function savedInAttempt(
  type: ContentType,
  file: DraftValues,
  attempt: unknown,
): DraftValues | null {
  const { base, sent } = (attempt ?? {}) as Record<string, unknown>
  const read = carriedOver(file, base, sent)
  if (!read) return null
  const changed = changedFields(type, read.base, read.values)
  return changed.every((field) => sameValue(file[field], read.values[field])) ? read.values : null
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
