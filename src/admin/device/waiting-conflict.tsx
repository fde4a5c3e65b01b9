import { useEffect, useState } from 'react'
import { later } from '../../ui/loaded-code.tsx'
import { type Choices, noChoices } from '../documents/conflict/merge-places.ts'
import type { Outgoing } from '../documents/queue/outgoing.ts'
import { type ParkedConflict, parkedConflict, resolveQueued } from '../documents/resolve-queued.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'

const ConflictDialog = later(async () => (await import('../editing/conflict/conflict-dialog.tsx')).ConflictDialog)

/** Conflict dialog of a parked entry; the result replaces the entry in the queue. */
export function WaitingConflict({ entry, onClose }: { entry: Outgoing; onClose: () => void }) {
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
