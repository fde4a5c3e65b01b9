import type { z } from 'zod'
import type { AnswerOf, ParamsOf, SchemaOf } from '#contract/call-types.ts'
import type { calls } from '#contract/calls.ts'
import { RequestError } from './refusal.ts'

// Only the type of the table: its schemas and texts stay out of what browsers load.
export type Calls = typeof calls
/** A call by its method and address, as the contract has it. */
export type CallKey = keyof Calls
type OpenCall = { [Key in CallKey]: Calls[Key]['who'] extends 'everybody' ? Key : never }[CallKey]

interface Options {
  signal?: AbortSignal | undefined
  /** Whose write it is: anybody else who is signed in by now is asked to sign in as them. */
  user?: number | undefined
  /** For a form: called with the part of its bytes that is sent, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
  /**
   * How often a failed network is tried again, and the first wait in milliseconds; `request` has
   * the defaults.
   */
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

/**
 * Makes a call as a visitor. Throws `RequestError` for an answer that is not OK, what `fetch`
 * throws when the network fails.
 */
export async function call<Key extends OpenCall>(
  key: Key,
  ...input: Inputs<Key>
): Promise<AnswerOf<Calls[Key]>> {
  return (await (await openCall(key, ...input)).json()) as AnswerOf<Calls[Key]>
}

/** The same with the whole response and its headers. */
export async function openCall<Key extends OpenCall>(
  key: Key,
  ...[input]: Inputs<Key>
): Promise<Response> {
  return accepted(await request(addressOf(key, input), optionsOf(key, input)))
}

/**
 * The response itself when it is OK. Throws `RequestError` otherwise: `request` returns the 401 and
 * 403 of an auth path.
 */
export async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new RequestError(response.status, await response.text(), response.statusText)
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
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const search = given
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return search === '' ? path : `${path}?${search}`
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  payload?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  /**
   * How often a failed network is tried again; auth calls: 2, others: none (specification, section
   * 7).
   */
  retries?: number
  /** The wait before try N is N times this many milliseconds. */
  retryDelay?: number
}

const authRetries = 2
export const authRetryDelay = 200

/**
 * Sends one call with cookies and no-cache headers; JSON body and its Content-Type only with a
 * payload. Throws `RequestError` for a non-OK answer, except a 401 or 403 of an auth path, which
 * the caller gets (specification, section 7).
 */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const isAuth = path.includes('/api/auth/')
  const { retries = isAuth ? authRetries : 0, retryDelay = authRetryDelay } = options
  const response = await fetchWithRetries(path, options, retries, retryDelay)
  return isAuth && (response.status === 401 || response.status === 403)
    ? response
    : accepted(response)
}

async function fetchWithRetries(
  path: string,
  options: RequestOptions,
  retries: number,
  delay: number,
) {
  const { method = 'GET', payload, signal, headers } = options
  const body = payload === undefined ? undefined : JSON.stringify(payload)
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(path, {
        method,
        credentials: 'include',
        cache: 'no-cache',
        headers: {
          'Cache-Control': 'no-cache',
          Pragma: 'no-cache',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        ...(signal ? { signal } : {}),
      })
    } catch (error) {
      if (attempt > retries || signal?.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, delay * attempt))
    }
  }
}

type NoneOr<Part extends string, Value> = [Value] extends [never]
  ? unknown
  : { [Name in Part]: Value }
type OptionalOr<Part extends string, Value> = [Value] extends [never]
  ? unknown
  : { [Name in Part]?: Value | undefined }

type BodyInput<One> = z.input<SchemaOf<One, 'body'>>
type FormInput<One> = z.input<SchemaOf<One, 'form'>> & { file: File }

/** What a client makes a call with: `body` is sent as JSON, `form` with its file as a form. */
type CallInput<One> = (One extends { params: unknown } ? { params: ParamsOf<One> } : unknown) &
  OptionalOr<'query', z.input<SchemaOf<One, 'query'>>> &
  (One extends { form: unknown }
    ? One extends { body: unknown }
      ? { body: BodyInput<One>; form?: never } | { form: FormInput<One>; body?: never }
      : { form: FormInput<One> }
    : One extends { bodyIsOptional: true }
      ? OptionalOr<'body', BodyInput<One>>
      : NoneOr<'body', BodyInput<One>>) &
  (One extends { headers: ReadonlyArray<infer Header> }
    ? ('Idempotency-Key' extends Header ? { key?: string | undefined } : unknown) &
        ('If-Match' extends Header ? { revision?: string | null | undefined } : unknown) &
        ('Idempotency-Replay' extends Header ? { replayOnly?: boolean } : unknown)
    : unknown)
