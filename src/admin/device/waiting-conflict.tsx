import { useEffect, useState } from 'react'
import { ConflictDialog } from '../item/conflict/conflict-dialog.tsx'
import { type ConflictDraft, conflictDraft, isConflictAnswer, solvedValues } from '../item/conflict/conflict-draft.ts'
import { type Choices, noChoices } from '../item/conflict/merge-places.ts'
import { solveWaiting } from '../item/solve-waiting.ts'
import { useLocal } from '../offline/local-provider.tsx'
import type { Outgoing } from '../offline/queue/outgoing.ts'
import { useSiteFacts } from '../shell/site-facts.ts'

/** The conflict of an entry that was parked; what is chosen goes back into its place in the queue. */
export function WaitingConflict({ entry, onClose }: { entry: Outgoing; onClose: () => void }) {
  const { outbox } = useLocal()
  const { timeZone } = useSiteFacts()
  const [conflict, setConflict] = useState<ConflictDraft | null>(null)
  const [choices, setChoices] = useState<Choices>(noChoices)
  const { state, work } = entry

  useEffect(() => {
    if (state.kind !== 'conflict' || work.kind !== 'save' || !isConflictAnswer(state.answer)) return
    const { answer } = state
    void import('#domain/markdown/merge-bodies.ts').then(({ mergeBodies }) =>
      setConflict(conflictDraft(work.type, answer, timeZone, mergeBodies)),
    )
  }, [state, work, timeZone])

  if (!conflict || work.kind !== 'save') return null
  const trouble = {
    kind: 'conflict' as const,
    message: 'Somebody has changed this while your change was waiting.',
    conflict,
    choices,
    sent: conflict.yours,
  }
  return (
    <ConflictDialog
      draft={{
        saving: false,
        choose: setChoices,
        async solve() {
          await solveWaiting(outbox, entry, conflict, solvedValues(conflict, choices), timeZone)
          return true
        },
      }}
      trouble={trouble}
      backLabel="Decide later"
      onClose={onClose}
    />
  )
}
