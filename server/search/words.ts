import { beyondAscii, type Digraphs, fold } from '#domain/words/fold.ts'

/** Longer runs of letters are keys, hashes and similar, which nobody searches for. */
const longestWord = 40
const asciiChunks = new RegExp(
  chunkPattern({ letters: 'a-z', digits: '0-9', marks: '', joiners: "'.-" }),
  'g',
)
const anyChunk = chunkPattern({
  letters: String.raw`\p{L}`,
  digits: String.raw`\p{N}`,
  marks: String.raw`\p{M}`,
  joiners: String.raw`'’.\-‐‑`,
})
const chunks = new RegExp(String.raw`${anyChunk}|\p{Extended_Pictographic}`, 'gu')
const joiner = /['’.\-‐‑+#]/
/** Letters of scripts without spaces between words, which a dictionary divides. */
const dictionaryScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')
/** Scripts whose single characters have a meaning. */
const characterScript = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u
const withoutSpaces = new RegExp(`[${dictionaryScripts}]`, 'u')
const syllables = String.raw`\p{Script=Hangul}`
const scriptRuns = new RegExp(
  `[${dictionaryScripts}]+|[${syllables}]|[^${dictionaryScripts}${syllables}]+`,
  'gu',
)
const needsRuns = new RegExp(`[${dictionaryScripts}${syllables}]`, 'u')
/** The longest part of a word that is looked up, in characters. */
const longestPiece = 12
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * A pattern for words and what joins them, made of classes of characters. A word may begin with the
 * dot of a file's ending and end with a sign: 'c++', 'c#', and 'f#m7' with what follows.
 */
function chunkPattern(classes: {
  letters: string
  digits: string
  marks: string
  joiners: string
}): string {
  const { letters, digits, marks, joiners } = classes
  const start = `[${letters}${digits}]`
  const word = `${start}[${letters}${digits}${marks}]*`
  const dot = String.raw`(?:(?<![${letters}${digits}.])\.(?=[a-z]))?`
  const sign = String.raw`(?:(?<=[${letters}])(?:\+{1,2}(?!${start}|\+)|#(?!${start}{6})${start}*))?`
  return `${dot}${word}(?:[${joiners}]${word})*${sign}`
}

/**
 * Called with a folded word of a text; `joined` marks one made of its neighbours: 'sidechain'
 * beside 'side' and 'chain', '12.3' beside '12' and '3'.
 */
export type WordVisitor = (word: string, joined: boolean) => void

/**
 * Calls `visit` with each word of a text, in order. Words joined by hyphens and numbers joined by
 * dots are visited part by part and then joined. A sign belongs to its word ('c++'), which is also
 * visited without it, as is the ending of a file ('.als'). Scripts without spaces are divided by a
 * dictionary, and Korean into characters. `digraphs` are those of the site's language.
 */
export function readWords(text: string, visit: WordVisitor, digraphs?: Digraphs): void {
  const folded = fold(text, digraphs)
  const ascii = !beyondAscii.test(folded)
  for (const chunk of folded.match(ascii ? asciiChunks : chunks) ?? []) {
    if (!joiner.test(chunk)) readPart(chunk, ascii, visit)
    else readChunk(chunk, ascii, visit)
  }
}

/** The words of a text in order, without the joined ones. */
export function plainWords(text: string, digraphs?: Digraphs): Array<string> {
  const words: Array<string> = []
  readWords(
    text,
    (word, joined) => {
      if (!joined) words.push(word)
    },
    digraphs,
  )
  return words
}

function readChunk(chunk: string, ascii: boolean, visit: WordVisitor) {
  const at = chunk.search(/[+#]/)
  const [body, sign] = at < 0 ? [chunk, ''] : [chunk.slice(0, at), chunk.slice(at)]
  const parts = body
    .replace(/['’]s(?![^\-‐‑.])/g, '')
    .replace(/['’]/g, '')
    .replace(/^\./, '')
    .split(/[.\-‐‑]/)
  const last = sign === '' ? undefined : parts.pop()
  for (const part of parts) readPart(part, ascii, visit)
  if (last !== undefined) readSigned(last, sign, ascii, visit)
  const ending = /^\.[a-z][a-z0-9]{1,4}(?![^.\-‐‑])|\.[a-z][a-z0-9]{1,4}$/.exec(body)?.[0]
  if (ending !== undefined && last === undefined) visit(ending, true)
  const version = parts.every((part) => /^\d+$/.test(part)) && body.includes('.')
  const joined = parts.join(version ? '.' : '')
  const worth = parts.length > 1 && parts.length < 5 && joined.length <= longestWord
  if (worth && (version || !body.includes('.'))) visit(joined, true)
}

/**
 * A word with a sign. A single letter with one has another meaning than without: 'C#' is neither
 * 'C' nor 'C++'.
 */
function readSigned(word: string, sign: string, ascii: boolean, visit: WordVisitor) {
  const signed = word + sign
  if (word.length === 1) {
    visit(signed, false)
    if (/^#./.test(sign)) visit(`${word}#`, true)
    return
  }
  readPart(word, ascii, visit)
  const after = sign.replace(/^[+#]+/, '')
  if (after !== '') readPart(after, ascii, visit)
  if (signed.length <= longestWord) visit(signed, true)
}

function readPart(part: string, ascii: boolean, visit: WordVisitor) {
  if (ascii || !needsRuns.test(part)) {
    if (part.length <= longestWord) visit(part, false)
    return
  }
  for (const run of part.match(scriptRuns) ?? []) {
    if (withoutSpaces.test(run)) readSegments(run, visit)
    else if (run.length <= longestWord) visit(run, false)
  }
}

function readSegments(run: string, visit: WordVisitor) {
  for (const { segment } of segmenter.segment(run)) {
    if (segment.length > longestWord) continue
    visit(segment, false)
    const characters = characterScript.test(segment) ? [...segment] : []
    if (characters.length > 1) for (const character of characters) visit(character, true)
  }
}

/**
 * The longest parts of a word that are known, for scripts without spaces: a dictionary may have
 * divided a text otherwise than a query. Empty for other scripts, and where no part is known.
 */
export function knownPieces(word: string, isKnown: (part: string) => boolean): Array<string> {
  if (!withoutSpaces.test(word)) return []
  const characters = [...word]
  const least = characterScript.test(word) ? 1 : 2
  const pieces: Array<string> = []
  for (let start = 0; start < characters.length; ) {
    let end = Math.min(characters.length, start + longestPiece)
    while (end - start >= least && !isKnown(characters.slice(start, end).join(''))) end -= 1
    if (end - start >= least) pieces.push(characters.slice(start, end).join(''))
    start = Math.max(end, start + 1)
  }
  return pieces
}
