/** Failures that are allowed in a window, for one account from one network address (rulings, section 5). */
const failuresAllowed = 5
const windowMs = 15 * 60 * 1000

/** Slows guessing down without locking an account for everybody: failures count per account and address. */
export function createLoginThrottle() {
  const failures = new Map<string, Array<number>>()

  function recent(key: string, now: number): Array<number> {
    const times = (failures.get(key) ?? []).filter((time) => now - time < windowMs)
    if (times.length === 0) failures.delete(key)
    else failures.set(key, times)
    return times
  }

  return {
    /** Seconds until the next try is taken, 0 when it is taken now. Times are milliseconds since 1970. */
    waitSeconds(account: string, address: string, now: number): number {
      const times = recent(keyOf(account, address), now)
      if (times.length < failuresAllowed) return 0
      const oldest = times[times.length - failuresAllowed] ?? now
      return Math.max(1, Math.ceil((oldest + windowMs - now) / 1000))
    },
    /** Counts a try before its password is checked, so that many at once do not slip through. */
    begin(account: string, address: string, now: number): void {
      const key = keyOf(account, address)
      failures.set(key, [...recent(key, now), now])
      if (failures.size > 10_000) for (const other of failures.keys()) recent(other, now)
    },
    succeed(account: string, address: string): void {
      failures.delete(keyOf(account, address))
    },
  }
}

const keyOf = (account: string, address: string) => `${account.toLowerCase().slice(0, 100)}\0${address}`
