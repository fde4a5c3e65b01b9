import { z } from 'zod'
import type { TokenScope } from '#domain/access-token.ts'
import type { ContentType } from '#domain/content.ts'
import type { RecordedAction } from '#domain/recorded-action.ts'
import type { Role } from '#domain/roles.ts'
import type { Parameter } from './parameters.ts'

/** Sections of the API reference, in order. */
export const callGroups = {
  read: 'Reading content',
  write: 'Writing content',
  past: 'History, deleted items and links',
  media: 'Pictures',
  imports: 'Importing from another system',
  files: 'Downloads, pages and the site’s own words',
  analysis: 'Analysis',
  session: 'Signing in',
  account: 'Account, users and invitations',
  subscribers: 'The mailing list',
  sending: 'Mailing an issue',
  site: 'Subscribing and the state of the site',
} as const

/** The groups with the calls that a token may make; all others need a session. */
const contentGroups: ReadonlyArray<keyof typeof callGroups> = [
  'read',
  'write',
  'past',
  'media',
  'files',
]

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** Key of a call: method and path; `{name}` is a parameter. */
export type CallAddress = `${Method} /api/${string}`

/**
 * Who may store an answer: `shared` CDNs for a minute, and browsers that ask again each time;
 * `revalidated` any cache that asks again each time, because administrators get another answer at
 * the address; `private` no shared cache.
 */
export type Caching = 'shared' | 'revalidated' | 'private'

/**
 * Description of a call: what the server validates and answers, what a client sends and gets, texts
 * of the reference.
 */
export interface Call {
  group: keyof typeof callGroups
  /** The type of a call that exists once per type. */
  type?: ContentType
  /** Visitors too, or signed-in users who have at least this role. */
  who: 'everybody' | Role
  /**
   * Who may store the answer for visitors; needed for everybody's GETs, private otherwise. An
   * answer to a request with a session is always private.
   */
  caching?: Caching
  /**
   * The call changes who can sign in, so it asks for the password again: `recently` answers 403
   * with the kind `confirm` unless the person has signed in or confirmed within five minutes; `in
   * the body` has the password in its body.
   */
  confirmation?: 'recently' | 'in the body'
  /**
   * Works also for somebody who has yet to set up the second factor that the site demands; all
   * other calls of theirs answer 403 with the kind `second-factor`.
   */
  beforeSecondFactor?: true
  /** A call of a group that is open to tokens, but about the person: it needs a session. */
  needsSession?: true
  /** The action is put on record under this name. */
  record?: RecordedAction
  /** Requests from other origins are allowed, because other servers send them. */
  anyOrigin?: true
  /** First line of the reference; `{item}` and `{items}` are replaced by the words of the type. */
  summary: string
  /** Further text of the reference. */
  note?: string
  /** Parameters of the path. A parameter called `path` may contain slashes. */
  params?: Readonly<Record<string, Parameter>>
  query?: z.ZodObject
  headers?: ReadonlyArray<RequestHeader>
  /** Schema of the JSON body. */
  body?: z.ZodType
  /** The body may be missing. */
  bodyIsOptional?: boolean
  /** Limit of the JSON body, such as `10kb`; default 3 MB. */
  bodyLimit?: string
  /**
   * Schema of the fields beside `file` in a `multipart/form-data` body. A call that also has a
   * `body` accepts both.
   */
  form?: z.ZodObject
  /** Status of a success; default 200. */
  status?: number
  /** Content type of an answer that is a file. */
  answerKind?: 'text/csv' | 'application/json' | 'application/zip'
  /** Schema of the answer. Strict, because a test compares real answers with it. */
  answer: z.ZodType
  /** The answer is a stream of server-sent events. */
  answerIsStream?: true
  /** Schema of the answer for administrators, when they get more. */
  adminAnswer?: z.ZodType
  answerHeaders?: ReadonlyArray<AnswerHeader>
  /** Schema of the 409 of a conflict; other errors have `errorAnswer`. */
  conflict?: z.ZodType
  /** Error statuses besides those that `errorsOf` adds to every call. */
  errors?: ReadonlyArray<ErrorStatus>
}

export type CallTable = Readonly<Record<CallAddress, Call>>

/** A call with its method, path and status. */
export interface AddressedCall extends Call {
  method: Method
  path: string
  status: number
}

/** Schema of every error answer. */
export const errorAnswer = z.strictObject({
  message: z.string().describe('For a person to read.'),
  issues: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .optional()
    .describe('Messages for single fields.'),
  kind: z
    .enum(['uncommitted', 'shape', 'away', 'busy', 'code', 'passkey', 'confirm', 'second-factor'])
    .optional()
    .describe(
      'Of a 409: the file has uncommitted changes, or the repository is in a state that the server does not write to. Of a 503: `away`, the repository that stores saves can’t be reached, or `busy`, it is busy with other saves; send the same request with the same key later. Of a 401 or 422: `code`, the password was right and the code of an authenticator app is needed, or `passkey`, the site demands a second factor and the user has a passkey to sign in with. Of a 403: `confirm`, send `POST /api/auth/confirm` and then the same request, or `second-factor`, the site demands a second factor and the user has to set one up first.',
    ),
})

/** Kinds of errors that a client handles in a special way. */
export type ErrorKind = NonNullable<z.infer<typeof errorAnswer>['kind']>

export const requestHeaders = {
  'If-Match':
    'The revision that the change starts from, in quotes: the `ETag` of the answer that it was read with.',
  'Idempotency-Key':
    'An unguessable text of up to 200 characters, such as a UUID. A request that is sent again with the same key is carried out once and gets the same answer, for at least 24 hours.',
  'Idempotency-Replay':
    'With `only`, nothing is written: the call returns the answer that is stored under the Idempotency-Key, of whatever request, or `null`.',
} as const
type RequestHeader = keyof typeof requestHeaders

export const answerHeaders = {
  ETag: 'The revision of the item, in quotes.',
  Location: 'The address of the new item in the API.',
  Link: 'With `rel="next"`, the address of the next page; none on the last one.',
  'X-Total-Count': 'For signed-in users: the number of items on all pages.',
  'Set-Cookie': 'The session.',
} as const
type AnswerHeader = keyof typeof answerHeaders

/** Meaning of each status. */
export const errorMeanings = {
  400: 'The request is invalid: no valid JSON, an id that is not a number, or a query with a value that is not valid.',
  401: 'Nobody is signed in, or the name or password is wrong.',
  403: 'The request comes from a page of another site, or registration is closed, or the role of the person does not allow it, or they have to confirm that it is them (`confirm`).',
  404: 'It does not exist, or it is not public.',
  409: 'The change conflicts with another one or with uncommitted work, or the repository can’t be written to at the moment.',
  413: 'The request is too large.',
  415: 'The body is not JSON, or not a readable picture.',
  422: 'The values are not valid; `issues` names each of them.',
  429: 'Too many attempts; `Retry-After` is the time to wait in seconds.',
  502: 'The analysis service gave an unusable answer.',
  503: 'The server or a service is busy or unreachable; `Retry-After` may contain the time to wait.',
  504: 'The analysis took too long.',
} as const
type ErrorStatus = keyof typeof errorMeanings

/** The scope that a token needs for a call; null when only a session allows it. */
export function scopeOf(method: string, call: Call): TokenScope | null {
  if (call.needsSession || !contentGroups.includes(call.group)) return null
  return method === 'GET' ? 'read' : 'write'
}

/** All error statuses of a call, in order. */
export function errorsOf(call: AddressedCall): Array<ErrorStatus> {
  const { method, who, anyOrigin, params = {}, query, body, form, errors = [] } = call
  const all = new Set<ErrorStatus>(errors)
  if (who !== 'everybody') all.add(401)
  if ((method !== 'GET' && !anyOrigin) || who === 'editor' || who === 'owner') all.add(403)
  if (body || form) for (const status of [400, 413, 415, 422] as const) all.add(status)
  if (query || Object.values(params).some(({ refusal }) => refusal === 400)) all.add(400)
  return [...all].sort((left, right) => left - right)
}
