import type { SubscribeAnswer, SubscribeRequest } from '#domain/subscribe.ts'
import { request } from './request.ts'

/** `POST /api/subscribe`. The answer's `synced` is false when the address was saved but not passed on. */
export async function subscribe(payload: SubscribeRequest): Promise<SubscribeAnswer> {
  const response = await request('/api/subscribe', { method: 'POST', payload })
  return (await response.json()) as SubscribeAnswer
}
