const longest = 64
const rows = [new Uint8Array(longest + 2), new Uint8Array(longest + 2), new Uint8Array(longest + 2)]

/**
 * The number of insertions, deletions, substitutions and swaps of neighbours between `typed` and
 * `word`, or its beginning when `open`; `limit` + 1 for everything above `limit`. Words of more
 * than 64 letters never match.
 */
export function editDistance(typed: string, word: string, limit: number, open = false): number {
  if (typed.length > longest || word.length > longest) return limit + 1
  const width = open ? Math.min(word.length, typed.length + limit) : word.length
  let [before, above, row] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= width; column++) above[column] = column
  for (let line = 1; line <= typed.length; line++) {
    const letter = typed.charCodeAt(line - 1)
    row[0] = line
    let least = line
    for (let column = 1; column <= width; column++) {
      const other = word.charCodeAt(column - 1)
      let cost = above[column - 1]! + (letter === other ? 0 : 1)
      if (above[column]! + 1 < cost) cost = above[column]! + 1
      if (row[column - 1]! + 1 < cost) cost = row[column - 1]! + 1
      if (
        line > 1 &&
        column > 1 &&
        letter === word.charCodeAt(column - 2) &&
        typed.charCodeAt(line - 2) === other &&
        before[column - 2]! + 1 < cost
      )
        cost = before[column - 2]! + 1
      row[column] = cost
      if (cost < least) least = cost
    }
    if (least > limit) return limit + 1
    ;[before, above, row] = [above, row, before]
  }
  let distance = above[width]!
  if (open)
    for (let column = 0; column < width; column++) distance = Math.min(distance, above[column]!)
  return Math.min(distance, limit + 1)
}
