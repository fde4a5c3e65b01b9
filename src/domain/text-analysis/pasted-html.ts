import { htmlToMarkdown } from '../html-to-markdown.ts'
import { closesFence } from './text-blocks.ts'

const blockNames =
  'address|article|aside|blockquote|body|center|details|div|dl|figure|footer|form|h[1-6]|header|html|main|menu|nav|ol|p|pre|section|table|ul'
const opensBlock = new RegExp(
  `^<(?:!doctype\\s[^>]{0,200}>|(${blockNames})(?:\\s[^<>]{0,2000})?>)`,
  'i',
)

/** Blocks that the site itself writes as HTML, because Markdown has no alignment. */
const ownBlock = /^<(p|h[1-6]) align="(?:left|center|right|justify)">/i

/**
 * Converts every HTML block of a pasted text to Markdown and leaves the rest unchanged. A block
 * begins at the start of a line and ends where its first element is closed. HTML inside code fences
 * and aligned blocks stay.
 */
export function withoutPastedHtml(text: string): string {
  const lines = text.split('\n')
  const result: Array<string> = []
  let fence: string | null = null
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null) {
      if (closesFence(line, mark, fence)) fence = null
    } else if (mark) fence = mark
    else if (opensBlock.test(line.trimStart()) && !ownBlock.test(line.trimStart())) {
      const end = blockEnd(lines, at)
      const converted = htmlToMarkdown(lines.slice(at, end).join('\n'))
      // HTML that is nested too deeply stays as a whole; trying each of its lines again would take
      // quadratic time.
      result.push(...(converted === null ? lines.slice(at, end) : ['', converted, '']))
      at = end - 1
      continue
    }
    result.push(line)
  }
  return result.join('\n')
}

/**
 * The line after the one that closes the element opened at `start`; the end of the text when it is
 * never closed.
 */
function blockEnd(lines: ReadonlyArray<string>, start: number): number {
  const name = opensBlock.exec((lines[start] as string).trimStart())?.[1]
  if (!name) return lines.length
  const tag = new RegExp(`<(/?)${name}(?=[\\s>])`, 'gi')
  let open = 0
  for (let at = start; at < lines.length; at += 1) {
    for (const match of (lines[at] as string).matchAll(tag)) open += match[1] ? -1 : 1
    if (open <= 0) return at + 1
    // HTML ends a paragraph where the next one begins.
    if (/^p$/i.test(name) && !(lines[at + 1] ?? '').trim()) return at + 1
  }
  return lines.length
}
