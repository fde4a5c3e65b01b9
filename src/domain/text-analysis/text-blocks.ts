import { withoutComments } from '../markdown/without-comments.ts'
import { joinParts } from '../words/join-parts.ts'
import { plainLine } from './plain-line.ts'

/** A block of a Markdown text, for weighing its words; `text` has no markup. Code is left out. */
export interface TextBlock {
  kind: 'heading' | 'paragraph' | 'item' | 'quote' | 'table'
  /** 1 to 6 for a heading, else 0. */
  depth: number
  text: string
}

/**
 * The blocks of a Markdown text in order, and the addresses of its pictures. Works line by line in
 * linear time.
 */
export function textBlocks(markdown: string): Array<TextBlock> {
  const blocks: Array<TextBlock> = []
  let kind: TextBlock['kind'] = 'paragraph'
  let gathered: Array<string> = []
  let fence: string | null = null
  const flush = (depth = 0) => {
    const text = plainLine(joinParts(gathered))
    if (text) blocks.push({ kind, depth, text })
    gathered = []
    kind = 'paragraph'
  }
  for (const line of withoutComments(markdown).split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null) {
      if (closesFence(line, mark, fence)) fence = null
      continue
    }
    if (mark) {
      flush()
      fence = mark
      continue
    }
    const heading = /^ {0,3}(#{1,6})\s+(.*)/.exec(line)
    const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)/.exec(line)
    const underline = /^ {0,3}(=+|-+)\s*$/.exec(line)?.[1]
    if (underline && gathered.length === 1 && kind === 'paragraph') {
      kind = 'heading'
      flush(underline[0] === '=' ? 1 : 2)
    } else if (
      !line.trim() ||
      /^ {0,3}(?:[-*_] *){3,}$/.test(line) ||
      /^ {0,3}\[[^[\]\n]{1,200}\]:/.test(line)
    )
      flush()
    else if (heading) {
      flush()
      kind = 'heading'
      gathered = [(heading[2] as string).trimEnd().replace(/(?:^|(?<!\s)\s+)#+$/, '')]
      flush((heading[1] as string).length)
    } else if (item) {
      flush()
      kind = 'item'
      gathered = [item[1] as string]
    } else if (/^ {0,3}>/.test(line)) {
      if (kind !== 'quote') flush()
      kind = 'quote'
      gathered.push(line.replace(/^[\s>]+/, '').replace(/^\[!\w{1,20}\]\s*/, ''))
    } else if (/^\s*\|.*\|\s*$/.test(line)) {
      flush()
      kind = 'table'
      if (!/^[\s|:-]+$/.test(line)) gathered = [line.replace(/\|/g, ' ')]
      flush()
    } else gathered.push(line)
  }
  flush()
  return blocks
}

/**
 * What the links of a Markdown text name, for weighing its words: their texts, and the words of
 * their addresses.
 */
export function linkBlocks(markdown: string): Array<TextBlock> {
  const link = /(?<!!)\[([^[\]\n]{1,80})\]\((?:https?:\/\/[^/\s()]{1,100})?([^\s()]{1,500})/g
  return [...markdown.matchAll(link)].flatMap(([, name = '', address = '']) =>
    // A phrase never crosses two parts of an address.
    [plainLine(name), address.replace(/[^\p{L}\p{N}]+/gu, ', ')].map((text) => ({
      kind: 'item' as const,
      depth: 0,
      text,
    })),
  )
}

/** The address of the first picture in a Markdown text that the site can show, or null. */
export function firstPicture(markdown: string): string | null {
  const inline = /!\[[^[\]\n]{0,500}\]\(\s*<?([^\s()<>]{1,1000})>?(?:\s[^()\n]{0,500})?\)/g
  const tag = /<img\s[^<>]{0,1000}?\bsrc\s*=\s*["']([^"'\s<>]{1,1000})["']/gi
  const found = [...markdown.matchAll(inline), ...markdown.matchAll(tag)]
    .sort((one, other) => one.index - other.index)
    .map((match) => match[1] as string)
  return found.find((address) => /^(?:\/(?!\/)|https?:\/\/)/.test(address)) ?? null
}

/**
 * Whether a line ends a block of code: it has nothing but the mark that began it, or a longer one.
 */
export function closesFence(line: string, mark: string | undefined, fence: string): boolean {
  return mark?.startsWith(fence) === true && line.trim() === mark
}
