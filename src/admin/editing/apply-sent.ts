import type { QueryClient } from '@tanstack/react-query'
import { callKeyOf } from '../../api/admin-call.ts'
import { contentKeys } from '../../api/admin-content.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { Local } from '../documents/local.ts'
import { isFileWork, type Outgoing, type Sent } from '../documents/queue/outgoing.ts'
import { sendEntry } from '../documents/queue/send-entry.ts'
import type { Sending } from '../shell/local-provider.tsx'

/** Updates the caches of the screens after an entry was sent, and shows a toast with the result. */
function applySent(queries: QueryClient, local: Local, { work, title }: Outgoing, sent: Sent) {
  if (sent.kind === 'conflict' || sent.kind === 'refused' || sent.kind === 'gone') {
    const reasons = {
      conflict: 'Somebody has changed the same. Choose what to keep.',
      gone: 'Somebody has deleted it. Your text is still here.',
    }
    const description = sent.kind === 'refused' ? sent.message : reasons[sent.kind]
    void showToast({ title: `“${title}” could not be saved`, description, variant: 'destructive' })
  }
  if (sent.kind !== 'done') return
  if (work.kind === 'upload' || work.kind === 'restore-media')
    void queries.invalidateQueries({ queryKey: callKeyOf('GET /api/media') })
  else if (work.kind === 'snippet')
    void queries.invalidateQueries({ queryKey: callKeyOf('GET /api/snippets') })
  else if (work.kind === 'undo') void queries.invalidateQueries()
  else if (isFileWork(work)) void queries.invalidateQueries({ queryKey: [`/api/${work.type}`] })
  else {
    // What was typed since is based on this version.
    if (sent.item)
      queries.setQueryData(contentKeys.item(work.type, Number(sent.item.id)), sent.item)
    // It may be the answer to an earlier attempt, and others may have changed the item since.
    void queries.invalidateQueries({ queryKey: contentKeys.all(work.type) })
  }
  if (local.outbox.entries().length <= 1)
    void showToast({
      title: 'Sent',
      description: 'Everything that waited on this device is saved.',
    })
}

/** Connects the queue of this browser with the server. */
export const sending: Sending = { send: sendEntry, onSent: applySent }
