import { z } from 'zod'
import { pictureAddress } from './analysis.ts'

/** What a model can be asked to do with the words of a text, and with a picture (`alt`). */
export const assistTasks = [
  'shorten',
  'expand',
  'simplify',
  'correct',
  'continue',
  'titles',
  'summary',
  'alt',
] as const
export type AssistTask = (typeof assistTasks)[number]

/** The longest words of one request, in characters. */
const mostText = 20_000

/** The body of `POST /api/assist`. */
export const assistRequest = z
  .strictObject({
    task: z.enum(assistTasks),
    text: z
      .string()
      .max(mostText, 'These words are too long for the model. Please select fewer.')
      .default('')
      .describe('The words, as Markdown; of a picture its present alternative text.'),
    url: pictureAddress.optional().describe('The address of the picture, for `alt`.'),
  })
  .refine(
    ({ task, text, url }) => (task === 'alt' ? url !== undefined : text.trim() !== ''),
    'There is nothing here that the model could read.',
  )
export type AssistRequest = z.output<typeof assistRequest>

/** An event in the answer of `POST /api/assist`. */
export const assistEvent = z.strictObject({
  kind: z
    .enum(['text', 'end', 'failed'])
    .describe('`end` and `failed` are the last one; without either, the answer broke off.'),
  text: z.string().describe('More of the answer; of `failed`, the reason for a person to read.'),
})
export type AssistEvent = z.infer<typeof assistEvent>
