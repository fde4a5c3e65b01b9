import { editDistance } from './edit-distance.ts'

/**
 * The known name that a mistyped one probably means: at most `limit` letters are wrong. Null when
 * none is close.
 */
export function closestName(name: string, names: Iterable<string>, limit: number): string | null {
  const wanted = foldedName(name)
  let best: string | null = null
  let least = limit + 1
  for (const one of names) {
    const distance = editDistance(wanted, foldedName(one), limit)
    if (distance >= least) continue
    best = one
    least = distance
  }
  return best
}

/**
 * A name in the form in which it is compared: capitals, hyphens and underscores make no difference.
 */
export function foldedName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
}
