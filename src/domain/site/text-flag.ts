import { z } from 'zod'

/** A yes or no, which a file may have as a text. */
export const textFlag = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((text) => text === 'true'),
])
