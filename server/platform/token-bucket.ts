/**
 * Limits the rate of actions per key: a burst, then a number per second.
 * `tests/contract/counts.test.ts` tests every implementation.
 */
export interface RateLimit {
  /**
   * Takes one token. Resolves with 0 on success, otherwise with the seconds to wait, rounded up.
   */
  take(key: string): Promise<number>
  /** Returns a token, for an action that turned out not to need the limit. */
  refund(key: string): Promise<void>
}

/** The limit of a name, for all processes of the site. */
export type RateLimits = (name: string, rate: { burst: number; perSecond: number }) => RateLimit

/** Limits in the memory of one process. */
export const memoryRateLimits: RateLimits = (_name, rate) => {
  const bucket = createTokenBucket(rate)
  return { take: async (key) => bucket.take(key), refund: async (key) => bucket.refund(key) }
}

/** From this number of buckets on, full ones are removed. */
const tidyFrom = 10_000

/**
 * Limits the rate of actions per key: a burst of `burst`, then `perSecond`. `now` returns
 * milliseconds of a monotonic clock, which never goes back.
 */
export function createTokenBucket({
  burst,
  perSecond,
  now = () => performance.now(),
}: {
  burst: number
  perSecond: number
  now?: () => number
}) {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const full = (burst / perSecond) * 1000
  let tidyAt = tidyFrom

  function tokensAt(time: number, bucket: { tokens: number; at: number } | undefined): number {
    if (!bucket) return burst
    return Math.min(burst, bucket.tokens + (Math.max(0, time - bucket.at) / 1000) * perSecond)
  }

  /**
   * Removes full buckets. The next run waits until the number has doubled, so that many keys do not
   * make every call slow.
   */
  function tidy(time: number) {
    for (const [key, bucket] of buckets) if (time - bucket.at > full) buckets.delete(key)
    tidyAt = Math.max(tidyFrom, buckets.size * 2)
  }

  return {
    /** Takes one token. Returns 0 on success, otherwise the seconds to wait, rounded up. */
    take(key: string): number {
      const time = now()
      if (buckets.size >= tidyAt) tidy(time)
      const tokens = tokensAt(time, buckets.get(key))
      const allowed = tokens >= 1
      buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: time })
      return allowed ? 0 : Math.ceil((1 - tokens) / perSecond)
    },
    /** Returns a token, for an action that turned out not to need the limit. */
    refund(key: string): void {
      const time = now()
      buckets.set(key, { tokens: Math.min(burst, tokensAt(time, buckets.get(key)) + 1), at: time })
    },
  }
}
