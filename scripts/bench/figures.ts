/** The value below which `share` of the values lie. Throws when there are none. */
export function quantile(values: ReadonlyArray<number>, share: number): number {
  const value = sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))]
  if (value === undefined) throw new Error('there are no values')
  return value
}

/** The middle value, or the mean of the two in the middle. Throws when there are none. */
export function median(values: ReadonlyArray<number>): number {
  const ordered = sorted(values)
  if (ordered.length === 0) throw new Error('there are no values')
  return (ordered[(ordered.length - 1) >> 1]! + ordered[ordered.length >> 1]!) / 2
}

function sorted(values: ReadonlyArray<number>): Array<number> {
  return values.toSorted((one, other) => one - other)
}

/** The mean of one divided by the rank; a rank of 0, for what was not found, counts as 0. */
export function meanReciprocalRank(ranks: ReadonlyArray<number>): number {
  return ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length
}
