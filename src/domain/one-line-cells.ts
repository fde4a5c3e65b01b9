import type { Element, ElementContent, Nodes, Root } from 'hast'
import { elementsIn, h } from './html-tree.ts'

const blocks =
  /^(?:address|article|aside|blockquote|caption|center|d[dltv]|details|dialog|dir|div|fieldset|figcaption|figure|footer|form|h[1-6r]|header|hgroup|legend|li|main|menu|nav|ol|p|pre|search|section|summary|table|tbody|tfoot|thead|tr|ul)$/
/** Elements that are shown without a text in them, or whose content is no text of the cell. */
const wholes =
  /^(?:audio|embed|iframe|img|input|math|meter|picture|progress|select|svg|textarea|video)$/
const unseen = /^(?:script|style|template|title)$/
/** The number of inline elements around a text that are copied into each of its lines. */
const mostAround = 20

interface Line {
  children: Array<ElementContent>
  /** Whether it consists of a block that stays as it is. */
  isBlock: boolean
}

/**
 * Replaces the blocks in table cells by lines with `<br>` between them, because a cell in Markdown
 * is a single line, and the blocks in headings by lines with a space between them. List items get a
 * bullet or their number; each line of preformatted text becomes inline code. Blocks that `keeps`
 * accepts stay, with their content in one line and `inCell` in their data. Changes the tree in
 * place.
 */
export function flattenCells(
  node: Root | Element,
  keeps: (block: Element) => boolean = () => false,
): void {
  // Browsers show the foot of a table last, wherever it stands.
  const isFoot = (part: Nodes) => part.type === 'element' && part.tagName === 'tfoot'
  node.children.sort((one, other) => Number(isFoot(one)) - Number(isFoot(other)))
  for (const child of elementsIn(node)) {
    if (isCell(child)) flattenCell(child, keeps)
    else if (/^h[1-6]$/.test(child.tagName)) flattenHeading(child)
    else flattenCells(child, keeps)
  }
}

function flattenCell(cell: Element, keeps: (block: Element) => boolean) {
  if (cell.children.some(containsBlock)) cell.children = contentOf(cell, [], keeps)
  else removeLineEnds(cell)
}

function flattenHeading(heading: Element) {
  if (!heading.children.some(containsBlock)) return
  const lines = contentOf(heading, [], () => false)
  heading.children = lines.map((part) => (isBreak(part) ? { type: 'text', value: ' ' } : part))
}

const isBreak = (node: ElementContent) => node.type === 'element' && node.tagName === 'br'

/** Whether `flattenCells` kept this block in a table cell. */
export function isInCell({ data }: Element): boolean {
  return data !== undefined && 'inCell' in data
}

function isCell({ tagName }: Element): boolean {
  return tagName === 'td' || tagName === 'th'
}

/** Whether a node is a block or has one in it. */
export function containsBlock(node: ElementContent): boolean {
  return node.type === 'element' && (blocks.test(node.tagName) || node.children.some(containsBlock))
}

function removeLineEnds(node: Element) {
  for (const child of node.children) {
    if (child.type === 'text') child.value = spaced(child.value)
    else if (child.type === 'comment') child.value = spaced(child.value).replaceAll('|', ' ')
    else if (child.type === 'element') removeLineEnds(child)
  }
}

function spaced(text: string): string {
  return text.replace(/[\r\n]/g, ' ')
}

function contentOf(
  block: Element,
  around: ReadonlyArray<Element>,
  keeps: (block: Element) => boolean,
): Array<ElementContent> {
  const lines = new CellLines(keeps)
  lines.addAll(block, around)
  return lines.joined()
}

class CellLines {
  readonly #done: Array<Line> = []
  #line: Array<ElementContent> = []
  /** The inline elements at the end of the line that are still open, with their originals. */
  #open: Array<{ original: Element; copy: Element }> = []
  /** Spaces and breaks that are written only if text follows in the same line. */
  #waiting: Array<{ node: ElementContent; around: ReadonlyArray<Element> }> = []
  /** The bullet or number of a list item whose text has not begun. */
  #marker = ''
  readonly #keeps: (block: Element) => boolean

  constructor(keeps: (block: Element) => boolean) {
    this.#keeps = keeps
  }

  /** Adds the content of an element. `around` contains the inline elements around it. */
  addAll(parent: Element, around: ReadonlyArray<Element>): void {
    let number = Number(parent.properties.start ?? 1)
    for (const child of parent.children) {
      if (child.type === 'text') this.#add({ ...child, value: spaced(child.value) }, around)
      if (child.type !== 'element' || unseen.test(child.tagName)) continue
      if (child.tagName === 'li' && !this.#keeps(child)) {
        this.#endLine()
        number = Number(child.properties.value ?? number)
        this.#marker = parent.tagName === 'ol' ? `${number}. ` : '• '
        number += 1
      }
      this.#addElement(child, around)
    }
  }

  #addElement(node: Element, around: ReadonlyArray<Element>): void {
    if (node.tagName === 'br' || wholes.test(node.tagName)) this.#add(node, around)
    else if (this.#keeps(node)) {
      this.#endLine()
      const data = { ...node.data, inCell: true } as Element['data']
      const kept: Element = { ...node, children: contentOf(node, around, this.#keeps), data }
      this.#done.push({ children: [kept], isBlock: true })
    } else if (node.tagName === 'pre') this.#addCode(node, around)
    else if (isCell(node)) {
      this.#add({ type: 'text', value: ' ' }, around)
      this.addAll(node, around)
    } else if (blocks.test(node.tagName)) {
      this.#endLine()
      this.addAll(node, around)
      this.#endLine()
      if (node.tagName === 'li') this.#marker = ''
    } else this.addAll(node, around.length < mostAround ? [...around, node] : around)
  }

  #addCode(node: Element, around: ReadonlyArray<Element>): void {
    for (const line of preformatted(node).split(/\r\n?|\n/)) {
      this.#endLine()
      if (line.trim() !== '') this.#add(h('code', {}, line), around)
    }
    this.#endLine()
  }

  #add(node: ElementContent, around: ReadonlyArray<Element>): void {
    if (isBlank(node)) {
      if (this.#line.length > 0) this.#waiting.push({ node, around })
      return
    }
    if (this.#line.length === 0 && this.#marker !== '')
      this.#line.push({ type: 'text', value: this.#marker })
    this.#marker = ''
    for (const blank of this.#waiting) this.#write(blank.node, blank.around)
    this.#waiting = []
    this.#write(node, around)
  }

  #write(node: ElementContent, around: ReadonlyArray<Element>): void {
    const depth = this.#open.findIndex(({ original }, index) => original !== around[index])
    if (depth >= 0) this.#open.length = depth
    for (const original of around.slice(this.#open.length)) {
      const copy = { ...original, children: [] }
      this.#end().push(copy)
      this.#open.push({ original, copy })
    }
    this.#end().push(node)
  }

  #end(): Array<ElementContent> {
    return this.#open.at(-1)?.copy.children ?? this.#line
  }

  #endLine(): void {
    if (this.#line.length > 0) this.#done.push({ children: this.#line, isBlock: false })
    this.#line = []
    this.#open = []
    this.#waiting = []
  }

  /** All lines, with a break between those that no block separates. */
  joined(): Array<ElementContent> {
    this.#endLine()
    return this.#done.flatMap(({ children, isBlock }, index) => {
      const before = this.#done[index - 1]
      return before && !before.isBlock && !isBlock ? [h('br', {}), ...children] : children
    })
  }
}

function isBlank(node: ElementContent): boolean {
  return node.type === 'text' ? node.value.trim() === '' : isBreak(node)
}

function preformatted(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && node.tagName === 'br') return '\n'
  return 'children' in node ? node.children.map(preformatted).join('') : ''
}
