import type { SubscribeAnswer, SubscribeRequest } from '#domain/subscribe.ts'
import { request } from './request.ts'

/** What came of a subscription; `confirmation` tells that a link in a mail has to be followed first. */
export interface SubscribeOutcome {
  answer: SubscribeAnswer
  confirmation: boolean
}

/** `POST /api/subscribe`. The answer's `synced` is false when the address was saved but not passed on. */
export async function subscribe(payload: SubscribeRequest): Promise<SubscribeOutcome> {
  const response = await request('/api/subscribe', { method: 'POST', payload })
  const answer = (await response.json()) as SubscribeAnswer
  return { answer, confirmation: response.headers.get('X-Confirmation') === 'mail' }
}
