import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { ReviewView } from '#domain/review.ts'
import { hasRole } from '#domain/roles.ts'
import { adminCall, callQuery } from '../../api/admin-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { useRole } from '../shell/auth.tsx'
import { Moment } from '../shell/moment.tsx'
import { ActionButton, useAction } from '../shell/use-action.tsx'
import type { Draft } from './use-draft.ts'

const refresh = ['GET /api/reviews'] as const

/** The item of a review. */
type Reviewed = Pick<ReviewView, 'type' | 'id' | 'title'>

/** The review that somebody has asked for an item; undefined without one. */
function useReview({ type, id }: Pick<Reviewed, 'type' | 'id'>): ReviewView | undefined {
  const { data = [] } = useQuery(callQuery('GET /api/reviews'))
  return data.find((review) => review.type === type && review.id === id)
}

/**
 * Says above the editor that a review was asked for, or what an editor wrote to it, with what the
 * person can do about it; renders nothing without a review.
 */
export function ReviewNotice({ draft, onCompare }: { draft: Draft; onCompare: () => void }) {
  const { type, id } = draft
  const review = useReview(draft)
  const isEditor = hasRole(useRole(), 'editor')
  const end = useAction(
    () => adminCall('DELETE /api/reviews/{kind}/{id}', { params: { kind: type, id } }),
    { failed: 'The review could not be ended', refresh },
  )
  const show = useAction(
    () => adminCall('GET /api/reviews/{kind}/{id}/text', { params: { kind: type, id } }),
    {
      failed: 'The changes could not be loaded',
      async onDone({ text }) {
        if (text) await draft.takeText({ name: review?.askedBy ?? '', ...text })
        onCompare()
      },
    },
  )
  if (!review) return null
  const { state, note, askedBy, askedAt, returnedBy, isMine } = review
  return (
    <div className="notice" data-tone={state === 'asked' ? 'info' : 'warn'} role="status">
      <p className="min-w-60 flex-1">
        <strong>
          {state === 'returned'
            ? `${returnedBy} returned this${isMine ? '' : ` to ${askedBy}`}.`
            : `${isMine ? 'You have' : `${askedBy} has`} asked for a review.`}
        </strong>{' '}
        {note && <span className="whitespace-pre-wrap">{note}</span>}
        <span className="block text-tiny text-muted">
          Asked <Moment instant={askedAt} />
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {isEditor && state === 'asked' && !isMine && (
          <>
            <ActionButton action={show} size="sm" pendingText="Loading...">
              Show changes
            </ActionButton>
            <NoteButton label="Return" item={review} call="POST /api/reviews/return" />
          </>
        )}
        {isMine && state === 'returned' && (
          <NoteButton label="Ask again" item={review} call="POST /api/reviews" />
        )}
        <ActionButton action={end} size="sm" pendingText="Ending...">
          {isMine ? 'Withdraw' : 'Done'}
        </ActionButton>
      </div>
    </div>
  )
}

/** The button of a writer in place of those that publish; renders nothing while a review waits. */
export function AskForReview({ item }: { item: Reviewed }) {
  const review = useReview(item)
  return !review && <NoteButton label="Ask for review" item={item} call="POST /api/reviews" />
}

/** A button that opens the dialog of a call. */
function NoteButton({ label, item, call }: { label: string; item: Reviewed; call: ReviewCall }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <ReviewDialog item={item} call={call} onClose={() => setOpen(false)} />}
    </>
  )
}

type ReviewCall = keyof typeof dialogs

const dialogs = {
  'POST /api/reviews': {
    title: 'Ask for a review',
    text: 'An editor compares this with what is on the site, and publishes it or returns it to you. What you have typed and not saved is included.',
    label: 'Ask for Review',
    done: 'Asked for a review',
  },
  'POST /api/reviews/return': {
    title: 'Return this',
    text: 'The writer sees your note above the text.',
    label: 'Return',
    done: 'Returned to the writer',
  },
} as const

/** Asks for a review or returns it, with a note. */
export function ReviewDialog({
  item: { type, id, title },
  call,
  onClose,
}: {
  item: Reviewed
  call: ReviewCall
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const words = dialogs[call]
  const send = useAction(() => adminCall(call, { body: { type, id, note } }), {
    failed: 'That could not be sent',
    refresh,
    onDone() {
      onClose()
      void showToast({ title: words.done, description: title })
    },
  })
  // Outside of the form, which Enter in a field of the dialog would save.
  return createPortal(
    <Dialog title={words.title} onClose={onClose}>
      <p className="mb-4 text-soft">{words.text}</p>
      <TextArea
        label="Note"
        value={note}
        maxLength={2000}
        onChange={(event) => setNote(event.target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <ActionButton action={send} variant="primary" pendingText="Sending...">
          {words.label}
        </ActionButton>
      </DialogActions>
    </Dialog>,
    document.body,
  )
}
