import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { FileKind } from '#domain/document/document-kinds.ts'
import type { Conflict, Version } from '../documents/conflict/conflict.ts'
import type { Choices } from '../documents/conflict/merge-places.ts'
import type { FileAnswers } from '../documents/file-documents.ts'
import type { NewFile } from '../documents/queue/outgoing.ts'
import type { ComparedField } from './compare-dialog.tsx'
import type { StoredFile } from './stored-file.ts'
import type { Document } from './use-document.ts'

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
  onSolve?: (conflict: Conflict<Version>, choices: Choices) => Partial<Values>
  /** Title of the toast after a failure. */
  failed?: string
}

/** The editing session of a file of the site or of a download. */
export interface FileDraft<Values extends FieldValues> extends Document<Values, Conflict<Version>> {
  /** Shows a version, under what was typed, unless both changed the same. */
  adopt(answer: FileAnswers[FileKind]): void
  /** Reads the file and shows it in the same way. */
  showNewest(): void
  /**
   * The stored draft of an earlier visit, until the person keeps or discards it; `moved`: the file
   * has changed since.
   */
  restored: { at: number; moved: boolean } | null
  /** The fields in which the form differs from the file as it was loaded. */
  compared(): Array<ComparedField>
}
