import type { AdminAnswerOf } from '#contract/call-types.ts'
import type { ContentType } from '#domain/content.ts'
import {
  type AnyInput,
  accepted,
  addressOf,
  type CallKey,
  type Calls,
  type Inputs,
  optionsOf,
  type RequestOptions,
  request,
} from './call.ts'
import { kindOf, RequestError } from './refusal.ts'

/** What an administrator is answered. */
export type AnswerTo<Key extends CallKey> = AdminAnswerOf<Calls[Key]>

type Lists = {
  [Key in CallKey]: AdminAnswerOf<Calls[Key]> extends ReadonlyArray<unknown> ? Key : never
}[CallKey]

type ContentPath =
  `/api/${ContentType | 'pages' | 'page-versions' | 'settings' | 'downloads' | 'samples' | 'snippets' | 'undo'}${string}`
/**
 * The calls that change content: items, pages, settings, downloads, samples, snippets.
 * `writeContent` makes them.
 */
export type ContentWrite = Exclude<
  Extract<CallKey, `${'POST' | 'PATCH' | 'DELETE'} ${ContentPath}`>,
  `${string}/${'sending' | 'mail-preview' | 'audience' | 'export'}`
>
/** Every other call. */
export type OtherCall = Exclude<CallKey, ContentWrite>

/**
 * Makes a call as the administrator who is signed in, and asks to sign in when the session has
 * ended. Throws as `call`.
 */
export const adminCall: <Key extends OtherCall>(
  key: Key,
  ...input: Inputs<Key>
) => Promise<AnswerTo<Key>> = answerTo

/** The same for every call, for the two functions that say which calls they make. */
export async function answerTo<Key extends CallKey>(
  key: Key,
  ...input: Inputs<Key>
): Promise<AnswerTo<Key>> {
  return (await (await adminResponse(key, input[0])).json()) as AnswerTo<Key>
}

/**
 * One page of a list, with the number of all that match and the cursor of the next page (null on
 * the last one).
 */
export interface ListPage<Item> {
  items: Array<Item>
  total: number
  next: string | null
}

/**
 * Reads a list as an administrator; with `limit` a page of it. An answer that is no list counts as
 * empty (specification, section 7).
 */
export async function adminList<Key extends Lists>(
  key: Key,
  ...input: Inputs<Key>
): Promise<ListPage<AnswerTo<Key> extends ReadonlyArray<infer Item> ? Item : never>> {
  const response = await adminResponse(key, input[0])
  const answer: unknown = await response.json()
  const items = Array.isArray(answer) ? answer : []
  return {
    items,
    total: Number(response.headers.get('X-Total-Count') ?? items.length),
    next: nextCursor(response),
  }
}

/** A query of TanStack that makes a call, with the key of `callKeyOf`. */
export function callQuery<Key extends OtherCall>(key: Key, ...input: Inputs<Key>) {
  return {
    queryKey: callKeyOf(key, input[0] as AnyInput | undefined),
    queryFn: () => adminCall(key, ...input),
    refetchOnMount: 'always' as const,
  }
}

/**
 * The key of a query: the first two parts of its path in one, so that everything below them can be
 * refreshed by it, then the others and the query.
 */
export function callKeyOf(
  key: CallKey,
  { params = {}, query }: Pick<AnyInput, 'params' | 'query'> = {},
) {
  const [, , part, ...more] = key.slice(key.indexOf(' ') + 1).split('/')
  const others = more.map((name) => (name.startsWith('{') ? params[name.slice(1, -1)] : name))
  return [`/api/${part}`, ...others, ...(query ? [query] : [])] as const
}

/** The response to a call of an administrator; throws as `call`. */
export function adminResponse(key: CallKey, input: AnyInput | undefined): Promise<Response> {
  const { form, onProgress } = input ?? {}
  const address = addressOf(key, input)
  const options = optionsOf(key, input)
  if (!form) return adminRequest(address, options)
  return whileSignedIn(() => sendForm(address, formOf(form), options, onProgress), options.signal)
}

/** The file stands last, behind what is said of it. */
function formOf({ file, ...fields }: NonNullable<AnyInput['form']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, String(value))
  form.append('file', file, file.name)
  return form
}

/**
 * The cursor of the next page of a list, from the answer's `Link` header; null on the last page.
 */
function nextCursor(response: Response): string | null {
  const link = /<([^<>]*)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1]
  return link === undefined ? null : new URLSearchParams(link.split('?')[1]).get('cursor')
}

/**
 * Why a call waits for the person: their session has ended, they have to confirm that it is them,
 * or to set up a second factor first.
 */
export type PersonReason = 'ended' | 'confirm' | 'second-factor'

/**
 * Dispatched on the document when a call of the admin waits for the person. A listener that asks
 * them passes a promise: true when they have signed in again or confirmed, false when they refused.
 */
export class PersonNeeded extends Event {
  static readonly type = 'session-notes:person-needed'
  readonly reason: PersonReason
  answer: Promise<boolean> | null = null

  constructor(reason: PersonReason) {
    super(PersonNeeded.type)
    this.reason = reason
  }

  answerWith(answer: Promise<boolean>): void {
    this.answer = answer
  }
}

/** Makes a call in the background: it fails where the person would be asked. Throws as `call`. */
export async function backgroundCall<Key extends OtherCall>(
  key: Key,
  ...[input]: Inputs<Key>
): Promise<AnswerTo<Key>> {
  const { headers, ...options } = optionsOf(key, input)
  const sent = { ...options, headers: { ...headers, ...sessionRequired } }
  return (await accepted(await request(addressOf(key, input), sent))).json()
}

/**
 * A call that needs a session. When it has ended, or the call needs a confirmation, the person is
 * asked and the very same call (its `Idempotency-Key` too) is sent again after that, so that
 * nothing typed is lost. Throws `RequestError` for every other answer that is not OK.
 */
export function adminRequest(path: string, options: RequestOptions = {}): Promise<Response> {
  const headers = { ...options.headers, ...sessionRequired }
  return whileSignedIn(() => request(path, { ...options, headers }), options.signal)
}

async function whileSignedIn(
  send: () => Promise<Response>,
  signal?: AbortSignal,
): Promise<Response> {
  for (;;) {
    try {
      return await accepted(await send())
    } catch (error) {
      const reason = reasonToAsk(error)
      if (!reason || !(await askPerson(reason)) || signal?.aborted) throw error
    }
  }
}

/** Without it, some calls would answer what a visitor may see. */
const sessionRequired = { 'X-Session': 'required' }

/**
 * A key for one attempt of a person to write something; sending it again with the same key does it
 * once.
 */
export function newIdempotencyKey(): string {
  // `randomUUID` is missing on pages that came by plain http from another machine.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function reasonToAsk(error: unknown): PersonReason | null {
  if (error instanceof RequestError && error.status === 401) return 'ended'
  const kind = kindOf(error)
  return kind === 'confirm' || kind === 'second-factor' ? kind : null
}

function askPerson(reason: PersonReason): Promise<boolean> {
  const event = new PersonNeeded(reason)
  document.dispatchEvent(event)
  return event.answer ?? Promise.resolve(false)
}

/**
 * Sends a form with the headers of `request()`. `fetch` does not report the progress of an upload.
 * Rejects as `fetch` does: TypeError when the network fails, the signal's reason when it is
 * aborted.
 */
function sendForm(
  path: string,
  form: FormData,
  { method = 'POST', headers, signal }: RequestOptions,
  onProgress: AnyInput['onProgress'],
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const call = new XMLHttpRequest()
    const abort = () => call.abort()
    signal?.addEventListener('abort', abort)
    call.open(method, path)
    const all = {
      'Cache-Control': 'no-cache',
      Pragma: 'no-cache',
      ...headers,
    }
    for (const [name, value] of Object.entries(all)) call.setRequestHeader(name, value)
    call.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    call.onload = () => {
      const { status, statusText, responseText } = call
      resolve(new Response(responseText || null, { status, statusText, headers: headersOf(call) }))
    }
    call.onerror = () => reject(new TypeError('The upload did not reach the server.'))
    call.onabort = () =>
      reject(signal?.reason ?? new DOMException('The upload was cancelled.', 'AbortError'))
    call.onloadend = () => signal?.removeEventListener('abort', abort)
    call.send(form)
  })
}

function headersOf(call: XMLHttpRequest): Headers {
  const lines = call.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean)
  return new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    }),
  )
}
