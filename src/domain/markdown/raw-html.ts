import type { Html, Nodes } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { commonItems } from './align.ts'
import { type HtmlToken, htmlTokens } from './html-tokens.ts'
import { endOf, parseMarkdown, startOf } from './parse.ts'
import { Source } from './source.ts'

/** A Markdown text and the HTML that is shown for it. */
export interface ShownText {
  base: string
  shown: string
}

/** A word, sign or tag of a file; `token` only in blocks of HTML, with offsets in the file. */
export interface FileToken {
  key: string
  token?: HtmlToken
  block?: Html
}

export interface RawHtml {
  source: Source
  file: ReadonlyArray<FileToken>
  /** The tokens of the HTML. */
  before: ReadonlyArray<HtmlToken>
  /** Indexes in `before` with those of the same token in `file`. */
  places: ReadonlyMap<number, number>
}

/** Finds a file's blocks of HTML in the HTML that is shown for it. Null when it has none. */
export function rawHtmlOf({ base, shown }: ShownText): RawHtml | null {
  const source = new Source(base)
  const file = fileTokens(parseMarkdown(base).root, source)
  if (!file.some(({ block }) => block)) return null
  const before = htmlTokens(shown)
  const pairs = commonItems(
    before.map(({ kind, name }) => keyOf(kind, name)),
    file.map(({ key }) => key),
  )
  return { source, file, before, places: new Map(pairs) }
}

/** What two tokens of the same HTML have in common. */
export function exactKey({ spaced, text }: HtmlToken): string {
  return spaced ? ` ${text}` : text
}

function keyOf(kind: HtmlToken['kind'], name: string): string {
  return kind === 'text' ? name : `${kind} ${name}`
}

/** The tokens of the blocks below a node, in the order in which they are shown. */
function fileTokens(node: Nodes, source: Source): Array<FileToken> {
  if (node.type === 'html') return rawTokens(node, source)
  if (node.type === 'definition') return []
  if (
    'children' in node &&
    node.type !== 'paragraph' &&
    node.type !== 'heading' &&
    node.type !== 'tableCell'
  )
    return (node.children as Array<Nodes>).flatMap((child) => fileTokens(child, source))
  const pieces =
    node.type === 'code' ? /[\p{L}\p{N}\p{M}]+|[ \t\n]+|\S/gu : /[\p{L}\p{N}\p{M}]+|\S/gu
  const words = textOf(node, { includeHtml: false }).match(pieces) ?? []
  return words.map((key) => ({ key }))
}

function rawTokens(block: Html, source: Source): Array<FileToken> {
  const offsetInFile = offsetsOf(block, source)
  return htmlTokens(block.value).map((token): FileToken => {
    const key = keyOf(token.kind, token.name)
    if (!offsetInFile) return { key }
    return {
      key,
      block,
      token: { ...token, start: offsetInFile(token.start), end: offsetInFile(token.end) },
    }
  })
}

/**
 * Finds the offset in the file for one in the value of a block, whose lines have no markers and
 * indentation of what is around it. Null when the lines of the file differ from those of the block
 * in more.
 */
function offsetsOf(block: Html, source: Source): ((offset: number) => number) | null {
  const starts: Array<{ inValue: number; inFile: number }> = []
  let inValue = 0
  let line = startOf(block)
  for (const text of block.value.split('\n')) {
    const inFile = source.lineEnd(line) - text.length
    if (inFile < line || source.text.slice(inFile, inFile + text.length) !== text) return null
    starts.push({ inValue, inFile })
    inValue += text.length + 1
    line = source.lineEnd(line) + 1
  }
  if (line - 1 < endOf(block)) return null
  let at = 0
  return (offset) => {
    while (at > 0 && starts[at]!.inValue > offset) at -= 1
    while (at + 1 < starts.length && starts[at + 1]!.inValue <= offset) at += 1
    return starts[at]!.inFile + offset - starts[at]!.inValue
  }
}
