/** A piece of a block's source. Tokens with equal keys mean the same, in any spelling. */
export interface Token {
  key: string
  /** The text in the file, including quote markers and indent after a line end. */
  source: string
  /** The text without the markers and indent of the container. */
  plain: string
}

const inlinePieces =
  /<br ?\/?>\r?\n|<\/?[a-z][a-z\d-]*(?:\s[^<>\n]*)?>| {2,}\r?\n|\\\r?\n|[ \t]*\r?\n|[ \t]+|[\p{L}\p{N}\p{M}]+|\\[!-/:-@[-`{-~]|&#?\w+;|[\s\S]/gu

/**
 * Splits a line or paragraph into words, tags, white space and signs. `prefix` begins its further
 * lines.
 */
export function inlineTokens(source: string, prefix: string): Array<Token> {
  const depth = prefix.split('>').length - 1
  const tokens: Array<Token> = []
  for (let at = 0; at < source.length; ) {
    inlinePieces.lastIndex = at
    const piece = inlinePieces.exec(source)?.[0] ?? source[at]!
    let end = at + piece.length
    if (!piece.endsWith('\n'))
      tokens.push({ key: /^[ \t]+$/.test(piece) ? ' ' : piece, source: piece, plain: piece })
    else {
      const length = prefixLength(source, end, depth)
      // Deeper indent may prevent a sign at the start of a line from having a meaning.
      const indent = source.slice(end, end + length).slice(prefix.length)
      end += length
      const key = /^(?:\\| {2}|<)/.test(piece) ? '\n' : ' '
      tokens.push({ key, source: source.slice(at, end), plain: piece.replace('\r', '') + indent })
    }
    at = end
  }
  return tokens
}

/** Splits a block of code or HTML into lines; `prefix` begins each further line. */
export function lineTokens(source: string, prefix: string): Array<Token> {
  return source.split(/(?<=\n)/).flatMap((whole, index): Array<Token> => {
    const [, line = '', end = ''] = /^(.*?)(\r?\n)?$/s.exec(whole) ?? []
    const cut = index === 0 ? 0 : sharedPrefix(line, prefix)
    const text = line.slice(cut)
    const written = { key: `${text}\n`, source: line, plain: text }
    return end ? [written, { key: '\n', source: end, plain: '\n' }] : [written]
  })
}

/**
 * The length of what begins a line in a container: its quote markers, each with one space at most,
 * and what of the indent behind them is there.
 */
function sharedPrefix(line: string, prefix: string): number {
  const depth = prefix.split('>').length - 1
  const [from, own] = [markersLength(line, depth), markersLength(prefix, depth)]
  let length = 0
  while (length < prefix.length - own && [prefix[own + length], '\t'].includes(line[from + length]))
    length += 1
  return from + length
}

/** The length of the quote markers at the start of a line, each with one space at most. */
function markersLength(line: string, depth: number): number {
  return new RegExp(`^(?:[ \\t]*> ?){0,${depth}}`).exec(line)?.[0].length ?? 0
}

/** The length of the quote markers and white space at the start of a line. */
function prefixLength(source: string, at: number, depth: number): number {
  const match = new RegExp(`(?:[ \\t]*>){0,${depth}}[ \\t]*`, 'y')
  match.lastIndex = at
  return match.exec(source)?.[0].length ?? 0
}
