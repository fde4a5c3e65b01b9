/** A piece of a block's source. Pieces with one key are the same piece, however it is written. */
export interface Token {
  key: string
  /** As it stands in the file, with the marks of quotes and the indent that follow a line end. */
  source: string
  /** As it stands in the block alone. */
  plain: string
}

const inlinePieces = / {2,}\r?\n|\\\r?\n|[ \t]*\r?\n|[ \t]+|[\p{L}\p{N}\p{M}]+|\\[!-/:-@[-`{-~]|&#?\w+;|[\s\S]/gu

/**
 * Takes a line or paragraph apart into words, white space and signs. `prefix` is what begins its further
 * lines.
 */
export function inlineTokens(source: string, prefix: string): Array<Token> {
  const depth = prefix.split('>').length - 1
  const tokens: Array<Token> = []
  for (let at = 0; at < source.length; ) {
    inlinePieces.lastIndex = at
    const piece = inlinePieces.exec(source)?.[0] ?? source[at]!
    let end = at + piece.length
    if (!piece.endsWith('\n')) tokens.push({ key: /^[ \t]+$/.test(piece) ? ' ' : piece, source: piece, plain: piece })
    else {
      const length = prefixLength(source, end, depth)
      // Deeper indent can be what keeps a sign at the start of a line from having a meaning.
      const indent = source.slice(end, end + length).slice(prefix.length)
      end += length
      const isBreak = /^(?:\\| {2})/.test(piece)
      const plain = isBreak ? piece.replace('\r', '') : `\n${indent}`
      tokens.push({ key: isBreak ? '\n' : ' ', source: source.slice(at, end), plain })
    }
    at = end
  }
  return tokens
}

/** Takes a block of code or HTML apart into lines; `prefix` is what begins each further line. */
export function lineTokens(source: string, prefix: string): Array<Token> {
  return source.split(/(?<=\n)/).flatMap((whole, index): Array<Token> => {
    const [, line = '', end = ''] = /^(.*?)(\r?\n)?$/s.exec(whole) ?? []
    const cut = index === 0 ? 0 : sharedPrefix(line, prefix)
    const text = line.slice(cut)
    const written = { key: `${text}\n`, source: line, plain: text }
    return end ? [written, { key: '\n', source: end, plain: '\n' }] : [written]
  })
}

function sharedPrefix(line: string, prefix: string): number {
  let length = 0
  while (length < prefix.length && length < line.length && (line[length] === prefix[length] || line[length] === '\t'))
    length += 1
  return length
}

/** Length of the marks of quotes and the white space with which a line begins. */
function prefixLength(source: string, at: number, depth: number): number {
  const match = new RegExp(`(?:[ \\t]*>){0,${depth}}[ \\t]*`, 'y')
  match.lastIndex = at
  return match.exec(source)?.[0].length ?? 0
}
