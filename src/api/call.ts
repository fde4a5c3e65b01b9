import type { AnswerOf } from '#contract/call-types.ts'
import type { calls } from '#contract/calls.ts'
import type { CallInput } from './call-input.ts'
import { RequestError, type RequestOptions, request } from './request.ts'

// Only the type of the table: its schemas and texts stay out of what browsers load.
export type Calls = typeof calls
/** A call by its method and address, as the contract has it. */
export type CallKey = keyof Calls
type OpenCall = { [Key in CallKey]: Calls[Key]['who'] extends 'everybody' ? Key : never }[CallKey]

interface Options {
  signal?: AbortSignal | undefined
  /** Whose write it is: anybody else who is signed in by now is asked to sign in as them. */
  user?: number | undefined
  /** Of a form: told the part of its bytes that is sent, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
  /** How often a failed network is tried again, and the first wait in milliseconds; `request` has the defaults. */
  retries?: number
  retryDelay?: number
}
type Input<Key extends CallKey> = CallInput<Calls[Key]> & Options
/** A call that needs nothing can be made without an argument. */
export type Inputs<Key extends CallKey> =
  Record<never, never> extends Input<Key> ? [input?: Input<Key>] : [input: Input<Key>]

/** The same for what works for every call. */
export interface AnyInput extends Options {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  form?: Readonly<Record<string, unknown>> & { file: File }
  key?: string | undefined
  revision?: string | null | undefined
  replayOnly?: boolean
}

/** Makes a call as a visitor. Throws `RequestError` for an answer that is not OK, what `fetch` throws when the network fails. */
export async function call<Key extends OpenCall>(key: Key, ...[input]: Inputs<Key>): Promise<AnswerOf<Calls[Key]>> {
  return (await (await openCall(key, ...([input] as Inputs<Key>))).json()) as AnswerOf<Calls[Key]>
}

/** The same with the whole response, whose headers tell more. */
export async function openCall<Key extends OpenCall>(key: Key, ...[input]: Inputs<Key>): Promise<Response> {
  const sent = input as AnyInput | undefined
  const response = await request(addressOf(key, sent), optionsOf(key, sent))
  // Calls of signing in hand their 401 and 403 over.
  if (!response.ok) throw new RequestError(response.status, await response.text(), response.statusText)
  return response
}

/** What `request` makes the call with. */
export function optionsOf(key: CallKey, input: AnyInput = {}): RequestOptions {
  const { body, signal, user, revision, replayOnly, retries, retryDelay } = input
  return {
    method: key.slice(0, key.indexOf(' ')) as NonNullable<RequestOptions['method']>,
    ...(body !== undefined && { payload: body }),
    ...(signal && { signal }),
    ...(retries !== undefined && { retries }),
    ...(retryDelay !== undefined && { retryDelay }),
    headers: {
      ...(input.key !== undefined && { 'Idempotency-Key': input.key }),
      ...(replayOnly && { 'Idempotency-Replay': 'only' }),
      ...(revision && { 'If-Match': `"${revision}"` }),
      ...(user !== undefined && { 'X-Session-User': String(user) }),
    },
  }
}

/** The address that a call is made at, with its query. A part called `path` keeps its slashes. */
export function addressOf(key: CallKey, { params = {}, query = {} }: AnyInput = {}): string {
  const path = key.slice(key.indexOf(' ') + 1).replace(/\{(\w+)\}/g, (_, name: string) =>
    String(params[name])
      .split(name === 'path' ? '/' : '\0')
      .map(encodeURIComponent)
      .join('/'),
  )
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return search === '' ? path : `${path}?${search}`
}
