import { z } from 'zod'
import { instant, positiveInt } from './value-schemas.ts'

/**
 * A person who was erased here while a newsletter service could not be called to delete them too
 * (`docs/decisions/020-told-of-who-was-erased.md`). Only the address is stored, for at most
 * `departureDays`; then it becomes null.
 */
export const departure = z.object({
  /** The former id of the person. */
  id: positiveInt,
  email: z.string().nullable(),
  /** The service that must delete the person. */
  service: z.object({ key: z.string(), name: z.string() }),
  /** When the person was erased. */
  at: instant,
})
export type Departure = z.infer<typeof departure>

/** The number of days for which the address is stored. */
export const departureDays = 30

/** When the address is deleted at the latest. */
export function departureEnd({ at }: Pick<Departure, 'at'>): Date {
  return new Date(Date.parse(at) + departureDays * 24 * 60 * 60 * 1000)
}
