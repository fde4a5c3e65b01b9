import type { ComparedBlock } from './compare-texts.ts'

/** A number of unchanged blocks that are left out. */
export interface HiddenBlocks {
  change: 'hidden'
  count: number
}

/** Number of unchanged blocks around a change that are kept. */
const context = 1

/**
 * The changed blocks of a comparison with what stands around them; nothing when nothing has
 * changed.
 */
export function changesOnly(
  compared: ReadonlyArray<ComparedBlock>,
): Array<ComparedBlock | HiddenBlocks> {
  const near = compared.map((_, at) =>
    compared
      .slice(Math.max(0, at - context), at + context + 1)
      .some(({ change }) => change !== 'same'),
  )
  const shown: Array<ComparedBlock | HiddenBlocks> = []
  for (const [at, block] of compared.entries()) {
    const last = shown.at(-1)
    if (near[at]) shown.push(block)
    else if (last?.change === 'hidden') last.count += 1
    else shown.push({ change: 'hidden', count: 1 })
  }
  return near.includes(true) ? shown : []
}
