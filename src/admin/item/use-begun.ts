import { useEffect, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import { type Restored, restoredDraft } from './restored-draft.ts'
import { waitingFor } from './waiting-for.ts'

/** What an editor begins with. `queued` is the item with what waits in the queue in it. */
export interface Begun {
  item: AdminItem
  draft: Restored | null
  queued: AdminItem | null
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
    void Promise.all([drafts.latest(type, String(id)), outbox.ready]).then(async ([kept]) => {
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
