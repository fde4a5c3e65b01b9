import { z } from 'zod'

const instant = z.iso.datetime()

/** A custom field of a form is one plain value. */
export const customFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** `unconfirmed` ones were asked by mail whether they want to be here, and get nothing but that mail (rulings, section 6b). */
export const subscriberStatuses = ['active', 'unconfirmed', 'unsubscribed'] as const

/** What somebody agreed to, when and where. `wording` names the version of the form's words, or who added them. */
export const consent = z.object({ at: instant, page: z.string().nullable(), wording: z.string() })

/** One person of the mailing list, as it is stored. */
export const subscriber = z.object({
  id: z.int().positive(),
  email: z.string(),
  /** When the address was given first. */
  subscribedAt: instant,
  status: z.enum(subscriberStatuses),
  source: z.string(),
  utm: z.object({ source: z.string().optional(), medium: z.string().optional(), campaign: z.string().optional() }),
  customFields,
  consent,
  confirmedAt: instant.nullable(),
  unsubscribedAt: instant.nullable(),
  /**
   * Mails that asked for a confirmation: how many went out, when the last one did, whether another one has to, and whether nobody knows if the mail server
   * took the last one.
   */
  confirmation: z.object({
    sent: z.int().min(0),
    lastAt: instant.nullable(),
    due: z.boolean(),
    unsure: z.boolean().optional(),
  }),
  /** What a newsletter service was told last: which one, and whether the person wants mails. */
  told: z.object({ service: z.string(), active: z.boolean() }).nullable(),
})
export type Subscriber = z.infer<typeof subscriber>

export type NewSubscriber = Omit<Subscriber, 'id'>
