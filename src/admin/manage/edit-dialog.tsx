import { useEffect, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { readItem } from '../../api/admin-content.ts'
import { reasonOf } from '../../api/request.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { begunEditing, type Editing, editedName, editKind, readableForm } from '../item/dialog-drafts.ts'
import { typeName } from '../item/field-words.ts'
import type { WholeManagedItem } from '../item/managed-item.ts'
import { waitingFor } from '../item/waiting-for.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { useLocal } from '../offline/local-provider.tsx'
import { EditForm } from './edit-form.tsx'
import { useWholeItem } from './item-queries.ts'

/** The most used fields of an item. It is read anew for the dialog, with its Markdown and its revision; what was typed before comes back. */
export function EditDialog({ type, id, onClose }: { type: ContentType; id: number; onClose: () => void }) {
  const item = useWholeItem(type, id)
  const begin = useBegin(type, id)
  // Once begun, no refresh in the background changes anything under the fingers.
  const [{ editing, round }, setShown] = useState<{ editing: Editing | null; round: number }>({
    editing: null,
    round: 0,
  })
  const show = (next: Editing) => setShown((now) => ({ editing: next, round: now.round + 1 }))
  const ready = editing === null && item.data && !item.isFetching ? item.data : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once
  useEffect(() => {
    if (ready) void begin(ready).then((begun) => setShown((now) => (now.editing ? now : { editing: begun, round: 1 })))
  }, [ready])
  if (editing)
    return (
      <EditForm
        key={round}
        type={type}
        editing={editing}
        onRebased={show}
        onOther={(draft) => void readItem(type, id).then((now) => begin(now, draft).then(show))}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={`Edit ${typeName(type)}`} className="dialog-form" onClose={onClose}>
      {item.isError && !item.isFetching ? (
        <ErrorPanel
          title="The content could not be loaded"
          message={reasonOf(item.error) ?? 'The server could not be reached.'}
          retry={item.refetch}
        />
      ) : (
        <Spinner label="Loading content..." />
      )}
    </Dialog>
  )
}

/** What the dialog begins with: the item, with what waits in the queue for it and with the draft that this browser has. */
function useBegin(type: ContentType, id: number) {
  const { drafts, outbox, pictures } = useLocal()
  return async (item: WholeManagedItem, other?: KeptDraft): Promise<Editing> => {
    const [kept] = await Promise.all([other ?? drafts.latest(editKind, editedName(type, id)), outbox.ready])
    const ahead = (await waitingFor(outbox.entries(), type, item as never)) as WholeManagedItem | null
    return begunEditing(type, ahead ?? item, readableForm(pictures.settled(kept)))
  }
}
