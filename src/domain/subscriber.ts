import { z } from 'zod'
import { count, instant, positiveInt } from './value-schemas.ts'

/** A custom field of a form is one plain value. */
export const customFields = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
)

/**
 * `unconfirmed`: the person has not yet answered the mail that asks for a confirmation, and gets no
 * other mail (rulings, section 6b).
 */
export const subscriberStatuses = ['active', 'unconfirmed', 'unsubscribed'] as const

/**
 * The consent of a person: when and on which page. `wording` is the version of the form's text,
 * `import`, or `added by NAME`.
 */
export const consent = z.object({ at: instant, page: z.string().nullable(), wording: z.string() })

/** One person of the mailing list, as it is stored. */
export const subscriber = z.object({
  id: positiveInt,
  email: z.string(),
  /** When the address was first entered. */
  subscribedAt: instant,
  status: z.enum(subscriberStatuses),
  source: z.string(),
  utm: z.object({
    source: z.string().optional(),
    medium: z.string().optional(),
    campaign: z.string().optional(),
  }),
  customFields,
  consent,
  confirmedAt: instant.nullable(),
  unsubscribedAt: instant.nullable(),
  /**
   * Mails that asked for a confirmation: how many were sent, when the last one was, whether another
   * must be sent, and whether it is unknown if the mail server accepted the last one. For an
   * active person `due` is the mail that welcomes them.
   */
  confirmation: z.object({
    sent: count,
    lastAt: instant.nullable(),
    due: z.boolean(),
    unsure: z.boolean().optional(),
  }),
  /**
   * The topics and levels that the person chose by the link of a mail; names that are not listed
   * any more stay. Missing: they chose nothing.
   */
  choice: z.object({ topics: z.array(z.string()), levels: z.array(z.string()) }).optional(),
  /** The issue whose link they unsubscribed by. */
  leftIssue: positiveInt.optional(),
  /**
   * The last state that was sent to a newsletter service: which service, and whether the person
   * wants mails.
   */
  told: z.object({ service: z.string(), active: z.boolean() }).nullable(),
})
export type Subscriber = z.infer<typeof subscriber>

export type NewSubscriber = Omit<Subscriber, 'id'>
