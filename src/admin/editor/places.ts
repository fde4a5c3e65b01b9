import type { ResolvedPos } from '@milkdown/kit/prose/model'

/** The depth of the innermost node of a type around a position, or null. */
export function depthOf($pos: ResolvedPos, name: string): number | null {
  for (let depth = $pos.depth; depth > 0; depth -= 1)
    if ($pos.node(depth).type.name === name) return depth
  return null
}
