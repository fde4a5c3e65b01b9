import { z } from 'zod'
import { isEmail } from './email.ts'

/** The version of the consent text of the forms. Change it with the text. */
export const formWording = '2026-11'

const short = z.string().max(300).nullish()

/** The body of `POST /api/subscribe` (specification, section 7). */
export const subscribeRequest = z.strictObject({
  email: z
    .string({ error: 'Please enter your email address.' })
    .trim()
    .normalize('NFC')
    .refine(isEmail, 'Please enter a valid email address.'),
  /** The place of the form; `unknown` when the request does not name it. */
  source: z
    .string()
    .trim()
    .max(100)
    .nullish()
    .transform((source) => source || 'unknown')
    .describe('The place of the form; `unknown` without one.'),
  utm_source: short,
  utm_medium: short,
  utm_campaign: short,
  custom_fields: z
    .record(z.string().max(60), z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]))
    .refine((fields) => Object.keys(fields).length <= 20, 'There are too many custom fields.')
    .nullish()
    .transform((fields) => fields ?? {}),
})
export type SubscribeRequest = z.infer<typeof subscribeRequest>

/**
 * `synced` is false when the address was saved but a newsletter service could not be called
 * (rulings, section 6).
 */
export interface SubscribeAnswer {
  ok: true
  synced?: boolean
  download?: { url: string; expiresAt: string }
}
