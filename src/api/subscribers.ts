import type {
  ImportAnswer,
  ImportReport,
  SubscriberFilter,
  SubscriberSummary,
  SubscriberView,
} from '#domain/subscriber-list.ts'
import { adminRead, adminRequest, adminSendForm, adminWrite, newIdempotencyKey } from './admin-request.ts'
import { nextCursor } from './next-cursor.ts'

/** What is shown of the list. */
export interface SubscriberListQuery {
  q: string
  status: SubscriberFilter
  limit: number
  /** Where the page begins; null for the first one. */
  cursor: string | null
}

export interface SubscriberPage {
  items: Array<SubscriberView>
  total: number
  next: string | null
}

export const subscribersKey = ['/api/subscribers'] as const
export const subscriberSummaryKey = ['/api/subscribers', 'summary'] as const

function parameters({ q, status }: Pick<SubscriberListQuery, 'q' | 'status'>): URLSearchParams {
  return new URLSearchParams({ ...(q.trim() && { q: q.trim() }), ...(status !== 'all' && { status }) })
}

/** `GET /api/subscribers`: one page of the list. */
export async function listSubscribers(query: SubscriberListQuery, signal?: AbortSignal): Promise<SubscriberPage> {
  const search = parameters(query)
  search.set('limit', String(query.limit))
  if (query.cursor !== null) search.set('cursor', query.cursor)
  const response = await adminRequest(`/api/subscribers?${search}`, signal ? { signal } : {})
  const items = (await response.json()) as Array<SubscriberView>
  return { items, total: Number(response.headers.get('X-Total-Count')), next: nextCursor(response) }
}

/** `GET /api/subscribers/summary`: counts, and how the newsletter service and the mail server do. */
export const readSubscriberSummary = () => adminRead<SubscriberSummary>('/api/subscribers/summary')

/** Where the CSV of what is shown is downloaded. */
export function subscribersCsvAddress(query: Pick<SubscriberListQuery, 'q' | 'status'>): string {
  const search = parameters(query).toString()
  return search ? `/api/subscribers.csv?${search}` : '/api/subscribers.csv'
}

/** `POST /api/subscribers`. Throws `RequestError` 409 for somebody who is there, has left or was deleted. */
export const addSubscriber = (payload: { email: string }) =>
  adminWrite<SubscriberView>('POST', '/api/subscribers', {
    payload,
    headers: { 'Idempotency-Key': newIdempotencyKey() },
  })

/** `DELETE /api/subscribers/{id}`. `synced` is false when the newsletter service could not be told yet. */
export const deleteSubscriber = (id: number) =>
  adminWrite<{ deleted: true; id: number; synced?: boolean }>('DELETE', `/api/subscribers/${id}`)

/** `DELETE /api/subscribers/departures/{id}`: the person was removed at the newsletter service by hand. */
export const endDeparture = (id: number) =>
  adminWrite<{ deleted: true; id: number }>('DELETE', `/api/subscribers/departures/${id}`)

/**
 * `POST /api/subscribers/import`; with `preview` nothing is written. Throws `RequestError` 422 for what can't be read as a list of people, and for an import whose
 * questions are not all answered.
 */
export async function importSubscribers(
  csv: File,
  { preview, answers }: { preview: boolean; answers: ReadonlyArray<ImportAnswer> },
): Promise<ImportReport> {
  const form = new FormData()
  form.append('answers', JSON.stringify(answers))
  form.append('file', csv, 'list.csv')
  const path = `/api/subscribers/import${preview ? '?preview=true' : ''}`
  const response = await adminSendForm(path, form, { headers: { 'Idempotency-Key': newIdempotencyKey() } })
  return (await response.json()) as ImportReport
}
