import type { ResolvedPos } from '@milkdown/kit/prose/model'
import type { EditorState } from '@milkdown/kit/prose/state'

/** The depth of the innermost node of a type around a position, or null. */
export function depthOf($pos: ResolvedPos, name: string): number | null {
  for (let depth = $pos.depth; depth > 0; depth -= 1)
    if ($pos.node(depth).type.name === name) return depth
  return null
}

/** The range and target of the link at the selection. */
export function linkAt(state: EditorState): { from: number; to: number; href: string } | null {
  const type = state.schema.marks.link
  const { $from, from, empty } = state.selection
  if (!type) return null
  let found: { from: number; to: number; href: string } | null = null
  $from.parent.forEach((child, offset) => {
    const mark = type.isInSet(child.marks)
    const start = $from.start() + offset
    const end = start + child.nodeSize
    if (!mark) return
    if (found && found.to === start && found.href === mark.attrs.href) found = { ...found, to: end }
    else if (!found || (empty ? found.to < from : found.to <= from))
      found = { from: start, to: end, href: mark.attrs.href }
  })
  const link = found as { from: number; to: number; href: string } | null
  return link && link.from <= from && (empty ? link.to >= from : link.to > from) ? link : null
}
