import type { ElementContent } from 'hast'
import { fragmentParser } from '#domain/html-fragment.ts'
import { type Alignment, alignments, type TreeNode } from './editor-tree.ts'

const wrapped = /^<(p|h[1-6]) align="([a-z]+)">([\s\S]*)<\/\1>$/

/**
 * Parses an aligned paragraph or heading, such as `<p align="center">…</p>`. Null for any other
 * block, or when it would not be written back with the same bytes. The content is HTML, not
 * Markdown, by CommonMark's rules for HTML blocks.
 */
export function readAligned(html: string): TreeNode | null {
  const [, tag, align, inside] = wrapped.exec(html) ?? []
  if (!tag || inside === undefined || !alignments.includes(align as Alignment)) return null
  const children = readInline(fragmentParser.parse(inside).children as Array<ElementContent>)
  if (!children) return null
  const node: TreeNode =
    tag === 'p'
      ? { type: 'paragraph', align, children }
      : { type: 'heading', depth: Number(tag[1]), align, children }
  return writeAligned(node) === html ? node : null
}

/** Writes an aligned paragraph or heading as an HTML block on one line. */
export function writeAligned(node: TreeNode): string {
  const tag = node.type === 'heading' ? `h${node.depth}` : 'p'
  return `<${tag} align="${node.align}">${(node.children ?? []).map(writeInline).join('')}</${tag}>`
}

const readers: Record<string, string> = {
  strong: 'strong',
  em: 'emphasis',
  del: 'delete',
  u: 'underline',
}

function readInline(nodes: ReadonlyArray<ElementContent>): Array<TreeNode> | null {
  const result: Array<TreeNode> = []
  for (const node of nodes) {
    const read = node.type === 'text' ? { type: 'text', value: node.value } : readElement(node)
    if (!read) return null
    result.push(read)
  }
  return result
}

function readElement(node: ElementContent): TreeNode | null {
  if (node.type !== 'element') return null
  const { tagName, properties } = node
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  if (tagName === 'br') return { type: 'break' }
  if (tagName === 'img') {
    const [url, alt, title] = [
      text(properties.src) ?? '',
      text(properties.alt) ?? '',
      text(properties.title),
    ]
    return { type: 'image', url, alt, title }
  }
  const children = readInline(node.children)
  if (!children) return null
  if (tagName === 'code')
    return children.length === 1 && children[0]?.type === 'text'
      ? { type: 'inlineCode', value: children[0].value ?? '' }
      : null
  if (tagName === 'a')
    return {
      type: 'link',
      url: text(properties.href) ?? '',
      title: text(properties.title),
      children,
    }
  if (tagName === 'mark') return { type: 'highlight', color: text(properties.dataColor), children }
  const type = readers[tagName]
  return type ? { type, children } : null
}

const tags: Record<string, string> = {
  strong: 'strong',
  emphasis: 'em',
  delete: 'del',
  underline: 'u',
}

function writeInline(node: TreeNode): string {
  const inside = () => (node.children ?? []).map(writeInline).join('')
  const attribute = (name: string, value: unknown) =>
    value ? ` ${name}="${escaped(String(value), true)}"` : ''
  switch (node.type) {
    case 'text':
      return escaped(node.value ?? '')
    case 'break':
      return '<br>'
    case 'inlineCode':
      return `<code>${escaped(node.value ?? '')}</code>`
    case 'html':
      return node.value ?? ''
    case 'image':
      return `<img src="${escaped(String(node.url), true)}" alt="${escaped(String(node.alt ?? ''), true)}"${attribute('title', node.title)}>`
    case 'link':
      return `<a href="${escaped(String(node.url), true)}"${attribute('title', node.title)}>${inside()}</a>`
    case 'highlight':
      return `<mark${attribute('data-color', node.color)}>${inside()}</mark>`
    default: {
      const tag = tags[node.type]
      return tag ? `<${tag}>${inside()}</${tag}>` : inside()
    }
  }
}

function escaped(text: string, inAttribute = false): string {
  const safe = text
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
  return inAttribute ? safe.replace(/"/g, '&quot;') : safe.replace(/>/g, '&gt;')
}
