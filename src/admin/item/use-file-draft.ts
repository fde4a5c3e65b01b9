import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import type { FileKind } from '#domain/document/document-kinds.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useLocal, useOutgoing } from '../offline/local-provider.tsx'
import { valueText } from './conflict/file-conflict.ts'
import { type FileAnswers, fileDocument } from './file-documents.ts'
import type { FileDraft, FileDraftOptions, FileForm, FileProblem, FileVersion } from './file-draft.ts'
import { isSaved, isSaveOf, readableFile } from './stored-file.ts'
import { useFileSaving, valuesOf } from './use-file-saving.ts'
import { useStoredForm } from './use-stored-form.ts'

/**
 * The editing session of a file that is not an item: form, base, saving. A save sends only changes, with the revision that they are based on; without a network it
 * waits in the queue. Typed text is never discarded without the person.
 */
export function useFileDraft<Values extends FieldValues, Kind extends FileKind>(
  own: FileDraftOptions<Values, Kind>,
): FileDraft<Values> {
  const options = own as unknown as FileDraftOptions<Values>
  const { stored, flush } = options
  const { labels } = fileDocument(stored.kind)
  const { drafts } = useLocal()
  const versionFrom = (answer: FileAnswers[FileKind]): FileVersion<Values> => ({
    values: valuesOf(fileDocument(stored.kind).versionOf(answer), options) as Values,
    revision: answer.revision,
    commit: answer.commit,
  })
  const loaded: FileVersion<Values> = options.loaded
    ? versionFrom(options.loaded)
    : { values: options.empty as Values, revision: null }
  /** The file with the changes in the queue. */
  const [start] = useState(() => ({ ...loaded, values: { ...loaded.values, ...stored.waiting } }))
  const [earlier] = useState(() => readableFile(start.values, stored.draft))
  const [base, setBase] = useState<FileVersion<Values>>(() =>
    earlier ? { values: earlier.base, revision: earlier.revision || null } : start,
  )
  const [restored, setRestored] = useState(earlier)
  const [problem, setProblem] = useState<FileProblem>({ kind: stored.waiting ? 'queued' : 'none' })
  const [reviewing, review] = useState(false)
  const form = useForm<Values>({
    defaultValues: base.values as DefaultValues<Values>,
    resolver: zodResolver(options.rules as never) as never,
    shouldFocusError: true,
  })
  const latest = useRef(base)
  latest.current = base

  // The form compares with its initial values, so the stored values are set after the first render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (earlier) put(earlier.values, earlier.base)
    else void drafts.unsaved(stored.kind, stored.item, (draft) => isSaved(start.values, draft))
  }, [])

  const kept = useStoredForm<Values>({
    kind: stored.kind,
    item: stored.item,
    current() {
      const { values, revision } = latest.current
      if (sameValue(form.getValues(), values)) return null
      return { revision: revision ?? '', title: stored.title, base: values, values: form.getValues() }
    },
    subscribe: (changed) => form.subscribe({ formState: { values: true }, callback: changed }),
    flush: () => flush?.(),
    onOther(draft) {
      if (!draft) return put(latest.current.values, latest.current.values)
      show({ values: draft.base, revision: draft.revision || null }, draft.values)
    },
    restored: earlier,
  })
  // Removes the stored draft after a save.
  useEffect(() => {
    latest.current = base
    kept.storeNow()
  }, [base, kept.storeNow])

  /** Shows `values` in the form and compares them with `over`. */
  function put(values: Values, over: Values) {
    form.reset(over)
    for (const name of Object.keys(over) as Array<FieldPath<Values>>)
      if (!sameValue(values[name], over[name])) form.setValue(name, values[name], { shouldDirty: true })
  }

  function show(version: FileVersion<Values>, values = version.values) {
    setBase(version)
    put(values, version.values)
  }

  const state: FileForm<Values> = {
    form,
    base,
    latest,
    problem,
    setProblem,
    show,
    versionFrom,
    takeSaved(version, sent) {
      flush?.()
      const typed = Object.entries(form.getValues()).filter(([name, value]) => !sameValue(value, sent[name]))
      show(version, { ...version.values, ...Object.fromEntries(typed) })
      // Not in an effect: the screen may close the form before the next render.
      latest.current = version
      kept.storeNow()
    },
  }
  const { saving, save, solve } = useFileSaving(state, options, () => setRestored(null))
  const { waits, parked } = useFileQueue(state, options)

  // A general error disappears with the next edit.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => form.clearErrors('root') }), [form])

  return {
    form,
    dirty: form.formState.isDirty,
    saving,
    // The change may have been parked before the form was opened.
    problem: parked && (problem.kind === 'queued' || problem.kind === 'none') ? { kind: 'queued', parked } : problem,
    save,
    choose: (choices) => setProblem((now) => (now.kind === 'conflict' ? { ...now, choices } : now)),
    reviewing,
    review,
    solve,
    adopt(answer) {
      options.onAnswer?.(answer)
      show(versionFrom(answer))
    },
    restored: restored && { at: restored.at, moved: restored.revision !== (loaded.revision ?? '') },
    keepRestored: () => setRestored(null),
    compared() {
      flush?.()
      const values = form.getValues()
      return Object.keys(values)
        .filter((name) => !sameValue(values[name], loaded.values[name]))
        .map((name) => {
          const [before, after] = [valueText(loaded.values[name]), valueText(values[name])]
          const isBody = name === 'content'
          return { label: isBody ? 'Text' : (labels[name] ?? name), before, after, isBody }
        })
    },
    forget: kept.discard,
    async discard() {
      flush?.()
      const before = { base, restored, values: structuredClone(form.getValues()) }
      await kept.discard()
      setRestored(null)
      setProblem({ kind: waits ? 'queued' : 'none' })
      show(waits ? start : loaded)
      const undo = () => {
        setRestored(before.restored)
        show(before.base, before.values)
      }
      void showToast({
        title: 'Draft discarded',
        description: 'The form shows the file again.',
        action: { label: 'Undo', run: undo },
      })
    },
  }
}

/** Whether saves of the form are in the queue. `parked`: why one of them needs a decision; undefined when none does. */
interface FileQueue {
  waits: boolean
  parked: Extract<FileProblem, { kind: 'queued' }>['parked']
}

/** Watches the saves of the form in the queue, and shows the file once all of them are sent: text typed since then stays. */
function useFileQueue<Values extends FieldValues>(
  { problem, setProblem, takeSaved, versionFrom, latest }: FileForm<Values>,
  { stored, onAnswer }: FileDraftOptions<Values>,
): FileQueue {
  const own = useOutgoing().filter((entry) => isSaveOf(entry, stored))
  const hasSent = problem.kind === 'queued' && own.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last entry leaves the queue
  useEffect(() => {
    if (!hasSent) return
    setProblem({ kind: 'none' })
    const sent = latest.current.values
    fileDocument(stored.kind)
      .read(stored.document)
      .then(
        (answer) => {
          onAnswer?.(answer)
          takeSaved(versionFrom(answer), sent)
        },
        (error: unknown) => {
          console.warn(error)
          setProblem({ kind: 'offline' })
        },
      )
  }, [hasSent])
  const parked = own.map(({ state }) => state.kind).find((kind) => kind !== 'waiting')
  return { waits: own.length > 0, parked }
}
