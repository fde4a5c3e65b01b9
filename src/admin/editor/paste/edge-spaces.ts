import type { Nodes } from 'hast'

/**
 * Whether white space separates pasted text from what it is pasted beside: Markdown has none at the
 * ends of a paragraph.
 */
export interface EdgeSpaces {
  before: boolean
  after: boolean
}

/** The spaces at the ends of a text, without the ends of lines. */
export function edgeSpacesOf(text: string): EdgeSpaces {
  return { before: /^[^\S\r\n]+\S/.test(text), after: /\S[^\S\r\n]+$/.test(text) }
}

/**
 * The spaces at the ends of HTML from a clipboard: those of running text, not the ones between
 * blocks and around the fragment.
 */
export function edgeSpacesIn(tree: Nodes): EdgeSpaces {
  const text = runningText(tree)
  const start = text.lastIndexOf(startOfFragment) + 1
  const end = text.indexOf(endOfFragment)
  return edgeSpacesOf(text.slice(start, end < 0 ? undefined : end))
}

const startOfFragment = '\uE000'
const endOfFragment = '\uE001'
const inline =
  /^(?:a|abbr|b|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|u|var)$/
const unseen = /^(?:meta|link|style|script|title)$/

/**
 * The text of a tree, with a line end for each edge of a block and a letter for other elements,
 * such as pictures.
 */
function runningText(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type === 'comment')
    return node.value === 'StartFragment'
      ? startOfFragment
      : node.value === 'EndFragment'
        ? endOfFragment
        : ''
  if (!('children' in node)) return ''
  const text = () => node.children.map(runningText).join('')
  if (node.type === 'root') return text()
  if (unseen.test(node.tagName)) return ''
  return inline.test(node.tagName) ? text() : `\n${node.children.length === 0 ? 'x' : text()}\n`
}
