import type { Nodes, RootContent } from 'mdast'
import { wikiPicture } from '#domain/beside.ts'
import { calloutKinds } from '#domain/body-format.ts'
import { deviceLanguage, readDevice } from '#domain/devices/device-block.ts'
import { isSilent } from '#domain/markdown/meaning.ts'
import type { MarkdownDocument } from '#domain/markdown/parse.ts'
import { withAddresses } from '#domain/markdown/write.ts'
import { readAligned } from './aligned-html.ts'
import { blockSource } from './block-source.ts'
import type { TreeNode } from './editor-tree.ts'

/**
 * A block of a text as a node of the editor. Null for blocks that it does not show: link
 * definitions and the comment between two lists.
 */
export function readBlock(block: RootContent, document: MarkdownDocument): TreeNode | null {
  return read(withAddresses(block, document), document)
}

function read(node: Nodes, document: MarkdownDocument): TreeNode | null {
  if (node.type !== 'footnoteDefinition' && isSilent(node)) return null
  switch (node.type) {
    case 'html':
      return readAligned(node.value.trimEnd()) ?? { type: 'sourceBlock', value: node.value }
    case 'code':
      // The editor has a field for the language of a code block, but not for its meta.
      if (node.meta) return { type: 'sourceBlock', value: blockSource(node, document) }
      return node.lang === deviceLanguage && readDevice(node.value).block
        ? { type: 'device', value: node.value }
        : copyOf(node)
    case 'paragraph':
    case 'heading':
    case 'tableCell':
      return { ...copyOf(node), children: readInline(node.children) }
    case 'table': {
      const width = node.children[0]?.children.length ?? 0
      // A table of the editor has no place for cells beyond the columns, which renderers leave out.
      if (node.children.some((row) => row.children.length > width))
        return { type: 'sourceBlock', value: blockSource(node, document) }
      const rows = readAll(node.children, document)
      return { ...copyOf(node), children: rows.map((row) => ofWidth(row, width)) }
    }
    case 'blockquote':
      return asCallout(
        { ...copyOf(node), children: readAll(node.children, document) },
        firstLineOf(node, document),
      )
    default:
      return 'children' in node
        ? { ...copyOf(node), children: readAll(node.children, document) }
        : copyOf(node)
  }
}

function copyOf({ position: _, ...node }: Nodes): TreeNode {
  return node as unknown as TreeNode
}

function readAll(nodes: ReadonlyArray<Nodes>, document: MarkdownDocument): Array<TreeNode> {
  return nodes.flatMap((node) => read(node, document) ?? [])
}

function firstLineOf(node: Nodes, document: MarkdownDocument): string {
  const [line = ''] = document.text.slice(node.position?.start.offset).split('\n', 1)
  return line
}

function readInline(nodes: ReadonlyArray<Nodes>): Array<TreeNode> {
  const copies = nodes.flatMap((node): Array<TreeNode> => {
    if (node.type === 'text') return readText(node.value.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, ' '))
    return [
      'children' in node ? { ...copyOf(node), children: readInline(node.children) } : copyOf(node),
    ]
  })
  return pairInlineHtml(copies)
}

/**
 * Pictures as Obsidian writes them stay as they are written: rich text would escape their brackets.
 */
function readText(text: string): Array<TreeNode> {
  if (!text.includes('![[')) return [{ type: 'text', value: text }]
  const parts: Array<TreeNode> = []
  let from = 0
  for (const { 0: value, index } of text.matchAll(wikiPicture)) {
    if (index > from) parts.push({ type: 'text', value: text.slice(from, index) })
    parts.push({ type: 'html', value })
    from = index + value.length
  }
  if (from < text.length) parts.push({ type: 'text', value: text.slice(from) })
  return parts
}

/** Adds the missing cells of a row, as renderers do. */
function ofWidth(row: TreeNode, width: number): TreeNode {
  const cells = [...(row.children ?? [])]
  while (cells.length < width) cells.push({ type: 'tableCell', children: [] })
  return { ...row, children: cells }
}

const marker = new RegExp(`^\\[!(${calloutKinds.join('|')})\\](?:[ \\t]+|$)`, 'i')

/**
 * Turns a quote whose first line is `[!TIP]` into a callout; `callout` keeps the spelling. As in
 * the renderer, the marker must stand alone on its line, followed by content.
 */
function asCallout(quote: TreeNode, firstLine: string): TreeNode {
  const [first, ...others] = quote.children ?? []
  const [text, ...rest] = first?.type === 'paragraph' ? (first.children ?? []) : []
  const match = text?.type === 'text' ? marker.exec(text.value ?? '') : null
  const alone = /^>[ \t]*\[!\w+\][ \t]*$/.test(firstLine)
  if (!first || !text || !match || !alone) return quote
  const value = (text.value ?? '').slice(match[0].length)
  const after = !value && rest[0]?.type === 'break' ? rest.slice(1) : rest
  const line = value ? [{ ...text, value }, ...after] : after
  const children = line.length > 0 ? [{ ...first, children: line }, ...others] : others
  return children.length > 0 ? { ...quote, callout: match[1], children } : quote
}

const opening = /^<(u|mark)(?: data-color="([a-z]{1,20})")?>$/i
const closing = /^<\/(u|mark)>$/i

/**
 * Turns the site's inline formats among siblings, `<u>…</u>` and `<mark data-color="…">…</mark>`,
 * into nodes around their content. Other tags, and tags without a partner, stay inline HTML.
 */
function pairInlineHtml(nodes: ReadonlyArray<TreeNode>): Array<TreeNode> {
  const result: Array<TreeNode> = []
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] as TreeNode
    const [, name, color] = (node.type === 'html' && opening.exec(node.value ?? '')) || []
    const tag = name?.toLowerCase()
    const end = tag && !(tag === 'u' && color) ? partnerOf(nodes, index, tag) : -1
    if (end < 0) {
      result.push(node)
      continue
    }
    const children = pairInlineHtml(nodes.slice(index + 1, end))
    result.push(
      tag === 'u'
        ? { type: 'underline', children }
        : { type: 'highlight', color: color?.toLowerCase() ?? null, children },
    )
    index = end
  }
  return result
}

function partnerOf(nodes: ReadonlyArray<TreeNode>, from: number, tag: string): number {
  let open = 0
  for (let index = from; index < nodes.length; index += 1) {
    const { type, value = '' } = nodes[index] as TreeNode
    if (type !== 'html') continue
    if (opening.exec(value)?.[1]?.toLowerCase() === tag) open += 1
    if (closing.exec(value)?.[1]?.toLowerCase() === tag) open -= 1
    if (open === 0) return index
  }
  return -1
}
