/** Upper limit for `Retry-After`. */
const longestAskedWaitMs = 60 * 60 * 1000

/** `Retry-After` in milliseconds, from seconds or a date; null when missing or invalid. */
export function askedWait(header: string | null, now: number): number | null {
  if (header === null) return null
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return wait >= 0 ? Math.min(wait, longestAskedWaitMs) : null
}
