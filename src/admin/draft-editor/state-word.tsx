import { Pill, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Draft, unreachable } from './use-draft.ts'

export type StateOfDraft = 'Saved' | 'Saving' | 'Unsaved' | 'Offline' | 'Conflict'

/** 'Saved' only when everything is in a commit. */
export function stateOf({ saving, dirty, trouble }: Pick<Draft, 'saving' | 'dirty' | 'trouble'>): StateOfDraft {
  if (saving) return 'Saving'
  if (trouble.kind === 'conflict') return 'Conflict'
  if (!dirty) return 'Saved'
  return trouble.kind === 'offline' ? 'Offline' : 'Unsaved'
}

const tones: Readonly<Record<StateOfDraft, Tone>> = {
  Saved: 'ok',
  Saving: 'info',
  Unsaved: 'warn',
  Offline: 'warn',
  Conflict: 'danger',
}

/** The state word beside the title. */
export function StateWord({ draft }: { draft: Pick<Draft, 'saving' | 'dirty' | 'trouble'> }) {
  const state = stateOf(draft)
  return <Pill tone={tones[state]}>{state}</Pill>
}

/** Why the last save was not made, and what to do, until it is. */
export function TroubleNotice({
  draft: { trouble, saving },
  onSolve,
  onSave,
}: {
  draft: Pick<Draft, 'trouble' | 'saving'>
  onSolve?: () => void
  onSave: () => void
}) {
  if (trouble.kind === 'none') return null
  return (
    <div className="notice mb-5" data-tone={trouble.kind === 'offline' ? 'warn' : 'danger'} role="alert">
      <p className="min-w-0 flex-1">{trouble.kind === 'offline' ? unreachable : trouble.message}</p>
      {trouble.kind === 'conflict' ? (
        <Button size="sm" onClick={onSolve}>
          Choose what to keep
        </Button>
      ) : (
        <Button size="sm" pending={saving} pendingText="Saving..." onClick={onSave}>
          Save again
        </Button>
      )}
    </div>
  )
}
