import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import type { FileKind } from '#domain/document/document-kinds.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { changedFrom } from '#domain/item/merge-item.ts'
import type { Conflict, Version } from '../documents/conflict/conflict.ts'
import { fileConflict, valueText } from '../documents/conflict/file-conflict.ts'
import { type FileAnswers, fileDocument } from '../documents/file-documents.ts'
import type { FileCreation, FileSave } from '../documents/queue/outgoing.ts'
import { useLocal } from '../shell/local-provider.tsx'
import type { FileDraft, FileDraftOptions } from './file-draft.ts'
import { notSaved } from './save-problem.ts'
import { isSaved, isSaveOf, readableFile } from './stored-file.ts'
import { type Based, type Session, useDocument } from './use-document.ts'

/** The editing session of a file that is not an item. */
export function useFileDraft<Values extends FieldValues, Kind extends FileKind>(
  own: FileDraftOptions<Values, Kind>,
): FileDraft<Values> {
  const options = own as unknown as FileDraftOptions<Values>
  const { stored, names, failed = 'Update failed' } = options
  const { labels, read, valuesOf, versionOf } = fileDocument(stored.kind)
  const { drafts } = useLocal()
  const flush = () => options.flush?.()
  /** The values of the form in a version of its document. */
  function shownIn(version: Version): Partial<Values> {
    const all = Object.entries(valuesOf(version))
    return Object.fromEntries(
      names ? all.filter(([name]) => names.includes(name)) : all,
    ) as Partial<Values>
  }
  const originOf = (answer: FileAnswers[FileKind]): Based<Values> => ({
    base: shownIn(versionOf(answer)) as Values,
    revision: answer.revision ?? '',
  })
  const loaded = options.loaded
    ? originOf(options.loaded)
    : { base: options.empty as Values, revision: '' }
  /** The file with the changes in the queue. */
  const [ahead] = useState(() => ({ ...loaded, base: { ...loaded.base, ...stored.waiting } }))
  const [earlier] = useState(() => readableFile(ahead.base, stored.draft))
  const [start] = useState(() =>
    earlier ? { base: earlier.base, revision: earlier.revision } : ahead,
  )
  const [fields] = useState(() => Object.keys(loaded.base))
  const form = useForm<Values>({
    defaultValues: (earlier?.values ?? start.base) as DefaultValues<Values>,
    resolver: zodResolver(options.rules as never) as never,
    shouldFocusError: true,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!earlier)
      void drafts.unsaved(stored.kind, stored.item, (draft) => isSaved(ahead.base, draft))
  }, [])
  // A general error disappears with the next edit.
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => form.clearErrors('root') }),
    [form],
  )

  const session: Session<Values, Based<Values>, Conflict<Version>> = useDocument<
    Values,
    Based<Values>,
    FileAnswers[FileKind],
    Conflict<Version>
  >({
    form,
    stored,
    restored: earlier,
    start,
    isQueued: stored.waiting !== null,
    concerns: (entry) => isSaveOf(entry, stored),
    fields,
    flush,
    originOf,
    file: (waits) => (waits ? ahead : loaded),
    merged: async ({ sent, current, saved }) => ({ ...saved, ...changedFrom(sent, current) }),
    workOf: (sent, from) => fileWork(options, sent, from),
    titleOf: (sent) => String(sent.title || stored.title),
    onProgress: options.onProgress,
    onSaved(answer) {
      options.onAnswer?.(answer)
      options.onSaved(answer)
      // The answer to a repeated save is older than what others saved since.
      if (loaded.revision) showNewest()
    },
    onQueued: options.onQueued,
    onEmptied: showNewest,
    conflicts: {
      of: (answer, mergeBodies) => fileConflict(answer, labels, mergeBodies),
      isSame: sameValue,
      solve(conflict, solved, choices) {
        const base = { ...session.origin.base, ...shownIn(conflict.theirs) }
        const theirs = { base, revision: conflict.revision }
        session.setOrigin(theirs)
        session.put({ ...base, ...shownIn(solved), ...options.onSolve?.(conflict, choices) })
        return theirs
      },
    },
    fieldOf: (path) => (path || 'root') as FieldPath<Values>,
    words: { failed, noAnswer: notSaved },
    screen: 'form',
  })

  /**
   * Shows a version, and over it what was typed since the last one. When the same was changed in
   * that version, the form stays, and the next save asks.
   */
  function adopt(answer: FileAnswers[FileKind]) {
    options.onAnswer?.(answer)
    flush()
    const { base } = session.latest()
    const typed = changedFrom(base, form.getValues())
    const next = originOf(answer)
    const theirs = changedFrom(base, next.base)
    if (Object.keys(changedFrom(next.base, typed)).some((name) => name in theirs)) return
    session.stand(next)
    session.put({ ...next.base, ...typed })
  }
  function showNewest() {
    void read(stored.document).then(adopt, (error: unknown) => console.warn(error))
  }

  const { restored } = session
  return {
    ...session.document,
    adopt,
    showNewest,
    restored: restored && { at: restored.at, moved: restored.revision !== loaded.revision },
    compared() {
      flush()
      return comparedFields(loaded.base, form.getValues(), labels)
    },
  }
}

/** The fields that differ, as texts. */
function comparedFields(
  file: FieldValues,
  values: FieldValues,
  labels: Readonly<Record<string, string>>,
) {
  return Object.keys(changedFrom(file, values)).map((name) => {
    const isBody = name === 'content'
    const label = isBody ? 'Text' : (labels[name] ?? name)
    return { label, before: valueText(file[name]), after: valueText(values[name]), isBody }
  })
}

/** The write of these values of a form; null without a difference. */
function fileWork<Values extends FieldValues>(
  { stored: { kind, item, document }, loaded, fileOf }: FileDraftOptions<Values>,
  sent: Values,
  from: Based<Values>,
): FileSave | FileCreation | null {
  const file = fileOf?.(String(sent.file ?? ''))
  if (kind === 'downloads' && !loaded)
    return file ? { kind: 'create', type: kind, fields: sent, file } : null
  const patch = changedFrom(from.base, sent)
  const names = Object.keys(patch)
  if (names.length === 0) return null
  return {
    kind: 'save',
    type: kind,
    item: kind === 'downloads' ? Number(document) : document,
    form: item,
    revision: from.revision,
    patch,
    from: Object.fromEntries(names.map((name) => [name, from.base[name]])),
    file: 'file' in patch ? file : undefined,
  }
}
