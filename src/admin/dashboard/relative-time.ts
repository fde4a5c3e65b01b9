const steps = [
  ['year', 365 * 24 * 60 * 60],
  ['month', 30 * 24 * 60 * 60],
  ['week', 7 * 24 * 60 * 60],
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const

/**
 * The distance of an instant from now in words: '3 days ago', 'in 2 hours', 'just now'. Months are
 * whole 30 days, years whole 365 days.
 */
export function relativeTime(instant: string, now: Date): string {
  const seconds = (Date.parse(instant) - now.getTime()) / 1000
  for (const [unit, size] of steps) {
    const count = Math.floor(Math.abs(seconds) / size)
    if (count === 0) continue
    const words = `${count} ${unit}${count === 1 ? '' : 's'}`
    return seconds < 0 ? `${words} ago` : `in ${words}`
  }
  return seconds < 0 ? 'just now' : 'in a moment'
}
