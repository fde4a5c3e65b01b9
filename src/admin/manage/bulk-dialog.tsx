import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { BulkAnswer, BulkChange } from '#domain/bulk-change.ts'
import type { ContentType } from '#domain/content.ts'
import { counted } from '#domain/count-words.ts'
import { parseDate } from '#domain/dates.ts'
import { itemTypes } from '#domain/item/types.ts'
import { callQuery, newIdempotencyKey } from '../../api/admin-call.ts'
import { reasonOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { DateTimeField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { TagField } from '../../ui/tag-field.tsx'
import { changeMany } from '../editing/change-many.ts'
import { categoryChoices } from '../editing/choices.ts'
import { useShowUndoable } from '../editing/use-show-undoable.ts'
import { AuthorsField } from '../editor/fields/author-field.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import { type BulkAction, bulkActions } from './bulk-actions.ts'
import { CategoryField, NewsCategoryField } from './category-field.tsx'

/** With more items than this, the dialog shows that the work goes on. */
const mostWithoutProgress = 50
/** Between two questions how far it is, in milliseconds. */
const progressMs = 500

/**
 * Asks for the values of a change of several items, makes it in one commit, and names what stays as
 * it is.
 */
export function BulkDialog({
  type,
  ids,
  action,
  onDone,
  onClose,
}: {
  type: ContentType
  ids: ReadonlyArray<number>
  action: BulkAction
  /** Called with the ids of the items that were refused. */
  onDone: (refused: ReadonlyArray<number>) => void
  onClose: () => void
}) {
  const queries = useQueryClient()
  const showUndoable = useShowUndoable()
  const { timeZone } = useSiteFacts()
  const { categories } = useProfile()
  const [first] = categoryChoices('manage', null, { categories })
  const [typed, setTyped] = useState<Typed>({
    publishedAt: '',
    category: isListed(type) ? (first?.value ?? '') : '',
    author: [],
    add: [],
    remove: [],
  })
  const set = (values: Partial<Typed>) => setTyped({ ...typed, ...values })
  // Another attempt at the same change is the same request.
  const [key, setKey] = useState(newIdempotencyKey)
  const [state, setState] = useState<
    | { kind: 'asking'; problem?: string }
    | { kind: 'pending' }
    | { kind: 'refused'; answer: BulkAnswer }
  >({ kind: 'asking' })
  const { title, confirm, pending } = bulkActions[action]
  const count = counted(ids.length, itemTypes[type].one, itemTypes[type].several)

  async function run(event: FormEvent) {
    event.preventDefault()
    setState({ kind: 'pending' })
    try {
      const answer = await changeMany(queries, showUndoable, {
        type,
        ids,
        change: changeOf(action, typed, timeZone),
        key,
      })
      onDone(answer.refused.map(({ id }) => id))
      if (answer.refused.length === 0) onClose()
      else setState({ kind: 'refused', answer })
    } catch (error) {
      const reason = reasonOf(error)
      if (reason !== null) setKey(newIdempotencyKey())
      setState({ kind: 'asking', problem: reason ?? offline })
    }
  }

  if (state.kind === 'refused')
    return <RefusedDialog refused={state.answer.refused} onClose={onClose} />
  const fields = fieldsOf({ type, typed, set, timeZone })[action]
  const isPending = state.kind === 'pending'
  return (
    <Dialog title={title} mayClose={() => !isPending} onClose={onClose}>
      <form className="grid gap-4" onSubmit={run}>
        <p className="text-small text-soft">{confirm(count)} One commit; Undo reverts all of it.</p>
        {fields}
        {state.kind === 'asking' && <FormError>{state.problem}</FormError>}
        {isPending && ids.length > mostWithoutProgress && (
          <Progress type={type} bulk={key} text={`${pending} ${count}`} />
        )}
        <DialogActions className="mt-2">
          <Button data-autofocus={fields ? undefined : true} disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={action === 'delete' ? 'danger' : 'primary'}
            pending={isPending}
            pendingText={pending}
          >
            {title}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** How far the change with a key is; without a number while the server that is asked has none. */
function Progress({ type, bulk, text }: { type: ContentType; bulk: string; text: string }) {
  const { data } = useQuery({
    ...callQuery(`GET /api/${type}/bulk/{key}`, { params: { key: bulk } }),
    refetchInterval: progressMs,
    gcTime: 0,
  })
  return (
    <div className="grid gap-1.5 text-small">
      <p role="status">{text}</p>
      <progress className="w-full" aria-label={text} value={data?.done} max={data?.of} />
    </div>
  )
}

/** What is typed into the fields of all changes. */
interface Typed {
  publishedAt: string
  category: string
  author: ReadonlyArray<string>
  add: ReadonlyArray<string>
  remove: ReadonlyArray<string>
}

const isListed = (type: ContentType) => itemTypes[type].categories?.kind === 'listed'

function changeOf(action: BulkAction, typed: Typed, timeZone: string): BulkChange {
  const { category, author, add, remove } = typed
  switch (action) {
    case 'schedule': {
      const publishedAt = parseDate(typed.publishedAt, timeZone)?.toISOString() ?? ''
      return { action, publishedAt }
    }
    case 'category':
      return { action, category }
    case 'tags':
      return { action, add: [...add], remove: [...remove] }
    case 'author':
      return { action, author: [...author] }
    default:
      return { action }
  }
}

/** The fields of the changes that need values. */
function fieldsOf({
  type,
  typed,
  set,
  timeZone,
}: {
  type: ContentType
  typed: Typed
  set: (values: Partial<Typed>) => void
  timeZone: string
}): Partial<Record<BulkAction, ReactNode>> {
  return {
    schedule: (
      <DateTimeField
        label="Publication Date"
        timeZone={timeZone}
        shown={typed.publishedAt}
        value={typed.publishedAt}
        required
        onChange={({ target }) => set({ publishedAt: target.value })}
      />
    ),
    category: isListed(type) ? (
      <CategoryField
        screen="manage"
        value={typed.category}
        onChange={({ target }) => set({ category: target.value })}
      />
    ) : (
      <NewsCategoryField
        value={typed.category}
        required
        onChange={({ target }) => set({ category: target.value })}
      />
    ),
    tags: (
      <>
        <TagField
          label="Add tags"
          value={typed.add}
          onChange={(add) => set({ add })}
          hint={enter}
        />
        <TagField
          label="Remove tags"
          value={typed.remove}
          onChange={(remove) => set({ remove })}
          hint={enter}
        />
      </>
    ),
    author: <AuthorsField value={typed.author} onChange={(author) => set({ author })} />,
  }
}

const enter = 'Type a tag and press Enter.'
const offline =
  'The server could not be reached. Changing several items needs the network; nothing waits on this device.'

/** The items that a change left as they are, each with the reason. */
function RefusedDialog({
  refused,
  onClose,
}: Pick<BulkAnswer, 'refused'> & { onClose: () => void }) {
  return (
    <Dialog
      title={`${counted(refused.length, 'item stays', 'items stay')} as before`}
      onClose={onClose}
    >
      <ul className="grid gap-2 text-small">
        {refused.map(({ id, title, message }) => (
          <li key={id}>
            <bdi className="font-semibold">{title || `Item ${id}`}</bdi>: {message}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
