/** Limits how often a key may act: a burst, then a steady rate. Times are milliseconds since 1970. */
export function createTokenBucket({ burst, perSecond }: { burst: number; perSecond: number }) {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const full = (burst / perSecond) * 1000

  /** Full buckets say nothing and are forgotten. */
  function tidy(now: number) {
    for (const [key, bucket] of buckets) if (now - bucket.at > full) buckets.delete(key)
  }

  return {
    /** Takes one token. Answers 0 when there was one, else the seconds to wait, rounded up. */
    take(key: string, now: number): number {
      if (buckets.size > 10_000) tidy(now)
      const bucket = buckets.get(key) ?? { tokens: burst, at: now }
      const tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond)
      const allowed = tokens >= 1
      buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: now })
      return allowed ? 0 : Math.ceil((1 - tokens) / perSecond)
    },
  }
}
