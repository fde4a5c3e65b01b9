/** Failures that are allowed in a window, for one account from one network (rulings, section 5). */
const failuresAllowed = 5
const windowMs = 15 * 60 * 1000

/** With so many pairs of account and network the forgotten ones are looked for. */
const tidyFrom = 10_000

/**
 * Slows guessing down without locking an account for everybody: failures count per account and network. `now` is a clock in milliseconds that is never
 * set: with the time of day, a clock put back would close an account for weeks.
 */
export function createLoginThrottle(now: () => number = () => performance.now()) {
  const failures = new Map<string, Array<number>>()
  let tidyAt = tidyFrom

  function recent(key: string, time: number): Array<number> {
    const times = (failures.get(key) ?? []).filter((failure) => time - failure < windowMs)
    if (times.length === 0) failures.delete(key)
    else failures.set(key, times)
    return times
  }

  return {
    /**
     * Counts a try before its password is checked, so that many at once do not slip through. Answers 0, or the seconds until the next try is taken; that
     * one is not counted.
     */
    begin(account: string, network: string): number {
      const time = now()
      const key = keyOf(account, network)
      const times = recent(key, time)
      const oldest = times.at(-failuresAllowed)
      if (oldest !== undefined) return Math.max(1, Math.ceil((oldest + windowMs - time) / 1000))
      failures.set(key, [...times, time])
      if (failures.size >= tidyAt) {
        for (const other of failures.keys()) recent(other, time)
        tidyAt = Math.max(tidyFrom, failures.size * 2)
      }
      return 0
    },
    /** Forgets the last try, whose password was not checked. */
    takeBack(account: string, network: string): void {
      failures.get(keyOf(account, network))?.pop()
    },
    succeed(account: string, network: string): void {
      failures.delete(keyOf(account, network))
    },
  }
}

const keyOf = (account: string, network: string) => `${account.toLowerCase().slice(0, 100)}\0${network}`
