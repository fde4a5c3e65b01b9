import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Pill, type Tone } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useOutgoing } from '../offline/local-provider.tsx'
import { ConflictDialog } from './conflict/conflict-dialog.tsx'
import type { Draft } from './draft.ts'
import { createHeldText, DraftContext } from './draft-context.ts'
import { deleted, queued, queuedBehind, type SaveTrouble, unreachable } from './save-trouble.ts'
import type { SaveOutcome } from './use-draft-saving.ts'

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

/** Why the last save was not made, and what to do, until it is; a conflict is shown as soon as it is met. `onSolved` is told when it is solved and saved. */
export function DraftTrouble({
  draft,
  backLabel,
  onSave,
  onSolved,
}: {
  draft: Pick<Draft, 'trouble' | 'saving' | 'choose' | 'solve' | 'conflictIsCurrent'>
  backLabel?: string
  onSave: () => void
  onSolved?: (outcome: SaveOutcome) => void
}) {
  const { trouble, saving } = draft
  const [solving, setSolving] = useState(false)
  const conflict = trouble.kind === 'conflict' ? trouble.conflict : null
  useEffect(() => setSolving(conflict !== null), [conflict])
  return (
    <>
      <TroubleNotice
        draft={draft}
        onSolve={() => {
          if (draft.conflictIsCurrent()) setSolving(true)
        }}
        onSave={onSave}
      />
      {solving &&
        trouble.kind === 'conflict' &&
        // Its keys and buttons are not those of a form that this stands in.
        createPortal(
          <ConflictDialog
            conflict={trouble.conflict}
            choices={trouble.choices}
            saving={saving}
            {...(backLabel && { backLabel })}
            onChange={draft.choose}
            onSave={() =>
              void draft.solve().then((outcome) => {
                if (outcome === 'failed') return
                setSolving(false)
                onSolved?.(outcome)
              })
            }
            onClose={() => setSolving(false)}
          />,
          document.body,
        )}
    </>
  )
}

/** The same for what has no conflict to solve. */
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
  if (trouble.kind === 'conflict') return trouble.conflict.message
  return trouble.kind === 'deleted' ? deleted : trouble.message
}
