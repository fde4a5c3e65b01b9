import { useContext, useSyncExternalStore } from 'react'
import { Pill, type Tone } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useOutgoing } from '../offline/local-provider.tsx'
import type { Draft } from './draft.ts'
import { DraftContext } from './draft-context.ts'
import { createHeldText } from './held-text.ts'
import { deleted, queued, queuedBehind, type SaveTrouble, unreachable } from './save-trouble.ts'

export type StateOfDraft = 'Saved' | 'Saving' | 'Unsaved' | 'Offline' | 'Conflict'

/** Whatever is edited and saved. */
export interface Savable {
  saving: boolean
  dirty: boolean
  trouble: { kind: SaveTrouble['kind']; parked?: Extract<SaveTrouble, { kind: 'queued' }>['parked'] }
}

/** 'Saved' only when everything is in a commit. */
export function stateOf({ saving, dirty, trouble }: Savable): StateOfDraft {
  if (saving) return 'Saving'
  if (trouble.kind === 'conflict') return 'Conflict'
  if (trouble.kind === 'queued') {
    if (trouble.parked === undefined) return 'Offline'
    return trouble.parked === 'conflict' ? 'Conflict' : 'Unsaved'
  }
  if (!dirty) return 'Saved'
  return trouble.kind === 'offline' ? 'Offline' : 'Unsaved'
}

/** For screens whose editors hand everything out at once. */
const nothingHeld = createHeldText()

const tones: Readonly<Record<StateOfDraft, Tone>> = {
  Saved: 'ok',
  Saving: 'info',
  Unsaved: 'warn',
  Offline: 'warn',
  Conflict: 'danger',
}

/** The state word beside the title. What an editor has not handed out yet is not saved either. */
export function StateWord({ draft }: { draft: Savable }) {
  const held = useContext(DraftContext)?.held ?? nothingHeld
  const holds = useSyncExternalStore(held.subscribe, held.any)
  const state = stateOf({ ...draft, dirty: draft.dirty || holds })
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
  if (trouble.kind === 'queued') return <QueuedNotice />
  return (
    <div className="notice mb-5" data-tone={trouble.kind === 'offline' ? 'warn' : 'danger'} role="alert">
      <p className="min-w-60 flex-1">{words(trouble)}</p>
      {trouble.kind === 'deleted' && (
        <LinkButton size="sm" href={`/admin/manage-content?type=${trouble.type}&show=deleted`} target="_blank">
          Recently deleted
        </LinkButton>
      )}
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

function QueuedNotice() {
  const isParked = useOutgoing().some(({ state }) => state.kind !== 'waiting')
  return (
    <div className="notice mb-5" data-tone="warn" role="status">
      <p className="min-w-60 flex-1">{isParked ? queuedBehind : queued}</p>
      <LinkButton size="sm" href="/admin/device">
        Show what waits
      </LinkButton>
    </div>
  )
}

function words(trouble: Exclude<SaveTrouble, { kind: 'none' | 'queued' }>): string {
  if (trouble.kind === 'offline') return unreachable
  return trouble.kind === 'deleted' ? deleted : trouble.message
}
