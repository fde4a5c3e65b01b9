import type { AdminAnswerOf } from '#contract/call-types.ts'
import { adminRequest, adminSendForm } from './admin-request.ts'
import { type AnyInput, addressOf, type CallKey, type Calls, type Inputs, optionsOf } from './call.ts'

/** What an administrator is answered. */
export type AnswerTo<Key extends CallKey> = AdminAnswerOf<Calls[Key]>

type Lists = { [Key in CallKey]: AdminAnswerOf<Calls[Key]> extends ReadonlyArray<unknown> ? Key : never }[CallKey]

/** Makes a call as the administrator who is signed in, and asks to sign in when the session has ended. Throws as `call`. */
export async function adminCall<Key extends CallKey>(key: Key, ...[input]: Inputs<Key>): Promise<AnswerTo<Key>> {
  return (await (await adminResponse(key, input as AnyInput | undefined)).json()) as AnswerTo<Key>
}

/** One page of a list, with the number of all that match and the cursor of the next page (null on the last one). */
export interface ListPage<Item> {
  items: Array<Item>
  total: number
  next: string | null
}

/** Reads a list as an administrator; with `limit` a page of it. An answer that is no list counts as empty (specification, section 7). */
export async function adminList<Key extends Lists>(
  key: Key,
  ...[input]: Inputs<Key>
): Promise<ListPage<AnswerTo<Key> extends ReadonlyArray<infer Item> ? Item : never>> {
  const response = await adminResponse(key, input as AnyInput | undefined)
  const answer: unknown = await response.json()
  const items = Array.isArray(answer) ? answer : []
  return { items, total: Number(response.headers.get('X-Total-Count') ?? items.length), next: nextCursor(response) }
}

/** A query of TanStack that makes a call, with the key of `callKeyOf`. */
export function callQuery<Key extends CallKey>(key: Key, ...[input]: Inputs<Key>) {
  return {
    queryKey: callKeyOf(key, input as AnyInput | undefined),
    queryFn: () => adminCall(key, ...([input] as Inputs<Key>)),
  }
}

/** The key of a query: the first two parts of its path in one, so that everything below them can be refreshed by it, then the others and the query. */
export function callKeyOf(key: CallKey, { params = {}, query }: Pick<AnyInput, 'params' | 'query'> = {}) {
  const [, , part, ...more] = key.slice(key.indexOf(' ') + 1).split('/')
  const others = more.map((name) => (name.startsWith('{') ? params[name.slice(1, -1)] : name))
  return [`/api/${part}`, ...others, ...(query ? [query] : [])] as const
}

function adminResponse(key: CallKey, input: AnyInput | undefined): Promise<Response> {
  const { form, signal, onProgress } = input ?? {}
  const options = optionsOf(key, input)
  if (!form) return adminRequest(addressOf(key, input), options)
  return adminSendForm(addressOf(key, input), formOf(form), {
    method: options.method as 'POST' | 'PATCH',
    headers: options.headers ?? {},
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  })
}

/** The file stands last, behind what is said of it. */
function formOf({ file, ...fields }: NonNullable<AnyInput['form']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value))
  form.append('file', file, file.name)
  return form
}

/** The cursor of the next page of a list, from the answer's `Link` header; null on the last page. */
function nextCursor(response: Response): string | null {
  const link = /<([^<>]*)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1]
  return link === undefined ? null : new URLSearchParams(link.split('?')[1]).get('cursor')
}
