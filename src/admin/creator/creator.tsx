import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AdminItem } from '../../api/admin-content.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { Restored } from '../draft-editor/restored-draft.ts'
import type { KeptDraft } from '../local/kept-draft.ts'
import { useLocal } from '../local/local-provider.tsx'
import type { QueuedCreation } from '../local/queue/outgoing.ts'
import { refreshPictures } from '../media/media-queries.ts'
import { useUploads } from '../media/use-uploads.ts'
import type { RenderPreview } from '../preview/preview-dialog.tsx'
import { type CreatorEdit, type CreatorState, emptyValues, withPicture } from './creator-state.ts'
import { InputStep } from './input-step.tsx'
import { NewItemStep } from './new-item-step.tsx'
import type { CreatorNote } from './open-proposal.ts'
import { RestoredNotice } from './restored-notice.tsx'
import { SavedItemStep } from './saved-item-step.tsx'
import type { StepProps } from './step-props.ts'
import { type BegunCreator, creatorKind } from './use-begun-creator.ts'
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
  const { pictures, drafts } = useLocal()
  useEffect(() => pictures.onChange(() => setState((now) => pictures.settled(now))), [pictures])
  /** Reads the editing step as it is now; the fields keep their own values while one types. */
  const reader = useRef<((flush: boolean) => CreatorEdit) | null>(null)

  // It is what the step begins with at first; after that the state has it.
  const draftOnce = useRef(draft)

  const [restored, setRestored] = useState(begun?.draft ?? null)
  const forgetInput = useKeptInput(item && `${type}/${item.id}`, input)
  const kept = useKeptCreator(begun, state, (flush) => ({ ...state, edit: reader.current?.(flush) ?? edit }))
  /** Begins anew; can be undone. */
  async function discard({ item: name, title }: KeptDraft<CreatorState>) {
    const values = structuredClone({ ...state, edit: reader.current?.(true) ?? edit })
    const draft = { kind: creatorKind, item: name, revision: '', title, base: values, values, at: Date.now() }
    await kept.discard()
    onFresh()
    const undo = async () => {
      await drafts.keep(draft)
      onRestore({ name, draft })
    }
    void showToast({ title: 'Draft discarded', description: title, action: { label: 'Undo', run: undo } })
  }
  const restoredNotice = restored && (
    <RestoredNotice
      at={restored.at}
      onKeep={() => setRestored(null)}
      onFresh={onFresh}
      onDiscard={() => void discard(restored)}
    />
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
        notice={restoredNotice}
        edited={edit !== null}
        fixedType={item !== null}
        onType={(type) => setState((now) => ({ ...now, type }))}
        onInput={(change) => setState((now) => ({ ...now, input: change(now.input) }))}
        onContinue={() => setState((now) => ({ ...now, phase: 'editing' }))}
        onPrepared={(prepare) =>
          setState((now) => {
            const known = now.edit?.kind === 'saved' ? now.edit : null
            const values = prepare(known?.values ?? emptyValues(now.type), now.input)
            return {
              ...now,
              phase: 'editing',
              edit: known ? { ...known, values } : { kind: 'new', base: values, values },
            }
          })
        }
      />
    )

  const step = {
    type,
    edit,
    draftName: begun?.name ?? null,
    note,
    notice: restoredNotice,
    reader,
    onEdited: kept.changed,
    onCreated(stays: Parameters<StepProps['onCreated']>[0]) {
      if (!stays) {
        kept.done()
        return forgetInput()
      }
      const { created, values } = stays
      setState((now) => ({ ...now, edit: { kind: 'new', base: values, values, created } }))
    },
    onTries: (instead: ReadonlyArray<QueuedCreation>) =>
      setState((now) => (now.edit?.kind === 'new' ? { ...now, edit: { ...now.edit, instead } } : now)),
    renderPreview,
    onBack: () =>
      setState((now) => {
        const read = reader.current?.(true) ?? edit
        const raw = now.input.raw === '' ? read.values.content : now.input.raw
        reader.current = null
        draftOnce.current = null
        return { ...now, phase: 'input', input: { ...now.input, raw }, edit: read }
      }),
  }
  if (edit.kind === 'new') return <NewItemStep {...step} edit={edit} />
  return item && <SavedItemStep {...step} item={item} begun={draftOnce.current} />
}

/** Shows a step from its heading on, which is read out. */
function beginAtTop() {
  window.scrollTo(0, 0)
  const heading = document.querySelector<HTMLElement>('.creator-screen h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
