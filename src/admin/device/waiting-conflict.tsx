import { useEffect, useState } from 'react'
import { later } from '../../ui/loaded-code.tsx'
import { conflictAnswer, solvedValues } from '../item/conflict/conflict.ts'
import { type ItemInConflict, itemConflict } from '../item/conflict/item-conflict.ts'
import { type Choices, noChoices } from '../item/conflict/merge-places.ts'
import { resolveQueued } from '../item/resolve-queued.ts'
import { useLocal } from '../offline/local-provider.tsx'
import type { Outgoing } from '../offline/queue/outgoing.ts'
import { useSiteFacts } from '../shell/site-facts.ts'

const ConflictDialog = later(async () => (await import('../item/conflict/conflict-dialog.tsx')).ConflictDialog)

/** Conflict dialog of a parked entry; the result replaces the entry in the queue. */
export function WaitingConflict({ entry, onClose }: { entry: Outgoing; onClose: () => void }) {
  const { outbox } = useLocal()
  const { timeZone } = useSiteFacts()
  const [conflict, setConflict] = useState<ItemInConflict | null>(null)
  const [choices, setChoices] = useState<Choices>(noChoices)
  const { state, work } = entry

  useEffect(() => {
    const answer = state.kind === 'conflict' && work.kind === 'save' ? conflictAnswer(state.answer) : null
    if (!answer || work.kind !== 'save') return
    const told = { ...answer, message: 'Somebody has changed this while your change was waiting.' }
    void import('#domain/markdown/merge-bodies.ts').then(({ mergeBodies }) =>
      setConflict(itemConflict(work.type, told, timeZone, mergeBodies)),
    )
  }, [state, work, timeZone])

  return (
    conflict && (
      <ConflictDialog
        conflict={conflict}
        choices={choices}
        saving={false}
        backLabel="Decide later"
        onChange={setChoices}
        onSave={() =>
          void resolveQueued(outbox, entry, conflict, solvedValues(conflict, choices), timeZone).then(onClose)
        }
        onClose={onClose}
      />
    )
  )
}
