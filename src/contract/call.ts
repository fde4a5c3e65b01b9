import { z } from 'zod'
import type { ContentType } from '#domain/content.ts'
import type { Parameter } from './parameters.ts'

/** The parts of the API reference, in its order. */
export const callGroups = {
  read: 'Reading content',
  write: 'Writing content',
  past: 'History, deleted items and links',
  media: 'Pictures',
  files: 'Downloads, pages and the site’s own words',
  analysis: 'Analysis',
  session: 'Signing in',
  account: 'Account, users and invitations',
  subscribers: 'The mailing list',
  sending: 'Mailing an issue',
  site: 'Subscribing and the state of the site',
} as const

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** What a call is found by; `{name}` stands for a part that varies. */
export type CallAddress = `${Method} /api/${string}`

/** One call of the API: what the server checks and answers, what a client sends and gets, what the reference says. */
export interface Call {
  group: keyof typeof callGroups
  /** Of calls that there are for each type, alike but for their fields. */
  type?: ContentType
  who: 'everybody' | 'administrators'
  /** Calls of other machines, which are not of the site's own pages. */
  anyOrigin?: true
  /** With `{item}` and `{items}` for the words of a type. */
  summary: string
  /** What there is to know besides. */
  note?: string
  /** The parts of the address that vary, by their names there. A part called `path` may hold slashes. */
  params?: Readonly<Record<string, Parameter>>
  query?: z.ZodObject
  headers?: ReadonlyArray<RequestHeader>
  /** The body as JSON. */
  body?: z.ZodType
  /** A body may be left out. */
  bodyIsOptional?: boolean
  /** How much JSON is read at most, as `10kb`; 3 MB where nothing is said. */
  bodyLimit?: string
  /** The fields beside `file` of a body that is sent as `multipart/form-data`. A call with a `body`, too, takes either. */
  form?: z.ZodObject
  /** 200 where nothing is said. */
  status?: number
  /** How it is answered where that is no JSON. */
  answerKind?: 'text/csv'
  /** A test compares the real answers with it, so it is strict. */
  answer: z.ZodType
  /** It is answered again and again, as server-sent events. */
  answerIsStream?: true
  /** What administrators are answered where that is more. */
  adminAnswer?: z.ZodType
  answerHeaders?: ReadonlyArray<AnswerHeader>
  /** The 409 of a write that can not be merged; other errors are `errorAnswer`. */
  conflict?: z.ZodType
  /** What may go wrong besides what `errorsOf` says of every call like it. */
  errors?: ReadonlyArray<ErrorStatus>
}

export type CallTable = Readonly<Record<CallAddress, Call>>

/** A call with its method, its path and its status. */
export interface AddressedCall extends Call {
  method: Method
  path: string
  status: number
}

/** The error that every refused call answers. */
export const errorAnswer = z.strictObject({
  message: z.string().describe('For a person to read.'),
  issues: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .optional()
    .describe('What is wrong with which field.'),
  kind: z
    .enum(['uncommitted', 'shape'])
    .optional()
    .describe('Of a 409: the file holds uncommitted work, or the repository can not be written to as it is.'),
})

export const requestHeaders = {
  'If-Match': 'The revision that the change starts from, in quotes: the `ETag` of the answer that it was read with.',
  'Idempotency-Key':
    'A text of up to 200 characters that nobody can guess, such as a UUID. The same request sent again with it is done once and answered alike, for 24 hours and longer.',
  'Idempotency-Replay':
    'With `only`, nothing is written: the answer that was given under this Idempotency-Key, or `null` when nothing was made under it.',
} as const
type RequestHeader = keyof typeof requestHeaders

export const answerHeaders = {
  ETag: 'The revision of the item, in quotes.',
  Location: 'Where the new item is read.',
  Link: 'With `rel="next"`, the address of the next page; none on the last one.',
  'X-Total-Count': 'To administrators: how many items the list holds, whatever the page.',
  'Set-Cookie': 'The session.',
} as const
type AnswerHeader = keyof typeof answerHeaders

/** What a status says, wherever it is answered. */
export const errorMeanings = {
  400: 'The request can’t be read: no valid JSON, an id that is not a number, or a query that is not known.',
  401: 'Nobody is signed in, or the name or password is wrong.',
  403: 'The request comes from a page of another site, or registration is closed.',
  404: 'There is no such thing, or it is not public.',
  409: 'The change meets another one, or work that is not committed, or a repository that can’t be written to just now.',
  413: 'The request is too large.',
  415: 'The body is no JSON, or no picture that can be read.',
  422: 'The values are not valid; `issues` names each of them.',
  429: 'Too many attempts; `Retry-After` tells for how many seconds to wait.',
  502: 'The analysis answered nonsense.',
  503: 'Something is busy or out of reach; `Retry-After` may tell when to try again.',
  504: 'The analysis took too long.',
} as const
type ErrorStatus = keyof typeof errorMeanings

/** Every error that a call may answer, in order. */
export function errorsOf(call: AddressedCall): Array<ErrorStatus> {
  const { method, who, anyOrigin, params = {}, query, body, form, errors = [] } = call
  const all = new Set<ErrorStatus>(errors)
  if (who === 'administrators') all.add(401)
  if (method !== 'GET' && !anyOrigin) all.add(403)
  if (body || form) for (const status of [400, 413, 415, 422] as const) all.add(status)
  if (query || Object.values(params).some(({ refusal }) => refusal === 400)) all.add(400)
  return [...all].sort((left, right) => left - right)
}
