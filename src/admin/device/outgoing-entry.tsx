import { useEffect, useState } from 'react'
import { documentKinds } from '#domain/document/document-kinds.ts'
import { waitingAddress } from '#domain/waiting-picture.ts'
import { newIdempotencyKey } from '../../api/admin-call.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { later } from '../../ui/loaded-code.tsx'
import { type Choices, noChoices } from '../documents/conflict/merge-places.ts'
import { fileDocuments } from '../documents/file-documents.ts'
import { type ItemSave, isFileWork, type Outgoing } from '../documents/queue/outgoing.ts'
import { cancelledWith, creationOf, nextToSend, waitsFor } from '../documents/queue/queue-rules.ts'
import { type ParkedConflict, parkedConflict, resolveQueued } from '../documents/resolve-queued.ts'
import { isCreatedType } from '../editing/creator-state.ts'
import { useRestore } from '../editing/use-restore.ts'
import { waitingAddressOf } from '../editing/waiting-creator.ts'
import { ShownPicture } from '../editor/pictures/shown-picture.tsx'
import { useLocal } from '../shell/local-provider.tsx'
import { Moment } from '../shell/moment.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import { useWithdraw } from './withdraw.ts'

/** One entry of the queue: title, time, state and actions. */
export function OutgoingEntry({
  entry,
  queue,
}: {
  entry: Outgoing
  queue: ReadonlyArray<Outgoing>
}) {
  const { outbox } = useLocal()
  const withdraw = useWithdraw()
  const [open, setOpen] = useState<'cancel' | 'conflict' | null>(null)
  const { state, work, title, at } = entry
  const [word, tone] = wordOf(entry, queue)
  const address = addressOf(entry)
  return (
    <li>
      {work.kind === 'upload' && (
        <ShownPicture url={waitingAddress(entry.key)} width={64} height={48} alt="" />
      )}
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="text-tiny text-muted">
          {whatOf(work)} · <Moment instant={new Date(at).toISOString()} />
        </p>
        {state.kind === 'refused' && <p className="form-error mt-1">{state.message}</p>}
        {state.kind === 'gone' && (
          <p className="form-error mt-1">
            Somebody has deleted this meanwhile. Your text is still here.
          </p>
        )}
      </div>
      <Badge tone={tone}>{word}</Badge>
      <div className="flex flex-wrap gap-2">
        {state.kind === 'conflict' && work.kind === 'save' && (
          <Button size="sm" onClick={() => setOpen('conflict')}>
            Choose what to keep
          </Button>
        )}
        {(state.kind === 'refused' || (state.kind === 'conflict' && work.kind !== 'save')) && (
          <Button
            size="sm"
            onClick={() => void outbox.again(entry.id, withoutRevision(work), keyAgain(entry))}
          >
            Try again
          </Button>
        )}
        {state.kind === 'gone' && work.kind === 'save' && !isFileWork(work) && (
          <RestoreAndSend entry={entry} work={work} />
        )}
        {address && state.kind !== 'gone' && (
          <LinkButton size="sm" variant="ghost" href={address}>
            Edit
          </LinkButton>
        )}
        <Button size="sm" variant="ghost" onClick={() => setOpen('cancel')}>
          Cancel
        </Button>
      </div>
      {open === 'cancel' && (
        <ConfirmDialog
          title="Take this back?"
          text={<TakenBack taken={cancelledWith(queue, entry)} />}
          confirmLabel="Take back"
          cancelLabel="Keep waiting"
          onConfirm={async () => {
            await withdraw(entry)
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'conflict' && <WaitingConflict entry={entry} onClose={() => setOpen(null)} />}
    </li>
  )
}

/** Restores the deleted item and saves the change on it. */
function RestoreAndSend({ entry: { id, title }, work }: { entry: Outgoing; work: ItemSave }) {
  const { outbox } = useLocal()
  const restore = useRestore(work.type)
  return (
    <Button
      size="sm"
      pending={restore.isPending}
      pendingText="Restoring..."
      onClick={() => {
        // Behind a restoring that waits, it would be sent too early.
        const onSuccess = (restored: string | null) =>
          restored && void outbox.again(id, work, newIdempotencyKey())
        restore.mutate({ id: Number(work.item), title }, { onSuccess })
      }}
    >
      Restore and save
    </Button>
  )
}

/** Text of the dialog: what happens to a cancelled entry, and to the entries that depend on it. */
function TakenBack({ taken: [entry, ...others] }: { taken: ReadonlyArray<Outgoing> }) {
  const { kind } = entry?.work ?? {}
  return (
    <div className="grid gap-2">
      <p>
        {kind === 'save' || kind === 'create'
          ? 'It is not sent. The text stays in this browser as a draft.'
          : 'It is not sent, and is removed from this list.'}
      </p>
      {others.length > 0 && (
        <>
          <p>
            {kind === 'upload'
              ? 'These waiting entries use the picture. They become drafts again, in which its place is marked until you choose another picture or remove it:'
              : 'These waiting entries belong to it and are taken back with it:'}
          </p>
          <ul className="list-disc ps-5">
            {others.map(({ id, title, work }) => (
              <li key={id}>
                “{title}” ({whatOf(work)})
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/**
 * Address of the editor for the text of an entry; null when it has none, and for a parked change,
 * which the editor shows only after it was cancelled.
 */
function addressOf({ key, work, state }: Outgoing): string | null {
  if (work.kind === 'save') {
    if (state.kind !== 'waiting') return null
    if (isFileWork(work)) return fileDocuments[work.type].address(work.form)
    const creation = creationOf(work)
    return creation === null
      ? `/admin/draft-editor?id=${work.item}&type=${work.type}`
      : waitingAddressOf(creation)
  }
  return work.kind === 'create' && isCreatedType(work.type) ? waitingAddressOf(key) : null
}

/**
 * The key for another attempt. A creation and an upload keep theirs, because other entries refer to
 * them by it; the refused attempt wrote nothing.
 */
function keyAgain({ key, work }: Outgoing) {
  return work.kind === 'upload' || work.kind === 'create' ? key : newIdempotencyKey()
}

function whatOf(work: Outgoing['work']): string {
  if (work.kind === 'upload') return 'New picture'
  if (work.kind === 'undo') return 'Undo of a change'
  if (work.kind === 'restore-media') return 'Restored file'
  if (work.kind === 'snippet') return 'Snippet'
  const name = documentKinds[work.type].singular
  return {
    save: `Changes of the ${name}`,
    create: `New ${name}`,
    delete: `Deletion of the ${name}`,
    restore: `Restored ${name}`,
    move: `New address of the ${name}`,
  }[work.kind]
}

function wordOf(entry: Outgoing, queue: ReadonlyArray<Outgoing>): [string, Tone] {
  if (entry.state.kind === 'conflict') return ['Conflict', 'danger']
  if (entry.state.kind === 'refused') return ['Refused', 'danger']
  if (entry.state.kind === 'gone') return ['Deleted', 'danger']
  const first = waitsFor(queue, entry)
  if (first && (first.state.kind !== 'waiting' || first.work.kind === 'upload'))
    return [
      first.work.kind === 'upload' ? 'Waits for its picture' : 'Waits for the one before',
      'neutral',
    ]
  return nextToSend(queue, Number.POSITIVE_INFINITY) === entry
    ? ['Next', 'info']
    : ['Waiting', 'neutral']
}

/** Deletes the item in its present version, for another attempt after a conflict. */
function withoutRevision(work: Outgoing['work']): Outgoing['work'] {
  return work.kind === 'delete' ? { ...work, revision: null } : work
}

const ConflictDialog = later(
  async () => (await import('../editing/conflict/conflict-dialog.tsx')).ConflictDialog,
)

/** Conflict dialog of a parked entry; the result replaces the entry in the queue. */
function WaitingConflict({ entry, onClose }: { entry: Outgoing; onClose: () => void }) {
  const { outbox } = useLocal()
  const { timeZone } = useSiteFacts()
  const [parked, setParked] = useState<ParkedConflict | null>(null)
  const [choices, setChoices] = useState<Choices>(noChoices)

  useEffect(() => {
    void import('#domain/markdown/merge-bodies.ts').then(({ mergeBodies }) =>
      setParked(parkedConflict(entry, timeZone, mergeBodies)),
    )
  }, [entry, timeZone])

  return (
    parked && (
      <ConflictDialog
        conflict={parked.conflict}
        choices={choices}
        saving={false}
        backLabel="Decide later"
        onChange={setChoices}
        onSave={() => void resolveQueued(outbox, entry, parked.solvedBy(choices)).then(onClose)}
        onClose={onClose}
      />
    )
  )
}
