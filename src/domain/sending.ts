import { z } from 'zod'
import { isEmail } from './email.ts'
import { everybody, segment } from './segment.ts'
import { count, gitHash, instant } from './value-schemas.ts'

const to = segment.default(everybody).describe('Who gets it; everybody without one.')

/** The body of `POST /api/newsletters/{id}/sending`. */
export const sendingRequest = z.discriminatedUnion('action', [
  z
    .strictObject({
      action: z.literal('test'),
      to: z
        .string()
        .trim()
        .normalize('NFC')
        .refine(isEmail, 'Please enter a valid email address.')
        .optional()
        .describe(
          'The address for the test; by default the e-mail address of the caller’s account.',
        ),
    })
    .describe('Mails the saved issue to one address, as a test.'),
  z
    .strictObject({
      action: z.literal('start'),
      revision: gitHash('A revision has 40 digits').describe(
        'The revision of the issue that was looked at.',
      ),
      segment: to,
    })
    .describe('Mails it to the active subscribers, or to a segment of them, once.'),
  z
    .strictObject({
      action: z.literal('schedule'),
      at: instant.describe('Has to be in the future.'),
      segment: to,
    })
    .describe('Mails it at a time, as it is saved then; in place of an earlier time.'),
  z.strictObject({ action: z.literal('unschedule') }).describe('Calls the time off.'),
  z.strictObject({ action: z.literal('pause') }),
  z.strictObject({ action: z.literal('resume') }),
  z
    .strictObject({ action: z.literal('retry') })
    .describe(
      'Tries those once more whose mail the server refused. Who may have it already is left alone.',
    ),
])
export type SendingRequest = z.input<typeof sendingRequest>

/** A person who did not get the mail, or may not have got it. */
const troubledPerson = z.strictObject({
  email: z.string().nullable().describe('Null when the person is no subscriber any more.'),
  kind: z
    .enum(['refused', 'unsure'])
    .describe(
      '`unsure`: the server may have taken the mail before the connection broke; it is not sent again.',
    ),
  reason: z.string(),
})

const progress = {
  startedAt: instant,
  segment,
  total: count.describe('How many were active when it began.'),
  sent: count,
  refused: count,
  unsure: count,
  gone: count.describe('Who unsubscribed before it was their turn.'),
  left: count,
  unsubscribed: count.describe('Who unsubscribed by the link of this mail.'),
  changedSince: z.boolean().describe('Whether the issue was changed after its mail was made.'),
  troubled: z.array(troubledPerson).describe('Up to 200 of the refused and the unsure.'),
}

/** The state of sending an issue. */
export const sendingState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('unsent') }),
  z
    .strictObject({ kind: z.literal('scheduled'), at: instant, segment })
    .describe('It is sent at `at`.'),
  z
    .strictObject({ kind: z.literal('held'), at: instant, segment, reason: z.string() })
    .describe(
      'It was not sent at `at`, for this reason. It has to be scheduled again, sent or called off.',
    ),
  z.strictObject({ kind: z.literal('sending'), ...progress }),
  z
    .strictObject({ kind: z.literal('waiting'), ...progress, reason: z.string(), until: instant })
    .describe('It goes on by itself at `until`.'),
  z
    .strictObject({ kind: z.literal('paused'), ...progress, reason: z.string().nullable() })
    .describe('`reason`: why it stopped by itself; null when somebody paused it.'),
  z.strictObject({ kind: z.literal('sent'), ...progress, finishedAt: instant }),
  z
    .strictObject({ kind: z.literal('unreadable'), reason: z.string() })
    .describe('The record of who got the mail can not be read, so that nothing is sent.'),
])
export type SendingState = z.infer<typeof sendingState>
export type StartedSending = Extract<SendingState, { startedAt: string }>

/** What `GET` and `POST /api/newsletters/{id}/sending` answer. */
export const sendingAnswer = z.strictObject({
  state: sendingState,
  from: z.string().nullable().describe('Whom mails come from; null while mail is not set up.'),
  testTo: z
    .string()
    .nullable()
    .describe(
      'The e-mail address of the caller’s account; null when it has none, so that a test has to name one.',
    ),
  subscribers: count.describe('How many are active.'),
  blockers: z
    .array(z.string())
    .describe('The reasons that prevent sending to all, each with what to do about it.'),
  testBlockers: z.array(z.string()).describe('The reasons that prevent a test.'),
  warnings: z.array(z.string()),
})
export type SendingAnswer = z.infer<typeof sendingAnswer>

/** What `POST /api/newsletters/{id}/audience` answers. */
export const audienceAnswer = z.strictObject({
  count: count.describe('How many active subscribers are in the segment.'),
  sources: z
    .array(z.strictObject({ source: z.string(), count }))
    .describe('Where most active subscribers come from.'),
})
export type AudienceAnswer = z.infer<typeof audienceAnswer>

/** The body of `POST /api/newsletters/{id}/mail-preview`: the issue as it is typed. */
export const mailPreviewRequest = z.strictObject({
  title: z.string().trim().default(''),
  issueNumber: z.int().min(1).default(1),
  description: z.string().trim().default(''),
  imageUrl: z.string().nullish(),
  imageAlt: z.string().default(''),
  content: z.string().default('').describe('Markdown.'),
  articles: z
    .array(
      z.object({
        title: z.string().default(''),
        excerpt: z.string().default(''),
        content: z.string().default('').describe('Markdown.'),
      }),
    )
    .max(100)
    .default([]),
})

export const mailPreview = z.strictObject({
  subject: z.string(),
  html: z.string().describe('The whole document of the mail.'),
  text: z.string(),
  bytes: count.describe('Of the HTML part.'),
  siteUrl: z.string().describe('What the addresses in it begin with that lead to this site.'),
})
export type MailPreview = z.infer<typeof mailPreview>
