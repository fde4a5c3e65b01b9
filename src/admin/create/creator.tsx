import { useEffect, useRef, useState } from 'react'
import type { AdminItem } from '../../api/admin-content.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import type { StoredDraft } from '../documents/stored-draft.ts'
import {
  type CreatorEdit,
  type CreatorState,
  creatorKind,
  emptyValues,
  hasInput,
  wasSent,
  withPicture,
} from '../editing/creator-state.ts'
import { RestoredNew, TabsNotice } from '../editing/draft-notices.tsx'
import type { Restored } from '../editing/use-draft.ts'
import { useUploads } from '../editor/pictures/use-uploads.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { InputStep } from './input-step.tsx'
import { NewItemStep } from './new-item-step.tsx'
import type { CreatorNote } from './open-proposal.ts'
import { SavedItemStep } from './saved-item-step.tsx'
import type { CreatorOutcome } from './step-props.ts'
import type { CreatorDraft } from './use-creator-draft.ts'
import { type StoredInput, useStoredCreator } from './use-stored-creator.ts'

/**
 * Both steps of the creator. Their shared state is plain JSON, so it can be stored. `item` is the
 * item of edit mode.
 */
export function Creator({
  start,
  item,
  draft,
  begun,
  storedInput = null,
  note,
  onFresh,
  onRestore,
  onElsewhere,
}: {
  start: CreatorState
  item: AdminItem | null
  /** Unsaved changes of that item from an earlier visit. */
  draft: Restored | null
  /** The stored state of a new item; null in edit mode. */
  begun: CreatorDraft | null
  storedInput?: StoredInput | null
  note: CreatorNote
  /** Starts a new item; the present one stays stored. */
  onFresh: () => void
  /** Restores a discarded state. */
  onRestore: (begun: CreatorDraft) => void
  /** Called when another tab has saved or discarded this item. */
  onElsewhere: () => void
}) {
  const [state, setState] = useState(start)
  const { phase, type, input, edit } = state
  const profile = useProfile()
  // Uploads continue in the editing step.
  const uploads = useUploads({
    onStored: (url) => setState((now) => ({ ...now, input: withPicture(now.input, url, '') })),
  })
  const { pictures, drafts, tabs } = useLocal()
  useEffect(
    () => pictures.onChange(() => setState((now) => pictures.withAddresses(now))),
    [pictures],
  )
  /** Reads the values of the editing step, which are in its own form while it is shown. */
  const reader = useRef<((flush: boolean) => CreatorEdit) | null>(null)
  const taker = useRef<((edit: CreatorEdit) => void) | null>(null)

  // Only for the first editing step; later steps get their values from the state.
  const draftOnce = useRef(draft)

  const [restored, setRestored] = useState(begun?.draft ?? null)
  const read = (flush: boolean): CreatorState => ({
    ...state,
    edit: reader.current?.(flush) ?? edit,
  })
  const kept = useStoredCreator(begun, storedInput, state, read, (other) => {
    if (!other) return onElsewhere()
    if (other.phase === 'editing' && other.edit) taker.current?.(other.edit)
    else leaveStep()
    setState(other)
  })
  /** Leaves the editing step; its values are in the state. */
  function leaveStep() {
    reader.current = null
    taker.current = null
    draftOnce.current = null
  }
  /** Starts a new item; the toast can undo it. */
  async function discard({ item: name, title }: StoredDraft<CreatorState>) {
    const values = structuredClone(read(true))
    const draft = {
      kind: creatorKind,
      item: name,
      revision: '',
      title,
      base: values,
      values,
      at: Date.now(),
    }
    await kept.saved()
    onFresh()
    const undo = async () => {
      await drafts.store(draft)
      tabs.post({ kind: 'draft', of: draft, draft })
      onRestore({ name, draft })
    }
    void showToast({
      title: 'Draft discarded',
      description: title,
      action: { label: 'Undo', run: undo },
    })
  }
  const notice = (
    <>
      {restored && (
        <div className="mb-5">
          <RestoredNew
            restored={restored}
            sent={edit !== null && wasSent(edit)}
            actions={[
              { label: 'Keep', run: () => setRestored(null) },
              { label: 'Start Something New', run: onFresh },
              { label: 'Discard', run: () => void discard(restored) },
            ]}
          />
        </div>
      )}
      <TabsNotice others={kept.others} className="mb-5" />
    </>
  )

  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the step changes
  useEffect(() => {
    if (!first.current) beginAtTop()
    first.current = false
  }, [phase])

  if (phase === 'input' || !edit)
    return (
      <InputStep
        type={type}
        input={input}
        uploads={uploads}
        notice={notice}
        edited={edit !== null}
        fixedType={item !== null}
        onType={(type) => setState((now) => ({ ...now, type }))}
        onInput={(change) => setState((now) => ({ ...now, input: change(now.input) }))}
        onContinue={() => setState((now) => ({ ...now, phase: 'editing' }))}
        onPrepared={(prepare) =>
          setState((now) => {
            const before = now.edit
            // A saved or queued item continues as that item.
            const known = before && (before.kind === 'saved' || before.created) ? before : null
            const values = prepare(known?.values ?? emptyValues(now.type, profile), now.input)
            const edit = known
              ? { ...known, values }
              : { ...before, kind: 'new' as const, base: values, values }
            return { ...now, phase: 'editing', edit }
          })
        }
      />
    )

  const step = {
    type,
    edit,
    draftName: begun?.name ?? null,
    written: begun !== null && edit.kind === 'new' && !edit.created && !hasInput(input),
    note,
    notice,
    reader,
    taker,
    onEdited: kept.changed,
    onCreated(outcome: CreatorOutcome) {
      if (outcome.kind === 'saved') return void kept.saved()
      const next: CreatorState = { ...state, edit: outcome.edit }
      if (!outcome.leaves) setState(next)
      kept.queued(next, outcome.leaves)
    },
    storeNow: kept.storeNow,
    onBack: () =>
      setState((now) => {
        const read = reader.current?.(true) ?? edit
        const raw = now.input.raw === '' ? read.values.content : now.input.raw
        leaveStep()
        return { ...now, phase: 'input', input: { ...now.input, raw }, edit: read }
      }),
  }
  if (edit.kind === 'new') return <NewItemStep {...step} edit={edit} />
  return item && <SavedItemStep {...step} item={item} begun={draftOnce.current} />
}

/** Scrolls to the top of a step and focuses its heading, so that screen readers announce it. */
function beginAtTop() {
  window.scrollTo(0, 0)
  const heading = document.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
