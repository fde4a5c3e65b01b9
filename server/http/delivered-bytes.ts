/** A byte range of a file; `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

/** Adds a range to sorted, disjoint ranges; overlapping and adjacent ones are merged. */
export function withSpan(spans: ReadonlyArray<Span>, added: Span): Array<Span> {
  if (added.end <= added.start) return [...spans]
  const { start, end } = spans
    .filter((span) => span.start <= added.end && added.start <= span.end)
    .reduce(
      (all, span) => ({ start: Math.min(all.start, span.start), end: Math.max(all.end, span.end) }),
      added,
    )
  const apart = spans.filter((span) => span.end < start || end < span.start)
  return [...apart, { start, end }].sort((one, other) => one.start - other.start)
}

/** Whether the ranges cover the whole file of `size` bytes. */
export function isWhole(spans: ReadonlyArray<Span>, size: number): boolean {
  return size === 0 || (spans.length === 1 && spans[0]?.start === 0 && spans[0].end >= size)
}

/**
 * The range that a response carries, from its status and `Content-Range`; null for any other
 * response.
 */
export function spanOfAnswer(
  status: number,
  contentRange: string | undefined,
  size: number,
): Span | null {
  if (status === 200) return { start: 0, end: size }
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(contentRange ?? '') ?? []
  return status === 206 && first !== undefined
    ? { start: Number(first), end: Number(last) + 1 }
    : null
}
