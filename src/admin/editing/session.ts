import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { ContentType } from '#domain/content.ts'
import type { DocumentName } from '#domain/presence.ts'
import type { Conflict } from '../documents/conflict/conflict.ts'
import type { Choices } from '../documents/conflict/merge-places.ts'
import type { ComparedField, DocumentForm, Version } from '../documents/document-form.ts'
import type { Outgoing, Sent, Work } from '../documents/queue/outgoing.ts'
import type { OtherText, StoredDraft } from '../documents/stored-draft.ts'
import type { OnCaret } from './presence.tsx'
import type { SaveOutcome, SaveProblem } from './save-problem.ts'

/** The version that a form is compared with. */
export interface Based<Values> {
  /** Revision of `base`; empty when there is no file. */
  revision: string
  base: Values
  /** That version in the fields of the API. */
  version?: Version | undefined
}

/** What differs between documents. */
export interface DocumentOptions<Values extends FieldValues, From extends Based<Values>, Answer> {
  fields: DocumentForm<Values>
  /**
   * The write of these values; null when there is nothing to write. It may throw the error of a
   * call.
   */
  workOf: (sent: Values, from: From) => Work | null | Promise<Work | null>
  /** Title of the document in lists of what waits. */
  titleOf: (sent: Values) => string
  onNothing?: () => void
  /** The key of a write; default: a new one. */
  keyOf?: (work: Work) => string
  /** Called with the part of a new file that is sent, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
  /** The type of an item, which is found under 'Recently deleted' when it was deleted. */
  type?: ContentType
  /** The visible field of a message; null for none. */
  fieldOf: (path: string) => FieldPath<Values> | 'root' | null
  /** Title and fallback text of the toast after a failure. */
  words: { failed: string; noAnswer: string }
  /** Rules for the values over a base; null leaves them to the server. Must not change. */
  rules: ((base: Values) => z.ZodType) | null
  /** The values to begin with, instead of those of the stored draft or of `start`. */
  values?: Values | undefined
  /**
   * Name of the stored draft; null when the screen stores the form with more around it, by
   * `storeNow`.
   */
  stored: { kind: string; item: string } | null
  storeNow?: () => Promise<void>
  /** What is stored with a draft beside its values, and back. */
  attempt?: { of: (from: From) => unknown; in: (stored: unknown) => Partial<From> }
  /** The stored draft of an earlier visit, which the form shows. */
  restored: StoredDraft<Values> | null
  /** The version that the form begins with; `isQueued`: with changes of the queue. */
  start: From
  isQueued: boolean
  /** Whether an entry of the queue was saved here. */
  concerns: (entry: Outgoing, origin: From) => boolean
  /** Passes buffered text of editors to the form. */
  flush: () => void
  /** Changes values that follow from others, before a save. */
  tidy?: (form: UseFormReturn<Values>) => void
  originOf: (answer: Answer) => From
  /** The version that Discard goes back to. */
  file: (waits: boolean) => From
  /**
   * Called with the values of a save that is stored in the queue, and with null when it was
   * refused; before the draft is stored.
   */
  onSending?: (sent: Values | null, answer: Sent | undefined) => void
  onSaved: (answer: Answer) => void
  onQueued?: (() => void) | undefined
  /** Called when nothing of it waits any more. */
  onEmptied?: () => void
  /** Called with the decisions of a conflict. Returns values that versions do not have. */
  onSolve?: ((conflict: Conflict<Values>, choices: Choices) => Partial<Values>) | undefined
  /** 'editor' or 'form', in messages; null for a new document, which has no file. */
  screen: string | null
}

export interface Saving {
  saving: boolean
  save: () => Promise<SaveOutcome>
  /**
   * True when the conflict is about the present text; otherwise a new save is started, which shows
   * the present conflict.
   */
  conflictIsCurrent: () => boolean
  /** Saves the decisions of the conflict dialog on the version of the others. */
  solve: () => Promise<SaveOutcome>
}

/** The editing session of a document, as screens use it. */
export interface Document<Values extends FieldValues> extends Saving {
  /** What other people are told that is open here; null for something new. */
  name: DocumentName | null
  /** Called with the place of the caret in a text, which they see. */
  onCaret: OnCaret
  form: UseFormReturn<Values>
  dirty: boolean
  problem: SaveProblem
  /** Stores the decisions of the conflict dialog. */
  choose(choices: Choices): void
  /** Whether the conflict dialog is open. */
  reviewing: boolean
  review(open: boolean): void
  /** The stored draft that the form shows, until the person keeps or discards it. */
  restored: StoredDraft<Values> | null
  keepRestored(): void
  /**
   * Shows the conflict with what was typed on another device of the person. `onSolved` is called
   * when the form has what they want of both.
   */
  mergeDevice(text: Pick<OtherText, 'name' | 'values'>, onSolved: () => void): Promise<void>
  /** Puts what another person has typed into the form, or shows where both have changed a place. */
  takeText(text: { name: string; base: object; values: object }): Promise<void>
  /** The fields in which the form differs from the file. */
  compared(): Array<ComparedField>
  /** Deletes the stored draft, before the screen is left. */
  forget(): Promise<void>
  /** Shows the file again; the toast can undo it. */
  discard(): Promise<void>
}

/** The session, and the parts of it that the kinds of documents use. */
export interface Session<Values extends FieldValues, From extends Based<Values>> {
  document: Document<Values>
  origin: From
  setOrigin(origin: From): void
  /** The origin without waiting for the next render. */
  latest(): From
  queue: ReadonlyArray<Outgoing>
  /** Brings the form up to date before it is read. */
  sync(): void
  /** Shows these values. */
  put(values: Values): void
  /** Compares with this version from now on; nothing is wrong and nothing is restored any more. */
  stand(origin: From): void
  /**
   * Shows a version, and over it what was typed since the last one. Resolves with false when both
   * changed the same: the form stays, and with `asks` the conflict dialog opens.
   */
  adopt(next: From, options?: { asks?: boolean }): Promise<boolean>
}
