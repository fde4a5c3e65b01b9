import { z } from 'zod'

/** A number of things. */
export const count = z.int().min(0)
