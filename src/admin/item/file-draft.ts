import type { RefObject } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { FileKind } from '#domain/document/document-kinds.ts'
import type { NewFile } from '../offline/queue/outgoing.ts'
import type { ComparedField } from './compare-dialog.tsx'
import type { Conflict, Version } from './conflict/conflict.ts'
import type { Choices } from './conflict/merge-places.ts'
import type { SaveOutcome } from './draft.ts'
import type { FileAnswers } from './file-documents.ts'
import type { SaveProblem } from './save-problem.ts'
import type { StoredFile } from './stored-file.ts'

export type FileProblem =
  | Extract<SaveProblem, { kind: 'none' | 'refused' | 'offline' | 'queued' }>
  | { kind: 'conflict'; conflict: Conflict<Version>; choices: Choices }

/** A version of the edited file. */
export interface FileVersion<Values> {
  values: Values
  revision: string | null
  commit?: string | null | undefined
}

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
  /** Called with the decisions of a conflict, before they are saved. Returns the values of fields that versions do not have. */
  onSolve?: (conflict: Conflict<Version>, choices: Choices) => Partial<Values>
  /** Title of the toast after a failure. */
  failed?: string
}

/** The form of a file, and the state around it. */
export interface FileForm<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** The version that the form is compared with. */
  base: FileVersion<Values>
  /** The same without waiting for the next render. */
  latest: RefObject<FileVersion<Values>>
  problem: FileProblem
  setProblem: (problem: FileProblem | ((now: FileProblem) => FileProblem)) => void
  /** Compares the form with a version from now on, and shows `values`. */
  show(version: FileVersion<Values>, values?: Values): void
  /** Adopts a saved version; text typed since `sent` stays. The stored draft follows at once, because the screen may close the form. */
  takeSaved(version: FileVersion<Values>, sent: Values): void
  versionFrom(answer: FileAnswers[FileKind]): FileVersion<Values>
}

/** The editing session of a file of the site or of a download. */
export interface FileDraft<Values extends FieldValues> {
  form: UseFormReturn<Values>
  dirty: boolean
  saving: boolean
  problem: FileProblem
  save(): Promise<SaveOutcome>
  /** Stores the decisions of the conflict dialog. */
  choose(choices: Choices): void
  /** Whether the conflict dialog is open. */
  reviewing: boolean
  review(open: boolean): void
  /** Saves the result of the conflict dialog on the version of the others. */
  solve(): Promise<SaveOutcome>
  /** Shows a newer version while nothing is unsaved. */
  adopt(answer: FileAnswers[FileKind]): void
  /** The stored draft of an earlier visit, until the person keeps or discards it; `moved`: the file has changed since. */
  restored: { at: number; moved: boolean } | null
  keepRestored(): void
  /** The fields in which the form differs from the file as it was loaded. */
  compared(): Array<ComparedField>
  /** Shows the file again; the toast has a way back. */
  discard(): Promise<void>
  /** Removes the stored draft. */
  forget(): Promise<void>
}
