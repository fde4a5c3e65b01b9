import { useState } from 'react'
import { newIdempotencyKey } from '../../../api/admin-request.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { typeName } from '../../manage-content/card-facts.ts'
import { Moment } from '../../shell/moment.tsx'
import { useLocal } from '../local-provider.tsx'
import type { Outgoing } from '../queue/outgoing.ts'
import { nextToSend, subjectOf } from '../queue/queue-rules.ts'
import { useTakeBack } from './take-back.ts'
import { WaitingConflict } from './waiting-conflict.tsx'

/** One entry of the queue: what, since when, how it stands, and what can be done about it. */
export function OutgoingEntry({ entry, queue }: { entry: Outgoing; queue: ReadonlyArray<Outgoing> }) {
  const { outbox } = useLocal()
  const takeBack = useTakeBack()
  const [open, setOpen] = useState<'cancel' | 'conflict' | null>(null)
  const { state, work, title, at } = entry
  const [word, tone] = wordOf(entry, queue)
  return (
    <li>
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="text-tiny text-muted">
          {whatOf(work)} · <Moment instant={new Date(at).toISOString()} />
        </p>
        {state.kind === 'refused' && <p className="form-error mt-1">{state.message}</p>}
      </div>
      <Badge tone={tone}>{word}</Badge>
      <div className="flex flex-wrap gap-2">
        {state.kind === 'conflict' && work.kind === 'save' && (
          <Button size="sm" onClick={() => setOpen('conflict')}>
            Choose what to keep
          </Button>
        )}
        {(state.kind === 'refused' || (state.kind === 'conflict' && work.kind !== 'save')) && (
          <Button size="sm" onClick={() => void outbox.again(entry.id, withoutRevision(work), newIdempotencyKey())}>
            Try again
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => setOpen('cancel')}>
          Cancel
        </Button>
      </div>
      {open === 'cancel' && (
        <ConfirmDialog
          title="Take this back?"
          text={
            work.kind === 'save' || (work.kind === 'create' && work.type !== 'newsletters')
              ? 'It is not sent. The text stays in this browser as a draft.'
              : 'It is not sent, and goes out of this list.'
          }
          confirmLabel="Take back"
          cancelLabel="Keep waiting"
          onConfirm={async () => {
            await takeBack(entry)
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'conflict' && <WaitingConflict entry={entry} onClose={() => setOpen(null)} />}
    </li>
  )
}

function whatOf(work: Outgoing['work']): string {
  if (work.kind === 'upload') return 'New picture'
  const name = typeName(work.type)
  return { save: `Changes of the ${name}`, create: `New ${name}`, delete: `Deletion of the ${name}` }[work.kind]
}

function wordOf(entry: Outgoing, queue: ReadonlyArray<Outgoing>): [string, Tone] {
  if (entry.state.kind === 'conflict') return ['Conflict', 'danger']
  if (entry.state.kind === 'refused') return ['Refused', 'danger']
  const before = queue.slice(0, queue.indexOf(entry))
  if (subjectOf(entry) && before.some((one) => subjectOf(one) === subjectOf(entry) && one.state.kind !== 'waiting'))
    return ['Waits for the one before', 'neutral']
  return nextToSend(queue, Number.POSITIVE_INFINITY) === entry ? ['Next', 'info'] : ['Waiting', 'neutral']
}

/** Whoever deletes again what somebody has changed means it as it is now. */
function withoutRevision(work: Outgoing['work']): Outgoing['work'] {
  return work.kind === 'delete' ? { ...work, revision: null } : work
}
