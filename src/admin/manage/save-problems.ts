import { reasonOf } from '../../api/refusal.ts'

/** Shown when the server gave no reason (specification, section 8). */
export const noAnswer = {
  delete: 'There was an error deleting the content.',
  create: 'There was an error creating the content.',
  update: 'There was an error updating the content.',
} as const

/** The server's reason for a failed write, or a general message. */
export function reasonOfFailure(error: unknown, kind: keyof typeof noAnswer): string {
  return reasonOf(error) ?? noAnswer[kind]
}
