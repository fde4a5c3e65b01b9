import type { Nodes } from 'mdast'
import { endOf, parseMarkdown, startOf } from '#domain/markdown/parse.ts'
import { chooseLink } from '../link-rules.ts'

/** A format, link or picture in a line of Markdown; offsets are those of the line. */
export interface WrittenFormat {
  kind: 'strong' | 'emphasis' | 'delete' | 'inlineCode' | 'link' | 'image'
  /** The whole of it, with its signs. */
  from: number
  to: number
  /** What stands between its signs. */
  start: number
  end: number
  /** Of links and pictures. */
  address: string
  title: string | null
  /** Of pictures. */
  alt: string
}

/** Begins a line whose text may be any text: no list, quote or other block begins in it. */
const heading = '# '

/**
 * The formats of a line of Markdown that end behind `from` and not behind `to`, the outer ones
 * first: those that text typed there completes. CommonMark's and GFM's rules decide, with all of
 * the line before and behind it. What may still become something else (`**a*`) is none yet, nor is
 * a link whose address the editor refuses.
 */
export function formatsEndingIn(line: string, from: number, to: number): Array<WrittenFormat> {
  const found: Array<WrittenFormat> = []
  const walk = (node: Nodes, around: WrittenFormat | null) => {
    const format = formatOf(node, line)
    // Signs of one run complete several formats: `***a***`.
    const isCompleted =
      format && ((format.to > from && format.to <= to) || format.to === around?.end)
    const own =
      isCompleted && (format.from === around?.start || !mayGrow(format, line)) ? format : null
    if (own) found.push(own)
    if ('children' in node) for (const child of node.children) walk(child, own)
  }
  walk(parseMarkdown(heading + line.replace(/[\r\n]/g, ' ')).root, null)
  return found
}

function formatOf(node: Nodes, line: string): WrittenFormat | null {
  if (!node.position) return null
  const from = startOf(node) - heading.length
  const to = endOf(node) - heading.length
  const within = (signs: number) => ({
    from,
    to,
    start: from + signs,
    end: to - signs,
    address: '',
    title: null,
    alt: '',
  })
  switch (node.type) {
    case 'strong':
    case 'emphasis':
      return { ...within(node.type === 'strong' ? 2 : 1), kind: node.type }
    case 'delete':
      return { ...within(line.startsWith('~~', from) ? 2 : 1), kind: 'delete' }
    case 'inlineCode': {
      const signs = /^`+/.exec(line.slice(from))?.[0].length ?? 0
      const padding = to - from - 2 * signs === node.value.length ? 0 : 1
      return { ...within(signs + padding), kind: 'inlineCode' }
    }
    case 'link': {
      const choice = chooseLink(node.url)
      const last = node.children.at(-1)
      // An address that stands bare is a link in the file as it is.
      if (choice.kind !== 'set' || !last?.position || !/^[[<]/.test(line.slice(from))) return null
      const end = endOf(last) - heading.length
      return { ...within(1), end, kind: 'link', address: choice.href, title: node.title ?? null }
    }
    case 'image':
      if (chooseLink(node.url).kind !== 'set') return null
      return {
        ...within(0),
        kind: 'image',
        address: node.url,
        title: node.title ?? null,
        alt: node.alt ?? '',
      }
    default:
      return null
  }
}

/**
 * Whether what is typed next may show that a format is none: the sign before it is one of its own
 * and becomes a part of it with another behind it (`**a*`), or code begins before its end and has
 * none yet.
 */
function mayGrow({ kind, from, to }: WrittenFormat, line: string): boolean {
  if (beginsCode(line.slice(0, kind === 'inlineCode' ? from : to))) return true
  return (
    /^(?:strong|emphasis|delete)$/.test(kind) &&
    line[from - 1] === line[from] &&
    line[from - 2] !== '\\'
  )
}

/** Whether code begins in a text and does not end there. */
function beginsCode(text: string): boolean {
  const runs = [...text.matchAll(/(?<!\\)`+/g)].map(([signs]) => signs)
  for (let index = 0; index < runs.length; index += 1) {
    const partner = runs.indexOf(runs[index]!, index + 1)
    if (partner < 0) return true
    index = partner
  }
  return false
}
