import { z } from 'zod'
import { xmlCharacters } from './xml-characters.ts'

/**
 * Format and control characters, spaces, and marks that only change a character before them:
 * nothing that is seen alone.
 */
const invisible = /^[\p{Cc}\p{Cf}\p{M}\p{Z}\s\u115f\u1160\u2800\u3164\uffa0]*$/u

/**
 * A text of one value, without the spaces around it and without characters that no feed can
 * contain.
 */
export const plainText = (params?: Parameters<typeof z.string>[0]) =>
  z.string(params).overwrite(xmlCharacters).trim()

/**
 * A text in which there is something to see. The message is for a value that is missing, blank or
 * no text. Rules that are added, such as a limit of the length, have messages of their own: zod
 * would use a plain text in place of this function for them too.
 */
export const requiredText = (message: string) =>
  plainText({ error: ({ code }) => (code === 'invalid_type' ? message : undefined) })
    .min(1, message)
    .refine((text) => text === '' || !invisible.test(text), message)
