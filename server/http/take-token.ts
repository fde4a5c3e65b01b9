import type { RateLimit } from '../platform/token-bucket.ts'
import { HttpError } from './http-error.ts'
import { networkOf } from './network-of.ts'

/** Takes a token of the network of an address. Throws HttpError 429 when there is none. */
export const takeToken = (limit: RateLimit, address: string | undefined): Promise<void> =>
  takeTokenOf(networkOf(address), limit, 'Too many attempts.')

/** Takes a token of a key. Throws HttpError 429 when there is none; `why` is for the person. */
export async function takeTokenOf(key: string, limit: RateLimit, why: string) {
  const wait = await limit.take(key)
  if (wait > 0)
    throw new HttpError(429, `${why} Please try again in ${Math.ceil(wait / 60)} min.`, {
      retryAfter: wait,
    })
}
