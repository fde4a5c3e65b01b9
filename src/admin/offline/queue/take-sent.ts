import type { QueryClient } from '@tanstack/react-query'
import { contentKeys } from '../../../api/admin-content.ts'
import { mediaKeys } from '../../../api/media.ts'
import { showToast } from '../../../ui/show-toast.ts'
import type { Local } from '../local.ts'
import type { Outgoing, Sent } from './outgoing.ts'

/** Lets the screens know what the server has made of an entry, and tells the person where it ended. */
export function takeSent(queries: QueryClient, local: Local, { work, title }: Outgoing, sent: Sent): void {
  if (sent.kind === 'conflict' || sent.kind === 'refused' || sent.kind === 'gone') {
    const description = {
      conflict: 'Somebody has changed the same. Choose what to keep.',
      gone: 'Somebody has deleted it. Your text is still here.',
      refused: sent.kind === 'refused' ? sent.message : '',
    }[sent.kind]
    void showToast({ title: `“${title}” could not be saved`, description, variant: 'destructive' })
  }
  if (sent.kind !== 'done') return
  if (work.kind === 'upload') void queries.invalidateQueries({ queryKey: mediaKeys.all })
  else {
    if (sent.item && work.kind === 'save' && typeof work.item === 'number')
      queries.setQueryData(contentKeys.item(work.type, work.item), sent.item)
    void queries.invalidateQueries({
      queryKey: contentKeys.all(work.type),
      predicate: ({ queryKey: [, part] }) => typeof part !== 'number',
    })
  }
  const left = local.outbox.entries().filter(({ key }) => key !== '').length
  if (left <= 1) void showToast({ title: 'Sent', description: 'Everything that waited on this device is saved.' })
}
