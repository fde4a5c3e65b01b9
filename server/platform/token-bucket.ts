/** With so many buckets the full ones are looked for and forgotten. */
const tidyFrom = 10_000

/**
 * Limits how often a key may act: a burst, then a steady rate. `now` is a clock in milliseconds that is never set: with the time of day, a clock put
 * back would make people wait.
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

  /** Full buckets say nothing. Each round waits until there are twice as many as it left, so that a crowd of keys does not pay for it every time. */
  function tidy(time: number): void {
    for (const [key, bucket] of buckets) if (time - bucket.at > full) buckets.delete(key)
    tidyAt = Math.max(tidyFrom, buckets.size * 2)
  }

  return {
    /** Takes one token. Answers 0 when there was one, else the seconds to wait, rounded up. */
    take(key: string): number {
      const time = now()
      if (buckets.size >= tidyAt) tidy(time)
      const tokens = tokensAt(time, buckets.get(key))
      const allowed = tokens >= 1
      buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: time })
      return allowed ? 0 : Math.ceil((1 - tokens) / perSecond)
    },
    /** Gives a token back that turned out to need no limit. */
    giveBack(key: string): void {
      const time = now()
      buckets.set(key, { tokens: Math.min(burst, tokensAt(time, buckets.get(key)) + 1), at: time })
    },
  }
}
