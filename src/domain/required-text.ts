import { z } from 'zod'

/**
 * A text that is not empty. The message is for a value that is missing, blank or no text. Rules that are added, such as a limit of the length, have messages of their
 * own: zod would use a plain text in place of this function for them too.
 */
export const requiredText = (message: string) =>
  z
    .string({ error: ({ code }) => (code === 'invalid_type' ? message : undefined) })
    .trim()
    .min(1, message)
