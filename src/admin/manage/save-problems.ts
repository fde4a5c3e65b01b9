import { reasonOf } from '../../api/request.ts'

/** Shown when the server gave no reason (specification, section 8). */
export const noAnswer = {
  delete: 'There was an error deleting the content.',
  create: 'There was an error creating the content.',
  update: 'There was an error updating the content.',
} as const

/** Why a write failed, in the server's words where it gave any. */
export function reasonOfFailure(error: unknown, kind: keyof typeof noAnswer): string {
  return reasonOf(error) ?? noAnswer[kind]
}
