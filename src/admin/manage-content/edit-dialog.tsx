import { useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { reasonOf } from '../../api/request.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { typeName } from './card-facts.ts'
import { EditForm, type Editing } from './edit-form.tsx'
import { formOf } from './item-form.ts'
import { useWholeItem } from './item-queries.ts'

/** The most used fields of an item. It is read anew for the dialog, with its Markdown and its revision. */
export function EditDialog({ type, id, onClose }: { type: ContentType; id: number; onClose: () => void }) {
  const item = useWholeItem(type, id)
  // Once begun, no refresh in the background changes anything under the fingers.
  const [editing, setEditing] = useState<Editing | null>(null)
  if (editing === null && item.data && !item.isFetching) setEditing({ item: item.data, form: formOf(type, item.data) })
  if (editing)
    return (
      <EditForm key={editing.item.revision} type={type} editing={editing} onRebased={setEditing} onClose={onClose} />
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
