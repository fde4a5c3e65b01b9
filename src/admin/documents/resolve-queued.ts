import { isFileKind } from '#domain/document/document-kinds.ts'
import type { MergeText } from '#domain/item/merge-item.ts'
import { newIdempotencyKey } from '../../api/admin-call.ts'
import {
  type Conflict,
  type ConflictAnswer,
  conflictAnswer,
  solvedValues,
} from './conflict/conflict.ts'
import { documentConflict } from './conflict/document-conflict.ts'
import { type Choices, fieldId } from './conflict/merge-places.ts'
import type { Changes, DocumentForm, Version } from './document-form.ts'
import { fileForm } from './file-documents.ts'
import { itemForm } from './item-form.ts'
import type { Outbox } from './queue/outbox.ts'
import type { Outgoing, SaveWork } from './queue/outgoing.ts'

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
  const answer = state.kind === 'conflict' ? conflictAnswer(state.answer) : null
  if (!answer || work.kind !== 'save') return null
  const message = 'Somebody has changed this while your change was waiting.'
  const form = isFileKind(work.type) ? fileForm(work.type) : itemForm(work.type, timeZone)
  return parkedIn(form as DocumentForm, work, { ...answer, message }, mergeBodies)
}

function parkedIn(
  form: DocumentForm,
  work: SaveWork,
  answer: ConflictAnswer,
  mergeBodies: MergeText,
): ParkedConflict {
  const conflict = documentConflict(form, answer, mergeBodies)
  const { theirs, revision, conflicts } = conflict
  const file = 'file' in work ? work.file : undefined
  const isFileNamed = conflicts.some(({ key }) => key === 'file')
  return {
    conflict,
    solvedBy(choices) {
      const hasFile = file && (!isFileNamed || choices.decided[fieldId('file')]?.kind === 'yours')
      const { file: present } = theirs as Version
      const solved = {
        ...solvedValues(conflict, choices),
        file: hasFile ? work.patch.file : present,
      }
      const changes = form.changesOf(theirs, solved, answer.theirs)
      if (!changes) return null
      // The fields of the save; the others are as they are now.
      const own = (fields: Changes['patch']) =>
        Object.fromEntries(Object.entries(fields).filter(([name]) => name in work.patch))
      const patch = own(changes.patch)
      if (Object.keys(patch).length === 0) return null
      // The person has seen which file it replaces.
      const replaced = hasFile ? { file: file.file, revision: null } : undefined
      return { ...work, revision, patch, from: own(changes.from), file: replaced } as SaveWork
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
