/**
 * Two ranges to compare: `start` to `end` of one sequence, `otherStart` to `otherEnd` of the other.
 */
interface Range {
  start: number
  end: number
  otherStart: number
  otherEnd: number
}

type Pair = [index: number, other: number]

/**
 * The most pairs of equal items that the search for the longest common subsequence looks at, about
 * one second of work.
 */
const mostComparisons = 6_000_000
/**
 * Lengths of the runs of items that serve as anchors; longer runs are needed where single items
 * repeat.
 */
const runLengths = [1, 4, 16, 64]
const deepest = 12

/**
 * Pairs of equal items of two sequences, in order: the longest common subsequence (Hunt and
 * McIlroy). Where that takes too long, items or runs of items that both sequences have exactly once
 * divide the work, and ranges that are still too large count as different. The time does not grow
 * with the square of the length.
 */
export function commonItems(
  keys: ReadonlyArray<string>,
  others: ReadonlyArray<string>,
): Array<Pair> {
  const numbers = new Map<string, number>()
  const numbered = (items: ReadonlyArray<string>) =>
    Int32Array.from(items, (item) => {
      const known = numbers.get(item)
      if (known === undefined) numbers.set(item, numbers.size)
      return known ?? numbers.size - 1
    })
  const search = new Search(numbered(keys), numbered(others))
  search.within({ start: 0, end: keys.length, otherStart: 0, otherEnd: others.length }, 0)
  return search.pairs
}

class Search {
  readonly pairs: Array<Pair> = []
  private readonly items: Int32Array
  private readonly others: Int32Array
  private comparisons = mostComparisons

  constructor(items: Int32Array, others: Int32Array) {
    this.items = items
    this.others = others
  }

  /** Adds the pairs of a range, in order. */
  within(range: Range, depth: number): void {
    const { items, others } = this
    let { start, end, otherStart, otherEnd } = range
    while (start < end && otherStart < otherEnd && items[start] === others[otherStart]) {
      this.pairs.push([start, otherStart])
      start += 1
      otherStart += 1
    }
    const tail: Array<Pair> = []
    while (start < end && otherStart < otherEnd && items[end - 1] === others[otherEnd - 1]) {
      end -= 1
      otherEnd -= 1
      tail.push([end, otherEnd])
    }
    if (start < end && otherStart < otherEnd)
      this.between({ start, end, otherStart, otherEnd }, depth)
    for (const pair of tail.reverse()) this.pairs.push(pair)
  }

  private between(range: Range, depth: number): void {
    const places = placesOf(this.others, range.otherStart, range.otherEnd)
    let comparisons = 0
    for (let at = range.start; at < range.end; at += 1)
      comparisons += places.get(this.items[at]!)?.length ?? 0
    if (comparisons <= this.comparisons) {
      this.comparisons -= comparisons
      for (const pair of longestCommon(this.items, range, places)) this.pairs.push(pair)
      return
    }
    const anchors = depth < deepest ? this.anchors(range) : []
    if (anchors.length === 0) return
    let { start, otherStart } = range
    for (const [end, otherEnd] of anchors) {
      // A longer run before this anchor may have paired it already.
      if (end < start || otherEnd < otherStart) continue
      this.within({ start, end, otherStart, otherEnd }, depth + 1)
      this.pairs.push([end, otherEnd])
      start = end + 1
      otherStart = otherEnd + 1
    }
    this.within({ ...range, start, otherStart }, depth + 1)
  }

  /**
   * The starts of the shortest runs that occur exactly once in both ranges, limited to those in the
   * same order.
   */
  private anchors({ start, end, otherStart, otherEnd }: Range): Array<Pair> {
    for (const length of runLengths) {
      const runs = singleRuns(this.items, start, end, length)
      const otherRuns = singleRuns(this.others, otherStart, otherEnd, length)
      const pairs = [...runs].flatMap(([run, at]): Array<Pair> => {
        const other = otherRuns.get(run)
        return other === undefined ? [] : [[at, other]]
      })
      if (pairs.length > 0) return rising(pairs)
    }
    return []
  }
}

/** The first index of each run that occurs once in a range. */
function singleRuns(
  items: Int32Array,
  start: number,
  end: number,
  length: number,
): Map<string, number> {
  const single = new Map<string, number>()
  const repeated = new Set<string>()
  for (let at = start; at + length <= end; at += 1) {
    const run = items.subarray(at, at + length).join()
    if (repeated.has(run)) continue
    if (single.delete(run)) repeated.add(run)
    else single.set(run, at)
  }
  return single
}

/**
 * The longest selection of pairs whose second index increases; the input is sorted by the first
 * index.
 */
function rising(pairs: ReadonlyArray<Pair>): Array<Pair> {
  const ends: Array<number> = []
  const before: Array<number> = []
  for (const [at, [, other]] of pairs.entries()) {
    const place = lowerBound(ends.length, (index) => pairs[ends[index]!]![1] >= other)
    before.push(place > 0 ? ends[place - 1]! : -1)
    ends[place] = at
  }
  const chosen: Array<Pair> = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) chosen.push(pairs[at]!)
  return chosen.reverse()
}

/** The first index for which `isBehind` holds; `length` when there is none. */
function lowerBound(length: number, isBehind: (index: number) => boolean, from = 0): number {
  let low = from
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBehind(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function placesOf(items: Int32Array, start: number, end: number): Map<number, Array<number>> {
  const places = new Map<number, Array<number>>()
  for (let at = start; at < end; at += 1) {
    const known = places.get(items[at]!)
    if (known) known.push(at)
    else places.set(items[at]!, [at])
  }
  return places
}

/** Hunt and McIlroy's algorithm; candidates are found by binary search. */
function longestCommon(
  items: Int32Array,
  { start, end }: Range,
  places: ReadonlyMap<number, ReadonlyArray<number>>,
): Array<Pair> {
  // Linked lists of pairs: each entry refers to its predecessor.
  const indexes = [-1]
  const others = [-1]
  const before = [-1]
  const candidates = [0]
  for (let at = start; at < end; at += 1) {
    let from = 0
    let pending = candidates[0]!
    for (const place of places.get(items[at]!) ?? []) {
      const next = lowerBound(
        candidates.length,
        (index) => others[candidates[index]!]! >= place,
        from,
      )
      if (next === from || (next < candidates.length && others[candidates[next]!] === place))
        continue
      const entry = indexes.length
      indexes.push(at)
      others.push(place)
      before.push(candidates[next - 1]!)
      candidates[from] = pending
      from = next
      pending = entry
      if (from === candidates.length) break
    }
    candidates[from] = pending
  }
  const pairs: Array<Pair> = []
  for (let entry = candidates.at(-1)!; entry > 0; entry = before[entry]!)
    pairs.push([indexes[entry]!, others[entry]!])
  return pairs.reverse()
}
