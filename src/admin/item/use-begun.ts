import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { type AdminItem, contentKeys, readItem } from '../../api/admin-content.ts'
import { RequestError } from '../../api/request.ts'
import type { Drafts } from '../offline/drafts.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { carriedOver } from '../offline/kept-format.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import type { Attempt } from './attempt.ts'
import { carriedEdit, editedName, editKind } from './dialog-drafts.ts'
import { changedFields, type DraftValues, valuesOf } from './draft-values.ts'
import { waitingFor } from './waiting-for.ts'

/** What an editor begins with. `queued` is the item with what waits in the queue in it. */
export interface Begun {
  item: AdminItem
  draft: Restored | null
  queued: AdminItem | null
}

/** An item to be edited. */
export interface LoadedItem {
  /** As the server has it, also when that changes. */
  loaded: AdminItem | null
  begun: Begun | null
  /** It was deleted, or never was there. */
  gone: boolean
  error: Error | null
  refetch: () => unknown
}

/** Reads an item anew, since whoever edits starts from what is there now, with what this browser has of it. */
export function useLoadedItem(type: ContentType, id: number): LoadedItem {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    queryKey: contentKeys.item(type, id),
    queryFn: (): Promise<AdminItem> => readItem(type, id),
    refetchOnMount: 'always',
  })
  const begun = useBegun(type, id, data && isFetchedAfterMount && !error ? data : null)
  const gone = error instanceof RequestError && error.status === 404
  // Once begun, no failure in the background takes the text away.
  return { loaded: data ?? begun?.item ?? null, begun, gone, error, refetch }
}

/** The item as it was read first, with the draft of it that this browser has; null until both are there. */
export function useBegun(type: ContentType, id: number, item: AdminItem | null): Begun | null {
  const { drafts, outbox } = useLocal()
  const { timeZone } = useSiteFacts()
  const [begun, setBegun] = useState<Begun | null>(null)
  const waits = begun === null && item !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is edited is looked up once
  useEffect(() => {
    if (!waits) return
    let here = true
    const file = valuesOf(type, item, timeZone)
    void Promise.all([storedDraft(drafts, type, id, file), outbox.ready]).then(async ([kept]) => {
      const queued = await waitingFor(outbox.entries(), type, item)
      if (!here) return
      setBegun({ item, draft: restoredDraft(type, queued ?? item, kept, timeZone), queued })
    })
    return () => {
      here = false
    }
  }, [waits])
  return begun
}

/** The draft of an item. Without one, that of an earlier version's edit dialog becomes it. */
async function storedDraft(
  drafts: Drafts,
  type: ContentType,
  id: number,
  file: DraftValues,
): Promise<KeptDraft | null> {
  const kept = await drafts.latest(type, String(id))
  const older = kept ? null : await drafts.latest(editKind, editedName(type, id))
  const carried = older && carriedEdit(type, file, older)
  if (!older || !carried) return kept
  await drafts.keep(carried)
  await drafts.drop(older)
  return carried
}

/** What an earlier visit has left behind, as far as this screen can read it. */
export type Restored = KeptDraft<DraftValues>

/**
 * The draft that an editor begins with, or null for one that says just what the file says. What another version of the screen has written is carried over: fields that
 * it did not know are the file's.
 */
export function restoredDraft(
  type: ContentType,
  item: AdminItem,
  kept: KeptDraft | null,
  timeZone: string,
): Restored | null {
  const file = valuesOf(type, item, timeZone)
  const read = kept && carriedOver(file, kept.base, kept.values)
  if (!read || changedFields(type, file, read.values).length === 0) return null
  const { attempt, ...rest } = kept
  const lost = carriedAttempt(file, attempt)
  return { ...rest, ...read, ...(lost && { attempt: lost }) }
}

/** A save whose answer never came, in the shape of the fields. */
function carriedAttempt(file: DraftValues, attempt: unknown): Attempt | null {
  if (typeof attempt !== 'object' || attempt === null) return null
  const { key, revision, base, sent, exact } = attempt as Partial<Attempt>
  const read = carriedOver(file, base, sent)
  if (!read || typeof key !== 'string' || typeof revision !== 'string') return null
  return { key, revision, base: read.base, sent: read.values, ...(exact && { exact }) }
}
