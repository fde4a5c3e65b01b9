import type { ContentType } from '#domain/content.ts'
import { showToast } from '../../ui/show-toast.ts'
import type { Conflict } from '../documents/conflict/conflict.ts'
import type { Choices } from '../documents/conflict/merge-places.ts'

/** The reason why the text is not saved. */
export type SaveProblem =
  | { kind: 'none' }
  /** The message is the server's. */
  | { kind: 'refused'; message: string }
  /** The change is queued in this browser; `parked`: it was sent and needs a decision. */
  | { kind: 'queued'; parked?: 'conflict' | 'refused' | 'gone' }
  /** Somebody has deleted the item. */
  | { kind: 'deleted'; type: ContentType }
  /** `sent` are the values of the save, `choices` the decisions so far. */
  | { kind: 'conflict'; conflict: Conflict; choices: Choices; sent: object }

/**
 * Result of a save: committed, queued in this browser, or failed with the reason on the screen;
 * `merged`: the form shows the text of two devices, and nothing was saved.
 */
export type SaveOutcome = 'saved' | 'queued' | 'failed' | 'merged'

/** Title of a conflict between two devices of one person. */
export const changedTwice = 'You changed this twice'

/** Said when a save failed for a reason that nobody has given. */
export const notSaved = 'It could not be saved. Your text is still here.'

export const queued =
  'Your last change waits on this device. It is saved as soon as the server can be reached; you can go on, or leave.'

export const queuedBehind =
  'Your change waits on this device, with one that needs a decision of yours first. You can go on, or leave.'

export const deleted =
  "Somebody has deleted this meanwhile. Your text is still here: restore the content from 'Recently deleted', then save again."

/** Toast: a save changes nothing. */
export const tellNothing = () =>
  void showToast({ title: 'Nothing to save', description: 'Everything is saved already.' })
