import type { List, ListItem, Nodes, RootContent, Table } from 'mdast'
import { inlineMeaning } from './inline-meaning.ts'
import { type MarkdownDocument, parseMarkdown } from './parse.ts'

/**
 * Whether two Markdown texts have the same meaning: equal blocks with equal text and formats.
 * Style, positions, escapes, soft line breaks and the form of links do not count.
 */
export function sameMeaning(a: string, b: string): boolean {
  return a === b || documentMeaning(parseMarkdown(a)) === documentMeaning(parseMarkdown(b))
}

/** The meaning of a whole text; footnotes are compared by name, at any place. */
export function documentMeaning(document: MarkdownDocument): string {
  const meanings = new Meanings(document)
  return [...meanings.ofAll(document.root.children), ...meanings.ofFootnotes()].join('\u0001')
}

/**
 * Computes the meaning of the blocks of one document, each as a string that is equal for equal
 * meaning.
 */
export class Meanings {
  private readonly document: MarkdownDocument
  private readonly known = new Map<Nodes, string>()

  constructor(document: MarkdownDocument) {
    this.document = document
  }

  /**
   * One string for each block in the flow. Definitions and the comment between two lists have no
   * meaning.
   */
  ofAll(nodes: ReadonlyArray<Nodes>): Array<string> {
    return nodes.filter((node) => !isSilent(node)).map((node) => this.of(node))
  }

  ofFootnotes(): Array<string> {
    return [...this.document.footnotes]
      .map(([name, note]) => `note ${name} ${this.of(note)}`)
      .sort()
  }

  of(node: Nodes): string {
    const known = this.known.get(node)
    if (known !== undefined) return known
    const meaning = this.find(node)
    this.known.set(node, meaning)
    return meaning
  }

  private find(node: Nodes): string {
    switch (node.type) {
      case 'paragraph':
      case 'tableCell':
        return `${node.type} ${inlineMeaning(node.children, this.document.links)}`
      case 'heading':
        return `heading ${node.depth} ${inlineMeaning(node.children, this.document.links)}`
      case 'code':
        return `code ${node.lang ?? ''} ${node.meta ?? ''}\u0006${node.value}`
      case 'html':
        return `html ${node.value.trimEnd()}`
      case 'table':
        return this.ofTable(node)
      case 'definition':
        return `definition ${node.identifier} ${node.url} ${node.title ?? ''}`
      case 'root':
      case 'blockquote':
      case 'footnoteDefinition':
      case 'list':
      case 'listItem':
        return containerMeaning(node, this.ofAll(node.children))
      default:
        return node.type
    }
  }

  private ofTable(table: Table): string {
    const width = table.children[0]?.children.length ?? 0
    const align = Array.from({ length: width }, (_, index) => table.align?.[index] ?? '')
    const rows = table.children.map((row) => {
      const cells = row.children
        .slice(0, width)
        .map((cell) => inlineMeaning(cell.children, this.document.links))
      return [...cells, ...Array<string>(width - cells.length).fill('')].join('\u0007')
    })
    return `table ${align} ${rows.join('\u0008')}`
  }
}

/** The meaning of a container whose blocks have the given meanings. */
export function containerMeaning(node: Nodes, children: ReadonlyArray<string>): string {
  const inner = `\u000e${children.join('\u0001')}\u000f`
  if (node.type === 'list')
    return `list ${node.ordered ? (node.start ?? 1) : '-'} ${isLoose(node)}${inner}`
  if (node.type === 'listItem') return `item ${node.checked ?? ''}${inner}`
  return `${node.type}${inner}`
}

/** Whether the items of a list are rendered as paragraphs. */
export function isLoose(list: List): boolean {
  return Boolean(list.spread) || list.children.some((item: ListItem) => item.spread)
}

/**
 * Whether a block has no meaning at its place: a definition, a footnote, or the empty comment
 * between two lists.
 */
export function isSilent(node: Nodes | RootContent): boolean {
  if (node.type === 'definition' || node.type === 'footnoteDefinition') return true
  return node.type === 'html' && /^<!-- *-->$/.test(node.value)
}
