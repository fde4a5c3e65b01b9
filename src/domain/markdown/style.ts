import type { Code, Definition, Heading, Image, Link, ListItem, Nodes, Table } from 'mdast'
import { isLoose } from './meaning.ts'
import { endOf, type MarkdownDocument, startOf } from './parse.ts'
import { continuation } from './source.ts'
import { isOfWord } from './within-words.ts'

/** How a file spells what Markdown can spell in several ways. */
export interface MarkdownStyle {
  bullet: '-' | '*' | '+'
  bulletOrdered: '.' | ')'
  /** Whether ordered lists count up (1. 2. 3.) or repeat their first number. */
  incrementListMarker: boolean
  listItemIndent: 'one' | 'tab' | 'mixed'
  /** Whether a tab follows the marker of a list item. */
  tabBehindMarker: boolean
  /**
   * What begins the lines of a list within an item, beside what begins the item; null: where the
   * text of the item begins.
   */
  nestedIndent: string | null
  /** Whether an empty line stands before a list within an item. */
  nestedGap: boolean
  emphasis: '*' | '_'
  strong: '*' | '_'
  rule: '-' | '*' | '_'
  ruleRepetition: number
  ruleSpaces: boolean
  fence: '`' | '~'
  fences: boolean
  setext: boolean
  closeAtx: boolean
  quote: '"' | "'"
  /** Whether an address that is a link stands as it is, or in angle brackets. */
  addresses: 'bare' | 'autolink'
  /** With its line end, if it has one: a backslash, two spaces, or `<br>`. */
  lineBreak: string
  /** Whether the pipes of a table are aligned. */
  alignTables: boolean
}

/** The style where a file gives no example. */
export const houseStyle: Readonly<MarkdownStyle> = {
  bullet: '-',
  bulletOrdered: '.',
  incrementListMarker: true,
  listItemIndent: 'one',
  tabBehindMarker: false,
  nestedIndent: null,
  nestedGap: false,
  emphasis: '*',
  strong: '*',
  rule: '-',
  ruleRepetition: 3,
  ruleSpaces: false,
  fence: '`',
  fences: true,
  setext: false,
  closeAtx: false,
  quote: '"',
  addresses: 'bare',
  lineBreak: '\\\n',
  alignTables: false,
}

/**
 * Detects the style of a text: the most frequent spelling of each choice, the first one on a tie.
 */
export function detectStyle({ text, root }: MarkdownDocument): MarkdownStyle {
  const votes = new Map<keyof MarkdownStyle, Map<unknown, number>>()
  const vote = <Key extends keyof MarkdownStyle>(key: Key, value: MarkdownStyle[Key]) => {
    const counts = votes.get(key) ?? new Map<unknown, number>()
    votes.set(key, counts.set(value, (counts.get(value) ?? 0) + 1))
  }
  const walk = (node: Nodes) => {
    const [start, end] = [startOf(node), endOf(node)]
    // Within a word, a mark of emphasis can't be written in another way.
    const isForced =
      /^(?:emphasis|strong)$/.test(node.type) && (isOfWord(text[start - 1]) || isOfWord(text[end]))
    if (!isForced) voteOn(node, text.slice(start, end), vote, text[end])
    if (node.type === 'listItem') voteOnNested(node, text, vote)
    if ('children' in node) for (const child of node.children) walk(child)
  }
  walk(root)
  // Without an example, a list in an item of a loose list has an empty line before it.
  if (!votes.has('nestedGap'))
    vote(
      'nestedGap',
      root.children.some((node) => node.type === 'list' && isLoose(node)),
    )
  const chosen = [...votes].map(([key, counts]) => [
    key,
    [...counts].sort((a, b) => b[1] - a[1])[0]?.[0],
  ])
  return { ...houseStyle, ...Object.fromEntries(chosen) }
}

/** The style for writing one block again: its own source takes precedence over the file's style. */
export function styleOfBlock(style: MarkdownStyle, node: Nodes, source: string): MarkdownStyle {
  const own = { ...style }
  voteOn(node, source, (key, value) => {
    own[key] = value
  })
  return own
}

type Vote = <Key extends keyof MarkdownStyle>(key: Key, value: MarkdownStyle[Key]) => void

function voteOn(node: Nodes, source: string, vote: Vote, behind?: string) {
  const first = source[0] ?? ''
  switch (node.type) {
    case 'emphasis':
      if (first === '*' || first === '_') vote('emphasis', first)
      break
    case 'strong':
      if (first === '*' || first === '_') vote('strong', first)
      break
    case 'thematicBreak':
      if (first !== '-' && first !== '*' && first !== '_') break
      vote('rule', first)
      vote('ruleRepetition', source.split(first).length - 1)
      vote('ruleSpaces', source.trim().includes(' '))
      break
    case 'listItem':
      voteOnItem(source, vote)
      break
    case 'list':
      if (node.ordered && node.children.length > 1) {
        const second = node.children[1]!
        const at = startOf(second) - startOf(node)
        vote('incrementListMarker', Number.parseInt(source.slice(at), 10) !== (node.start ?? 1))
      }
      break
    case 'code':
      voteOnCode(node, source, vote)
      break
    case 'heading':
      voteOnHeading(node, source, vote)
      break
    case 'break':
      vote('lineBreak', first === '\\' ? '\\\n' : '  \n')
      break
    case 'html':
      if (/^<br ?\/?>$/i.test(source)) vote('lineBreak', behind === '\n' ? `${source}\n` : source)
      break
    case 'link':
      if (first === '<') vote('addresses', 'autolink')
      else if (first !== '[') vote('addresses', 'bare')
      voteOnTitle(node, source, vote)
      break
    case 'definition':
    case 'image':
      voteOnTitle(node, source, vote)
      break
    case 'table':
      vote('alignTables', isAligned(node, source))
  }
}

function voteOnTitle({ title }: Definition | Image | Link, source: string, vote: Vote) {
  const quote = title ? /(["'])\)?$/.exec(source)?.[1] : undefined
  if (quote === '"' || quote === "'") vote('quote', quote)
}

function voteOnItem(source: string, vote: Vote) {
  const [, marker = '', spaces = ''] = /^([-*+]|\d+[.)])([ \t]*)/.exec(source) ?? []
  const sign = marker.at(-1)
  if (sign === '-' || sign === '*' || sign === '+') vote('bullet', sign)
  if (sign === '.' || sign === ')') vote('bulletOrdered', sign)
  if (/\S/.test(source.slice(marker.length))) {
    vote('listItemIndent', spaces === ' ' ? 'one' : 'tab')
    vote('tabBehindMarker', spaces === '\t')
  }
}

function voteOnNested(item: ListItem, text: string, vote: Vote) {
  for (const [index, list] of item.children.entries()) {
    const above = item.children[index - 1]
    if (list.type !== 'list' || !above) continue
    vote('nestedGap', /\n[> \t]*\n/.test(text.slice(endOf(above), startOf(list))))
    const own = leadOf(item, text)
    const lead = leadOf(list, text)
    const first = item.children[0]
    if (!lead.startsWith(own) || !first) continue
    const isAtText =
      lead === leadOf(first, text) ||
      (!lead.includes('\t') && lead.length === leadOf(first, text).length)
    vote('nestedIndent', isAtText ? null : lead.slice(own.length))
  }
}

function leadOf(node: Nodes, text: string): string {
  const start = startOf(node)
  return continuation(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))
}

function voteOnCode(node: Code, source: string, vote: Vote) {
  const fence = /^(`{3}|~{3})/.exec(source)?.[1]?.[0]
  if (fence === '`' || fence === '~') {
    vote('fence', fence)
    vote('fences', true)
  } else if (!node.lang && node.value) vote('fences', false)
}

function voteOnHeading(node: Heading, source: string, vote: Vote) {
  const atx = /^#{1,6}(?:[ \t]|$)/.test(source)
  if (node.depth < 3) vote('setext', !atx)
  if (atx && node.children.length > 0) vote('closeAtx', /[ \t]#+[ \t]*$/.test(source))
}

/** Whether all lines of a table have the same length although its cells do not. */
export function isAligned(table: Table, source: string): boolean {
  const lines = source.split('\n').map((line) => line.replace(/^[ \t>]+/, '').trimEnd())
  const width = [...(lines[0] ?? '')].length
  if (lines.some((line) => [...line].length !== width)) return false
  return /(?<! ) {2,}\||-{4}/.test(lines.join('\n')) || table.children.length === 1
}
