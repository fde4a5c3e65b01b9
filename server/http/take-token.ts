import type { RateLimit } from '../platform/token-bucket.ts'
import { HttpError } from './http-error.ts'
import { networkOf } from './network-of.ts'

/** Takes a token of the network of an address. Throws HttpError 429 when there is none. */
export async function takeToken(limit: RateLimit, address: string | undefined) {
  const wait = await limit.take(networkOf(address))
  if (wait > 0)
    throw new HttpError(
      429,
      `Too many attempts. Please try again in ${Math.ceil(wait / 60)} min.`,
      { retryAfter: wait },
    )
}
