import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AdminItem } from '../../api/admin-content.ts'
import { showToast } from '../../ui/show-toast.ts'
import { refreshPictures } from '../editor/pictures/media-queries.ts'
import { useUploads } from '../editor/pictures/use-uploads.ts'
import type { RenderPreview } from '../editor/preview/preview-dialog.tsx'
import { type CreatorEdit, type CreatorState, creatorKind, emptyValues, withPicture } from '../item/creator-state.ts'
import { TabsNotice } from '../item/draft-notices.tsx'
import type { DraftValues } from '../item/draft-values.ts'
import { RestoredNew } from '../item/restored-new.tsx'
import type { Restored } from '../item/use-begun.ts'
import type { KeptDraft } from '../offline/kept-draft.ts'
import { useLocal } from '../offline/local-provider.tsx'
import type { QueuedCreation } from '../offline/queue/outgoing.ts'
import { InputStep } from './input-step.tsx'
import { NewItemStep } from './new-item-step.tsx'
import type { CreatorNote } from './open-proposal.ts'
import { SavedItemStep } from './saved-item-step.tsx'
import type { CreatorOutcome } from './step-props.ts'
import type { BegunCreator } from './use-begun-creator.ts'
import { useKeptCreator } from './use-kept-creator.ts'
import { useKeptInput } from './use-kept-input.ts'

/** Both steps of the creator, over one state that is plain JSON. `item` is what edit mode edits. */
export function Creator({
  start,
  item,
  draft,
  begun,
  note,
  onFresh,
  onRestore,
  onElsewhere,
  renderPreview,
}: {
  start: CreatorState
  item: AdminItem | null
  /** What was typed into that item before, and is in no commit. */
  draft: Restored | null
  /** What is made here, as the browser keeps it; null in edit mode. */
  begun: BegunCreator | null
  note: CreatorNote
  /** Begins something new; what is there is kept. */
  onFresh: () => void
  /** Goes on with what was just discarded. */
  onRestore: (begun: BegunCreator) => void
  /** Another tab has saved or discarded what is made here. */
  onElsewhere: () => void
  renderPreview: RenderPreview
}) {
  const [state, setState] = useState(start)
  const { phase, type, input, edit } = state
  const queries = useQueryClient()
  /** They go on while one edits. */
  const uploads = useUploads((url) => {
    setState((now) => ({ ...now, input: withPicture(now.input, url, '') }))
    void refreshPictures(queries)
  })
  const { pictures, drafts, tabs } = useLocal()
  useEffect(() => pictures.onChange(() => setState((now) => pictures.settled(now))), [pictures])
  /** Reads the editing step as it is now; the fields keep their own values while one types. */
  const reader = useRef<((flush: boolean) => CreatorEdit) | null>(null)
  const taker = useRef<((values: DraftValues) => void) | null>(null)

  // It is what the step begins with at first; after that the state has it.
  const draftOnce = useRef(draft)

  const [restored, setRestored] = useState(begun?.draft ?? null)
  const forgetInput = useKeptInput(item && `${type}/${item.id}`, input)
  const read = (flush: boolean): CreatorState => ({ ...state, edit: reader.current?.(flush) ?? edit })
  const kept = useKeptCreator(begun, state, read, (other) => {
    if (!other) return onElsewhere()
    if (other.phase === 'editing' && other.edit) taker.current?.(other.edit.values)
    else leaveStep()
    setState(other)
  })
  /** The editing step goes; what it held is in the state. */
  function leaveStep() {
    reader.current = null
    taker.current = null
    draftOnce.current = null
  }
  /** Begins anew; can be undone. */
  async function discard({ item: name, title }: KeptDraft<CreatorState>) {
    const values = structuredClone(read(true))
    const draft = { kind: creatorKind, item: name, revision: '', title, base: values, values, at: Date.now() }
    await kept.saved()
    onFresh()
    const undo = async () => {
      await drafts.keep(draft)
      tabs.post({ kind: 'draft', of: draft, draft })
      onRestore({ name, draft })
    }
    void showToast({ title: 'Draft discarded', description: title, action: { label: 'Undo', run: undo } })
  }
  const notice = (
    <>
      {restored && (
        <RestoredNew
          at={restored.at}
          actions={[
            { label: 'Keep', run: () => setRestored(null) },
            { label: 'Start Something New', run: onFresh },
            { label: 'Discard', run: () => void discard(restored) },
          ]}
        />
      )}
      <TabsNotice others={kept.others} className="mb-5" />
    </>
  )

  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step begins at its top
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
            // What is on the server, or on its way there, goes on as that.
            const known = before && (before.kind === 'saved' || before.created) ? before : null
            const values = prepare(known?.values ?? emptyValues(now.type), now.input)
            const edit = known ? { ...known, values } : { ...before, kind: 'new' as const, base: values, values }
            return { ...now, phase: 'editing', edit }
          })
        }
      />
    )

  const step = {
    type,
    edit,
    draftName: begun?.name ?? null,
    note,
    notice,
    reader,
    taker,
    onEdited: kept.changed,
    onCreated(outcome: CreatorOutcome) {
      if (outcome.kind === 'saved') {
        void kept.saved()
        return forgetInput()
      }
      const { created, values, leaves } = outcome
      const next: CreatorState = { ...state, edit: { kind: 'new', base: values, values, created } }
      if (!leaves) setState(next)
      kept.queued(next, leaves)
    },
    onTries: (instead: ReadonlyArray<QueuedCreation>) =>
      setState((now) => (now.edit?.kind === 'new' ? { ...now, edit: { ...now.edit, instead } } : now)),
    renderPreview,
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

/** Shows a step from its heading on, which is read out. */
function beginAtTop() {
  window.scrollTo(0, 0)
  const heading = document.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
