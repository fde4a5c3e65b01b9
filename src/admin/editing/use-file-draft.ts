import { useEffect, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { FileKind } from '#domain/document/document-kinds.ts'
import type { Conflict } from '../documents/conflict/conflict.ts'
import type { Choices } from '../documents/conflict/merge-places.ts'
import type { DocumentForm } from '../documents/document-form.ts'
import { type FileAnswers, fileDocument, fileForm } from '../documents/file-documents.ts'
import type { FileCreation, FileSave, NewFile } from '../documents/queue/outgoing.ts'
import { isSaved, readableDraft } from '../documents/readable-draft.ts'
import { useLocal } from '../shell/local-provider.tsx'
import { notSaved } from './save-problem.ts'
import type { Based, Document } from './session.ts'
import { isSaveOf, type StoredFile } from './stored-file.ts'
import { useDocument } from './use-document.ts'

export interface FileDraftOptions<Values extends FieldValues, Kind extends FileKind = FileKind> {
  /** The file; null for a new one, whose form begins with `empty`. */
  loaded: FileAnswers[Kind] | null
  empty?: Values
  stored: StoredFile & { kind: Kind }
  rules: z.ZodType
  /** The fields of this form, when it has only some of the document's. */
  names?: ReadonlyArray<string>
  flush?: () => void
  /** Called with every version that the server answers. */
  onAnswer?: (answer: FileAnswers[Kind]) => void
  /** Called with the version of a save. */
  onSaved: (answer: FileAnswers[Kind]) => void
  /** Called when a save waits in the queue. */
  onQueued?: () => void
  /** The chosen file with this description. */
  fileOf?: (description: string) => NewFile | undefined
  /** Called with the part of a chosen file that is sent, from 0 to 1. */
  onProgress?: (part: number) => void
  /**
   * Called with the decisions of a conflict, before they are saved. Returns the values of fields
   * that versions do not have.
   */
  onSolve?: (conflict: Conflict<Values>, choices: Choices) => Partial<Values>
  /** Title of the toast after a failure. */
  failed?: string
}

/** The editing session of a file of the site or of a download. */
export interface FileDraft<Values extends FieldValues> extends Document<Values> {
  /** Shows a version, under what was typed, unless both changed the same. */
  adopt(answer: FileAnswers[FileKind]): void
  /** Reads the file and shows it in the same way. */
  showNewest(): void
  /** The file has changed since the restored draft was begun. */
  moved: boolean
}

/** The editing session of a file that is not an item. */
export function useFileDraft<Values extends FieldValues, Kind extends FileKind>(
  own: FileDraftOptions<Values, Kind>,
): FileDraft<Values> {
  const options = own as unknown as FileDraftOptions<Values>
  const { stored, rules, flush = () => undefined, failed = 'Update failed' } = options
  const { read, versionOf } = fileDocument(stored.kind)
  const { drafts } = useLocal()
  const [fields] = useState(() => fileForm<Values>(stored.kind, options.names))
  const originOf = (answer: FileAnswers[FileKind]): Based<Values> => ({
    base: fields.valuesOf(versionOf(answer)),
    revision: answer.revision ?? '',
  })
  const loaded = options.loaded
    ? originOf(options.loaded)
    : { base: options.empty as Values, revision: '' }
  /** The file with the changes in the queue. */
  const [ahead] = useState(() => ({ ...loaded, base: { ...loaded.base, ...stored.waiting } }))
  const [earlier] = useState(() => readableDraft(ahead.base, stored.draft))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!earlier)
      void drafts.unsaved(stored.kind, stored.item, (draft) => isSaved(ahead.base, draft))
  }, [])

  const session = useDocument<Values, Based<Values>, FileAnswers[FileKind]>({
    fields,
    rules: () => rules,
    stored,
    restored: earlier,
    start: earlier ? { base: earlier.base, revision: earlier.revision } : ahead,
    isQueued: stored.waiting !== null,
    concerns: (entry) => isSaveOf(entry, stored),
    flush,
    originOf,
    file: (waits) => (waits ? ahead : loaded),
    workOf: (sent, from) => fileWork(options, fields, sent, from),
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
    onSolve: options.onSolve,
    fieldOf: (path) => (path || 'root') as FieldPath<Values>,
    words: { failed, noAnswer: notSaved },
    screen: options.loaded ? 'form' : null,
  })
  const { form, restored } = session.document
  // A general error disappears with the next edit.
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => form.clearErrors('root') }),
    [form],
  )

  function adopt(answer: FileAnswers[FileKind]) {
    options.onAnswer?.(answer)
    void session.adopt(originOf(answer))
  }
  function showNewest() {
    void read(stored.document).then(adopt, (error: unknown) => console.warn(error))
  }

  return {
    ...session.document,
    adopt,
    showNewest,
    moved: restored !== null && restored.revision !== loaded.revision,
  }
}

/** The write of these values of a form; null without a difference. */
function fileWork<Values extends FieldValues>(
  { stored: { kind, item, document }, loaded, fileOf }: FileDraftOptions<Values>,
  fields: DocumentForm<Values>,
  sent: Values,
  { revision, base }: Based<Values>,
): FileSave | FileCreation | null {
  const file = fileOf?.(String(sent.file ?? ''))
  if (kind === 'downloads' && !loaded)
    return file ? { kind: 'create', type: kind, fields: sent, file } : null
  const changes = fields.changesOf(base, sent)
  return (
    changes && {
      kind: 'save',
      type: kind,
      item: kind === 'downloads' ? Number(document) : document,
      form: item,
      revision,
      ...changes,
      file: 'file' in changes.patch ? file : undefined,
    }
  )
}
