import { changedFrom, type MergeText } from '#domain/item/merge-item.ts'
import { newIdempotencyKey } from '../../api/admin-call.ts'
import {
  type Conflict,
  type ConflictAnswer,
  conflictAnswer,
  solvedValues,
  type Version,
} from './conflict/conflict.ts'
import { fileConflict } from './conflict/file-conflict.ts'
import { itemConflict } from './conflict/item-conflict.ts'
import { type Choices, fieldId } from './conflict/merge-places.ts'
import { patchOf } from './draft-values.ts'
import { fileDocument } from './file-documents.ts'
import type { Outbox } from './queue/outbox.ts'
import {
  type FileSave,
  type ItemSave,
  isFileWork,
  type Outgoing,
  type SaveWork,
} from './queue/outgoing.ts'

/** The conflict of a parked save. */
export interface ParkedConflict {
  conflict: Conflict
  /**
   * The save of the decisions, based on the version of the others; null when it would change
   * nothing.
   */
  solvedBy(choices: Choices): SaveWork | null
}

/** Reads the conflict of an entry of the queue; null when it has none. */
export function parkedConflict(
  { state, work }: Outgoing,
  timeZone: string,
  mergeBodies: MergeText,
): ParkedConflict | null {
  const answer =
    state.kind === 'conflict' && work.kind === 'save' ? conflictAnswer(state.answer) : null
  if (!answer || work.kind !== 'save') return null
  const parked = { ...answer, message: 'Somebody has changed this while your change was waiting.' }
  return isFileWork(work)
    ? conflictOfFile(work, parked, mergeBodies)
    : conflictOfItem(work, parked, timeZone, mergeBodies)
}

function conflictOfItem(
  work: ItemSave,
  answer: ConflictAnswer,
  timeZone: string,
  mergeBodies: MergeText,
): ParkedConflict {
  const conflict = itemConflict(work.type, answer, timeZone, mergeBodies)
  const { type, theirs, revision, exact } = conflict
  return {
    conflict,
    solvedBy(choices) {
      const solved = solvedValues(conflict, choices)
      const patch = patchOf(type, theirs, solved, timeZone, exact)
      const from = patchOf(type, solved, theirs, timeZone, exact) ?? {}
      return patch && { ...work, revision, patch, from }
    },
  }
}

function conflictOfFile(
  work: FileSave,
  answer: ConflictAnswer,
  mergeBodies: MergeText,
): ParkedConflict {
  const { labels, valuesOf } = fileDocument(work.type)
  const conflict = fileConflict(answer, labels, mergeBodies)
  const { file } = work
  /** The fields of the save, in a version of the document. */
  const sent = (version: Version) => {
    const values = valuesOf(version)
    return Object.fromEntries(Object.keys(work.patch).map((name) => [name, values[name]]))
  }
  return {
    conflict,
    solvedBy(choices) {
      const theirs = sent(conflict.theirs)
      const isFileNamed = conflict.conflicts.some(({ key }) => key === 'file')
      const hasFile = file && (!isFileNamed || choices.decided[fieldId('file')]?.kind === 'yours')
      const solved = {
        ...sent(solvedValues(conflict, choices)),
        ...(hasFile && { file: work.patch.file }),
      }
      const patch = changedFrom(theirs, solved)
      const from = Object.fromEntries(Object.keys(patch).map((name) => [name, theirs[name]]))
      if (Object.keys(patch).length === 0) return null
      // The person has seen which file it replaces.
      const replaced = hasFile ? { file: file.file, revision: null } : undefined
      return { ...work, revision: conflict.revision, patch, from, file: replaced }
    },
  }
}

/**
 * Puts a resolved save back into its place in the queue; removes it when nothing is left to send.
 */
export async function resolveQueued(
  outbox: Outbox,
  { id }: Outgoing,
  work: SaveWork | null,
): Promise<void> {
  if (work) await outbox.again(id, work, newIdempotencyKey())
  else await outbox.cancel([id])
}
