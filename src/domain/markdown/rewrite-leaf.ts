import type { LinkReference, Nodes } from 'mdast'
import { type Applied, applyChanges } from './align.ts'
import { editedLinkForms, type LinkForm, linkFormsOf } from './link-forms.ts'
import { type MarkdownDocument, startOf } from './parse.ts'
import {
  type FallbackLevel,
  isBehindBox,
  leadPrefix,
  type PreserveContext,
} from './preserve-context.ts'
import { rewriteIndentedCode } from './rewrite-indented-code.ts'
import type { Block } from './segments.ts'
import { indentRest, type Source } from './source.ts'
import { styleOfBlock } from './style.ts'
import { inlineTokens, lineTokens, type Token } from './tokens.ts'
import {
  meaningBehindBox,
  meaningOf,
  withAddresses,
  withoutNeedlessEscapes,
  writeBlock,
} from './write.ts'

/**
 * Writes a block of text, code or HTML so that only the changed words (lines, for code) come from
 * the edited text. Where that gives another meaning, or at a higher fallback level, the whole block
 * is written in its own style. A comment or tag in the text that the baseline lost stays with the
 * words around it. Null when the block changed its kind.
 */
export function rewriteLeaf(
  original: Block,
  base: Block,
  edited: Block,
  ctx: PreserveContext,
  level: FallbackLevel,
): { text: string; meaning: string | null } | null {
  if (original.type !== edited.type || base.type !== edited.type) return null
  // The page shows a heading of another level than the file has.
  if (original.type === 'heading' && base.type === 'heading' && edited.type === 'heading') {
    const { depth } = original
    if (base.depth === edited.depth && depth !== base.depth)
      return rewriteLeaf(original, { ...base, depth }, { ...edited, depth }, ctx, level)
  }
  const { source, sides, definitionText, definitions } = ctx
  const meaning = edited.type === 'definition' ? null : sides.edited.of(edited)
  const prefix = leadPrefix(original, ctx)
  const means = (text: string) =>
    isBehindBox(original, ctx)
      ? meaningBehindBox(text, definitionText)
      : meaningOf(text, definitionText)
  const style = styleOfBlock(ctx.style, original, source.node(original))
  const carried = level === 0 ? ctx.carried.get(edited) : undefined
  if (carried !== undefined && edited.type === 'paragraph')
    return { text: source.withLineEnds(indentRest(carried, prefix)), meaning }
  if (level === 0 && original.type === 'code' && base.type === 'code' && edited.type === 'code') {
    const text = rewriteIndentedCode(original, base, edited, source)
    if (text !== null) return { text, meaning }
  }
  if (level === 0) {
    const inLines = edited.type === 'code' || edited.type === 'html'
    const tokens = (text: string, indent: string) =>
      inLines ? lineTokens(text, indent) : inlineTokens(text, indent)
    const [own, spaces] = inLines
      ? [source.node(original), '']
      : withoutLastSpaces(source.node(original))
    const write = (node: Nodes, document: MarkdownDocument, links: LinkForms) =>
      tokens(sameUnderline(writeBlock(withAddresses(node, document), style, links), own, node), '')
    const shown = new Set(htmlIn(base))
    const lost = ctx.hasBaseline
      ? [...new Set(htmlIn(original))].filter((tag) => !shown.has(tag))
      : []
    const wanted = sides.edited.of(edited)
    const forms = linkFormsOf(original, source.text)
    const candidates = [
      ...(forms.size > 0
        ? [{ text: own, links: editedLinkForms(forms, edited, ctx.typedLinks) }]
        : []),
      ...[own, ...withFullReferences(original, own, source)].map((text) => ({
        text,
        links: ctx.typedLinks,
      })),
    ]
    for (const { text, links } of candidates) {
      const spliced = spliceTokens(
        tokens(text, prefix),
        write(base, ctx.base, links),
        write(edited, ctx.edited, links),
        (plain) =>
          means(plain) === wanted || (lost.length > 0 && means(without(plain, lost)) === wanted),
      )
      if (!spliced) continue
      const plain = spliced.map(({ item }) => item.plain).join('')
      return {
        text: writeTokens(spliced, prefix, inLines, ctx) + spaces,
        meaning: meaning === null || lost.length === 0 ? meaning : means(plain),
      }
    }
  }
  const written = sameUnderline(
    writeBlock(withAddresses(edited, ctx.edited, definitions), style, ctx.typedLinks),
    source.node(original),
    edited,
  )
  const text = level < 2 ? withoutNeedlessEscapes(written, means) : written
  return { text: source.withLineEnds(indentRest(text, prefix)), meaning }
}

type LinkForms = ReadonlyMap<string, LinkForm>

/** A text and the spaces at its end, which are no part of what is edited there. */
function withoutLastSpaces(text: string): [text: string, spaces: string] {
  const [spaces = ''] = /(?<![ \t])[ \t]+$/.exec(text) ?? []
  return [text.slice(0, text.length - spaces.length), spaces]
}

/** The comments and tags in the text of a block. */
function htmlIn(node: Nodes): Array<string> {
  if (!('children' in node)) return []
  return node.children.flatMap((child) => (child.type === 'html' ? [child.value] : htmlIn(child)))
}

function without(text: string, parts: ReadonlyArray<string>): string {
  return parts.reduce((rest, part) => rest.replaceAll(part, ''), text)
}

/**
 * Variants of the source in which one link `[name]` or `[name][]` is written as `[name][name]`, so
 * that its text can change.
 */
function withFullReferences(node: Nodes, text: string, source: Source): Array<string> {
  const short = referencesIn(node).filter(({ referenceType }) => referenceType !== 'full')
  return short.slice(0, 20).map((reference) => {
    const start = source.slice(startOf(node), startOf(reference)).length
    const written = source.node(reference)
    const label = written.replace(/\[\]$/, '')
    return text.slice(0, start) + label + label + text.slice(start + written.length)
  })
}

function referencesIn(node: Nodes): Array<LinkReference> {
  if (node.type === 'linkReference') return [node]
  return 'children' in node ? node.children.flatMap(referencesIn) : []
}

/** Keeps the length of a heading's underline. */
function sameUnderline(written: string, source: string, node: Nodes): string {
  if (node.type !== 'heading') return written
  const underline = /\n[> \t]*(=+|-+)[ \t]*$/.exec(source)?.[1]
  return underline ? written.replace(/(?<=\n)(?:=+|-+)$/, underline) : written
}

/** Replaces the changed tokens of the original; null when `isRight` rejects the result. */
export function spliceTokens(
  original: ReadonlyArray<Token>,
  base: ReadonlyArray<Token>,
  edited: ReadonlyArray<Token>,
  isRight: (plain: string) => boolean,
): Array<Applied<Token>> | null {
  const pieces = applyChanges(original, base, edited)
  const plain = (items: ReadonlyArray<Applied<Token>>) =>
    items.map(({ item }) => item.plain).join('')
  if (!isRight(plain(pieces))) return null
  const bare = pieces.map((piece) =>
    piece.fresh ? { ...piece, item: unescaped(piece.item) } : piece,
  )
  return bare.some((piece, index) => piece.item !== pieces[index]!.item) && isRight(plain(bare))
    ? bare
    : pieces
}

function unescaped(token: Token): Token {
  if (!/^\\[!-/:-@[-`{-~]$/.test(token.plain)) return token
  const sign = token.plain.slice(1)
  return { ...token, plain: sign, source: sign }
}

function writeTokens(
  pieces: ReadonlyArray<Applied<Token>>,
  prefix: string,
  inLines: boolean,
  ctx: PreserveContext,
): string {
  return pieces
    .map(({ item: token, fresh, replaced }, index) => {
      if (!fresh) return token.source
      if (!inLines) return ctx.source.withLineEnds(token.plain.replace('\n', `\n${prefix}`))
      if (index === 0 || token.key === '\n' || token.plain === '')
        return ctx.source.withLineEnds(token.plain)
      const begin = replaced?.plain.trim()
        ? replaced.source.slice(0, -replaced.plain.length)
        : prefix
      // One space behind a quote marker is part of it.
      return begin + token.plain.replace(/^ /, begin.endsWith('>') ? '  ' : ' ')
    })
    .join('')
}
