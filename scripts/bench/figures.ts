/** The value below which `share` of the values lie. Throws when there are none. */
export function quantile(values: ReadonlyArray<number>, share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('there are no values')
  return value
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: ReadonlyArray<number>): number {
  const sorted = [...values].sort((one, other) => one - other)
  const high = sorted[sorted.length >> 1]
  const low = sorted[(sorted.length - 1) >> 1]
  if (high === undefined || low === undefined) throw new Error('there are no values')
  return (low + high) / 2
}

/** The lowest and the highest value as text. */
export function span(values: ReadonlyArray<number>): string {
  return `${Math.min(...values).toPrecision(3)} to ${Math.max(...values).toPrecision(3)}`
}
