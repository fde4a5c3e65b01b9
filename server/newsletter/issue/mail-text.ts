import type { Definition, FootnoteDefinition, Nodes, Parents, Root } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { remark } from 'remark'
import remarkGfm from 'remark-gfm'
import { visit } from 'unist-util-visit'
import { deviceLanguage, deviceText, readDevice } from '#domain/devices/device-block.ts'
import { fragmentParser } from '#domain/html-fragment.ts'
import { listBehindCode } from '#domain/markdown/list-behind-code.ts'
import { wordsNotAddresses } from '#domain/markdown/words-not-addresses.ts'
import type { TextKey } from '#domain/site/texts/en.ts'
import { isSoundAddress } from '#domain/sound.ts'
import { absoluteAddress } from '../../platform/absolute-address.ts'
import type { MailTextOf } from './mail-texts.ts'

const markdown = remark().use(remarkGfm).use(listBehindCode).use(wordsNotAddresses)
/** Elements whose text is not shown to readers. */
const silent = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'svg',
  'title',
  'textarea',
  'select',
])

interface Context {
  pageUrl: string
  text: MailTextOf
  addresses: ReadonlyMap<string, string>
}

/**
 * Converts Markdown to the plain text of a mail: readable marks stay, each link is followed by its
 * absolute URL.
 */
export function mailText(source: string, pageUrl: string, text: MailTextOf): string {
  const tree = markdown.parse(source)
  const addresses = new Map<string, string>()
  const notes: Array<FootnoteDefinition> = []
  visit(tree, (node) => {
    if (node.type === 'definition') addresses.set(key(node), node.url)
    if (node.type === 'footnoteDefinition') notes.push(node)
  })
  const context: Context = { pageUrl, text, addresses }
  const numbered = notes.map(
    (note) => `[${note.label ?? note.identifier}] ${blocksOf(note, context)}`,
  )
  return [blocksOf(tree, context), ...numbered].filter(Boolean).join('\n\n')
}

const key = ({ identifier }: Pick<Definition, 'identifier'>) => identifier.toLowerCase()

function blocksOf(parent: Root | Parents, context: Context): string {
  return parent.children
    .map((child) => blockOf(child, context))
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}

function blockOf(node: Nodes, context: Context): string {
  switch (node.type) {
    case 'heading':
      return underlined(inlineOf(node, context), node.depth)
    case 'paragraph':
      return inlineOf(node, context).trim()
    case 'blockquote':
      return prefixed(
        blocksOf(node, context).replace(
          /^\[!(\w+)\]\s*/,
          (_, kind: string) => `${calloutTitle(kind, context)}: `,
        ),
        '> ',
        '> ',
      )
    case 'list':
      return listOf(node, context)
    case 'code':
      return prefixed(codeText(node), '    ', '    ')
    case 'thematicBreak':
      return '* * *'
    case 'table':
      return node.children
        .map((row) => row.children.map((column) => inlineOf(column, context).trim()).join(' | '))
        .join('\n')
    case 'html':
      return htmlText(node.value)
    case 'definition':
    case 'footnoteDefinition':
    case 'yaml':
      return ''
    default:
      return 'children' in node ? inlineOf(node, context) : inlineNode(node, context)
  }
}

/** Code as it is written; settings of a device as a list. */
function codeText({ lang, value }: Extract<Nodes, { type: 'code' }>): string {
  const { block, faults } =
    lang === deviceLanguage ? readDevice(value) : { block: null, faults: [] }
  return block && faults.length === 0 ? deviceText(block) : value
}

function listOf(list: Extract<Nodes, { type: 'list' }>, context: Context): string {
  const items = list.children.map((item, index) => {
    const mark = list.ordered ? `${(list.start ?? 1) + index}. ` : '- '
    const box = typeof item.checked === 'boolean' ? (item.checked ? '[x] ' : '[ ] ') : ''
    const separator = list.spread || item.spread ? '\n\n' : '\n'
    const text = item.children.map((child) => blockOf(child, context)).join(separator)
    return prefixed(box + text, mark, ' '.repeat(mark.length))
  })
  return items.join(list.spread ? '\n\n' : '\n')
}

function inlineOf(parent: Parents, context: Context) {
  return (parent.children as Array<Nodes>).map((child) => inlineNode(child, context)).join('')
}

function inlineNode(node: Nodes, context: Context): string {
  switch (node.type) {
    case 'text':
      return node.value.replace(/(?<!\s)\s*\n\s*/g, ' ')
    case 'inlineCode':
      return node.value
    case 'break':
      return '\n'
    case 'html':
      return /^<br\b/i.test(node.value) ? '\n' : ''
    case 'emphasis':
      return `_${inlineOf(node, context)}_`
    case 'strong':
      return `*${inlineOf(node, context)}*`
    case 'link':
      return linked(inlineOf(node, context), node.url, context)
    case 'linkReference':
      return linked(inlineOf(node, context), context.addresses.get(key(node)), context)
    case 'image':
      if (isSoundAddress(node.url))
        return linked(soundTitle(node.alt ?? '', context), node.url, context)
      return node.alt ? `[${node.alt}]` : ''
    case 'imageReference':
      return node.alt ? `[${node.alt}]` : ''
    case 'footnoteReference':
      return `[${node.label ?? node.identifier}]`
    default:
      return 'children' in node ? inlineOf(node, context) : textOf(node)
  }
}

function linked(words: string, address: string | undefined, { pageUrl }: Context): string {
  if (address === undefined) return words
  const absolute = absoluteAddress(address, pageUrl)
  const plain = absolute.replace(/^mailto:/, '')
  return words.trim() === '' || words === address || words === plain ? plain : `${words} (${plain})`
}

function underlined(text: string, depth: number): string {
  const line = text.trim()
  return depth > 2
    ? line
    : `${line}\n${(depth === 1 ? '=' : '-').repeat(Math.min(line.length, 72))}`
}

function prefixed(text: string, first: string, following: string): string {
  return text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : following) + line).trimEnd())
    .join('\n')
}

const calloutTitles: Readonly<Record<string, TextKey>> = {
  note: 'calloutNote',
  tip: 'calloutTip',
  important: 'calloutImportant',
  warning: 'calloutWarning',
  caution: 'calloutCaution',
}

/** The title of a callout; the word of the file for a kind that there is not. */
function calloutTitle(kind: string, { text }: Context): string {
  const key = Object.hasOwn(calloutTitles, kind.toLowerCase())
    ? calloutTitles[kind.toLowerCase()]
    : undefined
  return key ? text(key) : kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase()
}

function soundTitle(title: string, { text }: Context) {
  return `[${text('mailSound', { title: title || text('mailSoundUntitled') })}]`
}

/** The readable text of an HTML block. */
function htmlText(source: string): string {
  let text = ''
  visit(fragmentParser.parse(source), (node) => {
    if (node.type === 'text') text += node.value
    if (node.type !== 'element') return
    if (silent.has(node.tagName)) return 'skip'
    if (node.tagName === 'br') text += '\n'
    if (node.tagName === 'img' && node.properties.alt) text += `[${node.properties.alt}]`
  })
  return text
    .replace(/(?<![ \t])[ \t]*\n\s*/g, '\n')
    .replace(/[ \t]+/g, ' ')
    .trim()
}
