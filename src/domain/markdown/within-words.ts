import type { Nodes } from 'mdast'
import { type Attention, defaultHandlers, type Handle } from 'mdast-util-to-markdown'

/**
 * Whether a mark of `_` can't open or close beside this character: a letter, or what counts as one
 * (CommonMark 0.31, section 6.2). A half of a surrogate pair counts as a letter, as in micromark.
 */
export const isOfWord = (character: string | undefined): boolean =>
  character !== undefined && character !== '' && !/[\s\p{P}\p{S}]/u.test(character)

/**
 * The handlers of a serialiser for bold and emphasis below `root`: a mark that begins or ends
 * within a word is written with `*`. With `_`, the letters on both sides would have to be character
 * references (`Two __rac&#x6B;__&#x73;`).
 */
export function handlersOfMarks(root: Nodes): Record<'emphasis' | 'strong', Handle> {
  const within = marksWithinWords(root)
  const handlerOf = (own: Handle & { attention: Attention; peek: Handle }): Handle => {
    const attention: Attention = (node, state) => {
      const info = own.attention(node, state)
      return within.has(node) ? { ...info, markers: ['*'] } : info
    }
    return Object.assign(own.bind(null), { attention, peek: own.peek })
  }
  return {
    emphasis: handlerOf(defaultHandlers.emphasis),
    strong: handlerOf(defaultHandlers.strong),
  }
}

function marksWithinWords(root: Nodes): ReadonlySet<Nodes> {
  const found = new Set<Nodes>()
  /** `before` and `after`: whether the node stands beside a letter. */
  const walk = (node: Nodes, before: boolean, after: boolean) => {
    if (!('children' in node)) return
    const isMark = node.type === 'emphasis' || node.type === 'strong'
    if (isMark && (before || after)) found.add(node)
    for (const [index, child] of node.children.entries()) {
      const last = node.children[index - 1]
      const next = node.children[index + 1]
      // The signs of a mark at the edge of another one run together with its signs.
      const isAfterLetter = last
        ? last.type === 'text' && isOfWord(last.value.at(-1))
        : isMark && before
      const isBeforeLetter = next
        ? next.type === 'text' && isOfWord(next.value[0])
        : isMark && after
      walk(child, isAfterLetter, isBeforeLetter)
    }
  }
  walk(root, false, false)
  return found
}
