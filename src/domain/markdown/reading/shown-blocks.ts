import type {
  BlockContent,
  DefinitionContent,
  ListItem,
  PhrasingContent,
  RootContent,
  TableRow,
} from 'mdast'
import { targetOf } from '../inline-meaning.ts'
import { endOf, type MarkdownDocument, parseMarkdown, startOf } from '../parse.ts'
import { htmlRuns } from './html-runs.ts'
import { joined, type Mark, type Run } from './run.ts'

/**
 * A block as readers see it. Lists, quotes and tables are flat: each item, each block of a quote
 * and each row is a block.
 */
export interface ShownBlock {
  kind: 'paragraph' | 'heading' | 'row' | 'code' | 'rule' | 'source'
  /** Level of a heading; 1 for the first row of a table; otherwise 0. */
  depth: number
  /** Number of lists around the block. */
  indent: number
  /** Number of quotes around the block. */
  quotes: number
  /** What stands before the first block of a list item or footnote; otherwise empty. */
  bullet: string
  runs: ReadonlyArray<Run>
}

type Place = Pick<ShownBlock, 'indent' | 'quotes' | 'bullet'>

/** Separates the cells of a row. */
export const cellEnd = '\t'

/**
 * The blocks of a Markdown text as readers see them; what the page does not show is shown as its
 * source. A part of a table may have no head.
 */
export function shownBlocks(markdown: string): Array<ShownBlock> {
  const head = headless(markdown)
  const document = parseMarkdown(head + markdown)
  const reader = new Reader(document)
  const blocks = document.root.children.flatMap((node) =>
    reader.blocks(node, { indent: 0, quotes: 0, bullet: '' }),
  )
  return head === '' ? blocks : blocks.slice(1)
}

/** A head for rows of a table that have none; empty for another text. */
function headless(markdown: string): string {
  const [first = '', second = ''] = markdown.trimStart().split('\n', 2)
  if (!first.startsWith('|') || /^[|\s:-]+$/.test(second || 'rows')) return ''
  const cells = first.trimEnd().replaceAll('\\|', '').replace(/\|$/, '').split('|').length - 1
  return `${'| '.repeat(cells)}|\n${'| - '.repeat(cells)}|\n`
}

class Reader {
  private readonly document: MarkdownDocument
  /** Formats that inline HTML has begun. */
  private open: Array<Mark> = []

  constructor(document: MarkdownDocument) {
    this.document = document
  }

  blocks(node: RootContent | BlockContent | DefinitionContent, place: Place): Array<ShownBlock> {
    switch (node.type) {
      case 'paragraph':
        return [{ kind: 'paragraph', depth: 0, ...place, runs: this.line(node.children) }]
      case 'heading':
        return [{ kind: 'heading', ...place, depth: node.depth, runs: this.line(node.children) }]
      case 'list':
        return node.children.flatMap((item, at) =>
          this.item(item, place, node.ordered ? (node.start ?? 1) + at : null),
        )
      case 'blockquote':
        return this.within(node.children, { ...place, quotes: place.quotes + 1 })
      case 'footnoteDefinition':
        return this.within(node.children, { ...place, bullet: `[${node.identifier}]` })
      case 'table':
        return node.children.map((row, at) => ({
          kind: 'row',
          depth: at === 0 ? 1 : 0,
          ...afterFirst(place, at),
          runs: this.row(row),
        }))
      case 'code':
        return [{ kind: 'code', depth: 0, ...place, runs: plain(node.value) }]
      case 'thematicBreak':
        return [{ kind: 'rule', depth: 0, ...place, runs: [] }]
      case 'html':
        return [this.html(node.value, place)]
      default:
        return [{ kind: 'source', depth: 0, ...place, runs: plain(this.sourceOf(node)) }]
    }
  }

  private within(
    nodes: ReadonlyArray<BlockContent | DefinitionContent>,
    place: Place,
  ): Array<ShownBlock> {
    return nodes.flatMap((node, at) => this.blocks(node, afterFirst(place, at)))
  }

  private item(item: ListItem, place: Place, number: number | null): Array<ShownBlock> {
    const box = item.checked === true ? '☑' : item.checked === false ? '☐' : null
    const bullet = box ?? (number === null ? '•' : `${number}.`)
    const within = { ...place, indent: place.indent + 1, bullet }
    if (item.children.length > 0) return this.within(item.children, within)
    return [{ kind: 'paragraph', depth: 0, ...within, runs: [] }]
  }

  private row({ children }: TableRow): Array<Run> {
    return children.flatMap((cell, at) => [
      ...(at === 0 ? [] : plain(cellEnd)),
      ...this.line(cell.children),
    ])
  }

  /**
   * Aligned paragraphs and headings are HTML (rulings, section 3); other HTML is shown as its
   * source.
   */
  private html(value: string, place: Place): ShownBlock {
    const block = /^<(?:p|h([1-6]))[\s>]/.exec(value)
    if (!block) return { kind: 'source', depth: 0, ...place, runs: plain(value) }
    const depth = Number(block[1] ?? 0)
    return {
      kind: depth > 0 ? 'heading' : 'paragraph',
      ...place,
      depth,
      runs: joined(htmlRuns(value.trim())),
    }
  }

  private line(nodes: ReadonlyArray<PhrasingContent>): Array<Run> {
    this.open = []
    return joined(nodes.flatMap((node) => this.runs(node, { marks: [] })))
  }

  private runs(node: PhrasingContent, format: Omit<Run, 'text'>): Array<Run> {
    const marks = [...new Set([...format.marks, ...this.open])]
    const more = (mark: Mark): Omit<Run, 'text'> => ({ ...format, marks: [...format.marks, mark] })
    const inside = (children: ReadonlyArray<PhrasingContent>, within: Omit<Run, 'text'>) =>
      children.flatMap((child) => this.runs(child, within))
    switch (node.type) {
      case 'text':
        return [{ ...format, marks, text: node.value.replace(/\n/g, ' ') }]
      case 'strong':
      case 'emphasis':
      case 'delete':
        return inside(node.children, more(node.type))
      case 'inlineCode':
        return [{ ...format, marks: [...marks, 'code'], text: node.value }]
      case 'break':
        return [{ ...format, marks, text: '\n' }]
      case 'link':
      case 'linkReference':
        return inside(node.children, { ...format, href: targetOf(node, this.document.links).url })
      case 'image':
      case 'imageReference': {
        const picture = targetOf(node, this.document.links).url
        return [{ ...format, marks, text: node.alt || fileName(picture), picture }]
      }
      case 'footnoteReference':
        return [{ ...format, marks, text: `[${node.identifier}]` }]
      case 'html':
        return this.inlineHtml(node.value, { ...format, marks })
      default:
        return plain(this.sourceOf(node))
    }
  }

  /** `<u>` and `<mark>` are formats, as the editor writes them; any other tag is shown. */
  private inlineHtml(tag: string, format: Omit<Run, 'text'>): Array<Run> {
    const [, end, name = ''] = /^<(\/?)(\w+)/.exec(tag) ?? []
    const mark = inlineTags.get(name.toLowerCase())
    if (name.toLowerCase() === 'br') return [{ ...format, text: '\n' }]
    if (!mark) return [{ ...format, marks: [...format.marks, 'code'], text: tag }]
    this.open = end ? this.open.filter((open) => open !== mark) : [...this.open, mark]
    return []
  }

  private sourceOf(node: RootContent): string {
    return this.document.text.slice(startOf(node), endOf(node))
  }
}

const inlineTags = new Map<string, Mark>([
  ['u', 'underline'],
  ['mark', 'highlight'],
])

const afterFirst = (place: Place, at: number): Place =>
  at === 0 ? place : { ...place, bullet: '' }

const plain = (text: string): Array<Run> => (text === '' ? [] : [{ text, marks: [] }])

function fileName(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}

/** The text of a block without formats. */
export function plainText({ runs }: Pick<ShownBlock, 'runs'>): string {
  return runs.map(({ text }) => text).join('')
}
