import { toString as textOf } from 'hast-util-to-string'
import { fragmentParser } from '../html-fragment.ts'
import { blockElements, endOfTag } from './html-body.ts'

/**
 * A tag, a word or a sign of an HTML text, and white space in `pre`, where all of it counts.
 * Comments are left out.
 */
export interface HtmlToken {
  kind: 'start' | 'end' | 'text'
  /** The tag in lower case, or the text that is shown. */
  text: string
  /** The name of the element, or the text. */
  name: string
  /** Whether white space stands before it that is shown. */
  spaced: boolean
  start: number
  end: number
}

const pieces = /[ \t\n\f\r]+|[\p{L}\p{N}\p{M}]+|&#?\w{1,40};|[\s\S]/uy

/** Splits an HTML text into tags, words and signs, in linear time. */
export function htmlTokens(text: string): Array<HtmlToken> {
  const tokens: Array<HtmlToken> = []
  let spaced = false
  // White space at the edges of a block is not shown.
  let atEdge = true
  let isVerbatim = false
  const lastComment = text.lastIndexOf('-->')
  for (let at = 0; at < text.length; ) {
    if (text.startsWith('<!--', at) && at + 4 <= lastComment) {
      at = text.indexOf('-->', at + 4) + 3
      continue
    }
    const piece = tagAt(text, at) ?? pieceAt(text, at)
    at = piece.end
    if (piece.name === '' && isVerbatim) {
      tokens.push({ ...piece, name: piece.text, spaced: false })
      continue
    }
    if (piece.name === '') {
      spaced = true
      continue
    }
    if (piece.name === 'pre' && piece.kind !== 'text') {
      isVerbatim = piece.kind === 'start'
      // The line end behind the tag is no part of the text.
      if (isVerbatim && text[at] === '\n') at += 1
    }
    const isBlock = piece.kind !== 'text' && (blockElements.has(piece.name) || piece.name === 'br')
    tokens.push({ ...piece, spaced: spaced && !atEdge && !isBlock })
    spaced = false
    atEdge = isBlock
  }
  return tokens
}

type Piece = Omit<HtmlToken, 'spaced'>

function tagAt(text: string, start: number): Piece | null {
  if (text[start] !== '<') return null
  const [, slash, written] =
    /^<(\/?)([a-z][a-z0-9]{0,11})(?=[\s/>])/i.exec(text.slice(start, start + 16)) ?? []
  const close = written === undefined ? -1 : endOfTag(text, start)
  if (written === undefined || close < 0) return null
  const name = written.toLowerCase()
  const rest = text.slice(start + (slash ? 2 : 1) + name.length, close)
  const attributes = rest.split(/\s+/).filter((part) => part !== '' && part !== '/')
  const tag = `<${[`${slash}${name}`, ...attributes].join(' ')}>`
  return { kind: slash ? 'end' : 'start', text: tag, name, start, end: close + 1 }
}

/** A word, a sign, or white space, whose name is empty. */
function pieceAt(text: string, start: number): Piece {
  pieces.lastIndex = start
  const [piece = text[start]!] = pieces.exec(text) ?? []
  const shown = piece.startsWith('&') && piece.length > 1 ? referenced(piece) : piece
  return {
    kind: 'text',
    text: shown,
    name: /^[ \t\n\f\r]/.test(piece) ? '' : shown,
    start,
    end: start + piece.length,
  }
}

/** The characters that a character reference stands for. */
function referenced(reference: string): string {
  return textOf(fragmentParser.parse(reference))
}
