import { GitMerge } from 'lucide-react'
import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { FieldValues } from 'react-hook-form'
import { Pill, type Tone } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { later } from '../../ui/loaded-code.tsx'
import { useOutgoing } from '../shell/local-provider.tsx'
import { createBufferedText, DraftContext } from './draft-context.ts'
import { OthersHere } from './presence.tsx'
import { changedTwice, deleted, queued, queuedBehind, type SaveOutcome } from './save-problem.ts'
import type { Document } from './session.ts'

const ConflictDialog = later(
  async () => (await import('./conflict/conflict-dialog.tsx')).ConflictDialog,
)

export type StateOfDraft = 'Saved' | 'Deleted' | 'Saving' | 'Unsaved' | 'Offline' | 'Conflict'

type AnyDocument = Document<FieldValues>

/** Something that is edited and saved. */
export interface Savable
  extends Pick<AnyDocument, 'saving' | 'dirty' | 'problem'>,
    Partial<Pick<AnyDocument, 'review' | 'conflictIsCurrent' | 'name'>> {
  /** It does not exist on the server yet. */
  isNew?: boolean
  /** It was deleted on the server. */
  gone?: boolean
  /** A version by others that is not in the editor yet. */
  newer?: object | null
  merge?: () => Promise<void>
}

/** The state label; 'Saved' only when everything is committed. */
export function stateOf({ saving, dirty, problem, gone }: Savable): StateOfDraft {
  if (saving) return 'Saving'
  if (problem.kind === 'conflict') return 'Conflict'
  if (problem.kind === 'queued') {
    if (problem.parked === undefined) return 'Offline'
    return problem.parked === 'conflict' ? 'Conflict' : 'Unsaved'
  }
  if (dirty) return 'Unsaved'
  return gone ? 'Deleted' : 'Saved'
}

/** The default for screens without rich-text editors. */
const nothingBuffered = createBufferedText()

const tones: Readonly<Record<StateOfDraft, Tone>> = {
  Saved: 'ok',
  Saving: 'info',
  Unsaved: 'warn',
  Offline: 'warn',
  Conflict: 'danger',
  Deleted: 'danger',
}

/**
 * State label beside the title, a way to the changes of others, and who else is there. Text that an
 * editor buffers counts as unsaved.
 */
export function StateWord({ draft }: { draft: Savable }) {
  const held = useContext(DraftContext)?.held ?? nothingBuffered
  const holds = useSyncExternalStore(held.subscribe, held.any)
  const state = stateOf({ ...draft, dirty: draft.dirty || holds })
  return (
    <>
      {draft.isNew && state === 'Saved' ? (
        <Pill tone="info">New</Pill>
      ) : (
        <Pill tone={tones[state]}>{state}</Pill>
      )}
      <OthersChanged draft={draft} />
      <OthersHere name={draft.name ?? null} />
    </>
  )
}

const somebodyElse = 'Somebody else changed this'

/**
 * Says in the bar of the editor, which stays in view, that somebody else changed the same; a press
 * puts both together.
 */
function OthersChanged({ draft }: { draft: Savable }) {
  const [merging, setMerging] = useState(false)
  const { problem, newer, merge } = draft
  if (problem.kind === 'queued' && problem.parked === 'conflict')
    return (
      <span data-part="others">
        <LinkButton size="sm" href="/admin/device" icon={<GitMerge />}>
          {somebodyElse}
        </LinkButton>
      </span>
    )
  const isConflict = problem.kind === 'conflict'
  if (!isConflict && !(newer && merge)) return null
  return (
    <span data-part="others">
      <Button
        size="sm"
        icon={<GitMerge />}
        title={isConflict ? 'Choose what to keep' : 'Merge their changes and yours'}
        pending={merging}
        pendingText="Merging..."
        onClick={() => {
          if (isConflict) return openReview(draft)
          setMerging(true)
          void merge?.().finally(() => setMerging(false))
        }}
      >
        {isConflict && problem.conflict.device ? changedTwice : somebodyElse}
      </Button>
    </span>
  )
}

/** Opens the conflict dialog, unless the text has changed since; then it is saved again first. */
function openReview({ review, conflictIsCurrent }: Pick<Savable, 'review' | 'conflictIsCurrent'>) {
  if (conflictIsCurrent?.() ?? true) review?.(true)
}

/** The part of an editing session that the notices need. */
type DraftWithProblem = Pick<
  AnyDocument,
  'problem' | 'saving' | 'choose' | 'solve' | 'conflictIsCurrent' | 'reviewing' | 'review'
>

/**
 * Shows why the last save failed and what to do; opens the conflict dialog. `onSolved` is called
 * when the conflict is resolved and saved.
 */
export function DraftProblem({
  draft,
  backLabel,
  onSave,
  onSolved,
}: {
  draft: DraftWithProblem
  backLabel?: string
  onSave: () => void
  onSolved?: (outcome: SaveOutcome) => void
}) {
  const { problem, saving, reviewing, review } = draft
  const conflict = problem.kind === 'conflict' ? problem.conflict : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new conflict
  useEffect(() => review(conflict !== null), [conflict])
  return (
    <>
      <ProblemNotice draft={draft} onSolve={() => openReview(draft)} onSave={onSave} />
      {reviewing &&
        problem.kind === 'conflict' &&
        // In a portal, so that its keys and buttons do not act on a form around it.
        createPortal(
          <ConflictDialog
            conflict={problem.conflict}
            choices={problem.choices}
            saving={saving}
            {...(backLabel && { backLabel })}
            onChange={draft.choose}
            onSave={() =>
              void draft.solve().then((outcome) => {
                if (outcome === 'failed') return
                review(false)
                onSolved?.(outcome)
              })
            }
            onClose={() => review(false)}
          />,
          document.body,
        )}
    </>
  )
}

/** The same without the conflict dialog. */
export function ProblemNotice({
  draft: { problem, saving },
  onSolve,
  onSave,
}: {
  draft: Pick<DraftWithProblem, 'problem' | 'saving'>
  onSolve?: () => void
  onSave: () => void
}) {
  if (problem.kind === 'none') return null
  if (problem.kind === 'queued') return <QueuedNotice />
  return (
    <div className="notice mb-5" data-tone="danger" role="alert">
      <p className="min-w-60 flex-1">{words(problem)}</p>
      {problem.kind === 'deleted' && (
        <LinkButton
          size="sm"
          href={`/admin/manage-content?type=${problem.type}&show=deleted`}
          target="_blank"
        >
          Recently deleted
        </LinkButton>
      )}
      {problem.kind === 'conflict' ? (
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

function words(problem: Exclude<DraftWithProblem['problem'], { kind: 'none' | 'queued' }>): string {
  if (problem.kind === 'conflict') return problem.conflict.message
  return problem.kind === 'deleted' ? deleted : problem.message
}
