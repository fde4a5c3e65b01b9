import type { Nodes } from 'mdast'
import { type Attention, defaultHandlers, type Handle } from 'mdast-util-to-markdown'

/**
 * Whether a mark of `_` can't open or close beside this character: a letter, or what counts as one (CommonMark 0.31, section 6.2). A half of a surrogate pair
 * counts as a letter, as in micromark.
 */
export const isOfWord = (character: string | undefined): boolean =>
  character !== undefined && character !== '' && !/[\s\p{P}\p{S}]/u.test(character)

/**
 * The handlers of a serialiser for bold and emphasis below `root`: a mark that begins or ends within a word is written with `*`. With `_`, the letters on both
 * sides would have to be character references (`Two __rac&#x6B;__&#x73;`).
 */
export function handlersOfMarks(root: Nodes): Record<'emphasis' | 'strong', Handle> {
  const within = marksWithinWords(root)
  const handlerOf = (own: Handle & { attention: Attention; peek: Handle }): Handle => {
    const attention: Attention = (node, state) => {
      const info = own.attention(node, state)
      return within.has(node) ? { ...info, markers: ['*', '_'] } : info
    }
    return Object.assign(own.bind(null), { attention, peek: own.peek })
  }
  return { emphasis: handlerOf(defaultHandlers.emphasis), strong: handlerOf(defaultHandlers.strong) }
}

function marksWithinWords(root: Nodes): ReadonlySet<Nodes> {
  const found = new Set<Nodes>()
  const walk = (node: Nodes) => {
    if (!('children' in node)) return
    for (const [index, child] of node.children.entries()) {
      const before = node.children[index - 1]
      const after = node.children[index + 1]
      const isWithin =
        (before?.type === 'text' && isOfWord(before.value.at(-1))) ||
        (after?.type === 'text' && isOfWord(after.value[0]))
      if (isWithin && (child.type === 'emphasis' || child.type === 'strong')) found.add(child)
      walk(child)
    }
  }
  walk(root)
  return found
}
