import { findHunks, type Hunk } from './align.ts'

/** A part of two merged sequences: agreed, or a conflict. */
export type MergedPart =
  | { kind: 'agreed'; items: Array<string> }
  | { kind: 'conflict'; base: Array<string>; yours: Array<string>; theirs: Array<string> }

interface SideHunk extends Hunk {
  side: 'yours' | 'theirs'
}

/**
 * Merges two versions of a sequence as diff3 does: changes that neither overlap nor touch are both
 * taken, equal changes once.
 */
export function mergeSequences(
  base: ReadonlyArray<string>,
  yours: ReadonlyArray<string>,
  theirs: ReadonlyArray<string>,
): Array<MergedPart> {
  const hunks = [
    ...findHunks(base, yours).map((hunk): SideHunk => ({ ...hunk, side: 'yours' })),
    ...findHunks(base, theirs).map((hunk): SideHunk => ({ ...hunk, side: 'theirs' })),
  ].sort((a, b) => a.start - b.start)
  const parts: Array<MergedPart> = []
  const agree = (items: ReadonlyArray<string>) => {
    const last = parts.at(-1)
    if (last?.kind === 'agreed') for (const item of items) last.items.push(item)
    else if (items.length > 0) parts.push({ kind: 'agreed', items: [...items] })
  }
  let done = 0
  for (const region of regionsOf(hunks)) {
    agree(base.slice(done, region.start))
    done = region.end
    const mine = yours.slice(...spanOf(region, 'yours'))
    const other = theirs.slice(...spanOf(region, 'theirs'))
    const only = region.hunks.length === 1 ? region.hunks[0]!.side : null
    if (only !== null) agree(only === 'yours' ? mine : other)
    else if (mine.length === other.length && mine.every((item, at) => item === other[at]))
      agree(mine)
    else
      parts.push({
        kind: 'conflict',
        base: base.slice(region.start, region.end),
        yours: mine,
        theirs: other,
      })
  }
  agree(base.slice(done))
  return parts
}

interface Region {
  start: number
  end: number
  hunks: Array<SideHunk>
}

/** Groups hunks that overlap or touch. */
function regionsOf(hunks: ReadonlyArray<SideHunk>): Array<Region> {
  const regions: Array<Region> = []
  for (const hunk of hunks) {
    const last = regions.at(-1)
    if (last && hunk.start <= last.end) {
      last.end = Math.max(last.end, hunk.end)
      last.hunks.push(hunk)
    } else regions.push({ start: hunk.start, end: hunk.end, hunks: [hunk] })
  }
  return regions
}

/**
 * The range of one side in a region; where that side has no change, the range of the base, shifted.
 */
function spanOf(
  { start, end, hunks }: Region,
  side: SideHunk['side'],
): [start: number, end: number] {
  const own = hunks.filter((hunk) => hunk.side === side)
  const [first, last] = [own[0], own.at(-1)]
  // The region has no hunk of this side, so this range is never read.
  if (!first || !last) return [0, 0]
  return [first.otherStart - (first.start - start), last.otherEnd + (end - last.end)]
}
