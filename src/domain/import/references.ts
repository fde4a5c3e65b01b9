import type { Nodes } from 'mdast'
import { visit } from 'unist-util-visit'
import { endOf, parseMarkdown, startOf } from '../markdown/parse.ts'

/** An address in a Markdown text. */
interface Reference {
  kind: 'link' | 'picture'
  address: string
}

const attribute = /\b(src|href|poster)=(?:"([^"<>]+)"|'([^'<>]+)')/gi

/**
 * The addresses of links and pictures in a Markdown text, also those in its HTML; not those in
 * code.
 */
export function referencesIn(markdown: string): Array<Reference> {
  const found: Array<Reference> = []
  rewriteReferences(markdown, (reference) => {
    found.push(reference)
    return null
  })
  return found
}

/**
 * Replaces the addresses for which `change` returns another one; every other byte stays. Line ends
 * become LF.
 */
export function rewriteReferences(
  markdown: string,
  change: (reference: Reference) => string | null,
): string {
  const { text, root } = parseMarkdown(markdown)
  const edits: Array<{ start: number; end: number; text: string }> = []
  visit(root, (node: Nodes) => {
    const [start, end] = [startOf(node), endOf(node)]
    if (node.type === 'html') {
      for (const match of text.slice(start, end).matchAll(attribute)) {
        const [whole, name = '', double, single] = match
        const address = double ?? single ?? ''
        const changed = change({
          kind: name.toLowerCase() === 'href' ? 'link' : 'picture',
          address,
        })
        if (changed === null || changed === address) continue
        const at = start + match.index + whole.length - address.length - 1
        edits.push({ start: at, end: at + address.length, text: changed })
      }
      return
    }
    if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return
    const changed = change({ kind: node.type === 'image' ? 'picture' : 'link', address: node.url })
    if (changed === null || changed === node.url) return
    const edit = addressEdit(text, node, start, end, changed)
    if (edit) edits.push(edit)
  })
  let result = ''
  let from = 0
  for (const edit of edits.sort((one, other) => one.start - other.start)) {
    if (edit.start < from) continue
    result += text.slice(from, edit.start) + edit.text
    from = edit.end
  }
  return result + text.slice(from)
}

/**
 * Where the address of a node is written: behind the last `](`, behind `]:`, or the whole of a bare
 * address.
 */
function addressEdit(
  text: string,
  node: Extract<Nodes, { type: 'link' | 'image' | 'definition' }>,
  start: number,
  end: number,
  changed: string,
) {
  const last =
    node.type !== 'definition' && node.type !== 'image' ? node.children.at(-1) : undefined
  const from = last ? endOf(last) : start
  const mark = node.type === 'definition' ? text.indexOf(']:', start) : text.indexOf('](', from)
  if (mark < 0 || mark >= end) {
    // `<address>` or a bare address, whose text is the address.
    return { start, end, text: node.type === 'link' ? `[${changed}](${safe(changed)})` : changed }
  }
  let at = mark + 2
  while (/\s/.test(text[at] ?? '')) at += 1
  if (text[at] === '<') {
    const close = text.indexOf('>', at)
    return close < 0 || close >= end ? null : { start: at, end: close + 1, text: safe(changed) }
  }
  let stop = at
  let depth = 0
  for (; stop < end; stop += 1) {
    const sign = text[stop] ?? ''
    if (sign === '\\') stop += 1
    else if (sign === '(') depth += 1
    else if (sign === ')' && depth-- === 0) break
    else if (/\s/.test(sign)) break
  }
  return { start: at, end: stop, text: safe(changed) }
}

function safe(address: string): string {
  return /[\s()<>]/.test(address)
    ? address.replace(
        /[\s()<>]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
      )
    : address
}

/** Changes the parts of a Markdown text that are not code. */
export function outsideCode(
  markdown: string,
  change: (text: string, offset: number) => string,
): string {
  const { text, root } = parseMarkdown(markdown)
  let result = ''
  let from = 0
  visit(root, (node: Nodes) => {
    if (node.type !== 'code' && node.type !== 'inlineCode') return
    const [start, end] = [startOf(node), endOf(node)]
    // An indented block may be text to another system.
    if (node.type === 'code' && !/^\s*(?:`{3}|~{3})/.test(text.slice(start, end))) return
    if (start < from) return
    result += change(text.slice(from, start), from) + text.slice(start, end)
    from = end
  })
  return result + change(text.slice(from), from)
}
