import { z } from 'zod'

/**
 * Somebody who was erased while a newsletter service knew them and could not be told so (`docs/decisions/020-told-of-who-was-erased.md`). Nothing but the
 * address is kept, and null is left of it when it was kept for as long as it may.
 */
export const departure = z.object({
  /** The one that the person had. */
  id: z.int().positive(),
  email: z.string().nullable(),
  /** The service that is to hear of it. */
  service: z.object({ key: z.string(), name: z.string() }),
  /** When they were erased. */
  at: z.iso.datetime(),
})
export type Departure = z.infer<typeof departure>

/** How long an address is kept for that. */
export const departureDays = 30

/** When the address goes at the latest. */
export function departureEnd({ at }: Pick<Departure, 'at'>): Date {
  return new Date(Date.parse(at) + departureDays * 24 * 60 * 60 * 1000)
}
