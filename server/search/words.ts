/** Longer runs of letters are keys, hashes and similar, which nobody searches for. */
const longestWord = 40
/** Letters that Unicode does not decompose into a base letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const beyondAscii = /[^\n\r\t -~]/
const asciiChunks = /[a-z0-9]+(?:['.-][a-z0-9]+)*/g
const chunks = /[\p{L}\p{N}]+(?:['’.\-‐‑][\p{L}\p{N}]+)*|\p{Extended_Pictographic}/gu
const joiner = /['’.\-‐‑]/
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const scriptRuns =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu

/**
 * Called with a folded word of a text; `joined` marks one made of its neighbours: 'sidechain' beside 'side' and
 * 'chain', '12.3' beside '12' and '3'.
 */
export type WordVisitor = (word: string, joined: boolean) => void

/** Lower case without diacritics; ß, æ and similar become plain letters. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (!beyondAscii.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] as string)
}

/**
 * Calls `visit` with each word of a text, in order. Words joined by hyphens and numbers joined by dots are visited
 * part by part and then joined; an apostrophe is dropped, and a possessive s with it; Chinese, Japanese and Korean
 * text is split into characters; pictographs count as words.
 */
export function readWords(text: string, visit: WordVisitor): void {
  const folded = fold(text)
  const ascii = !beyondAscii.test(folded)
  for (const chunk of folded.match(ascii ? asciiChunks : chunks) ?? []) {
    if (!joiner.test(chunk)) readPart(chunk, ascii, visit)
    else readChunk(chunk, ascii, visit)
  }
}

function readChunk(chunk: string, ascii: boolean, visit: WordVisitor): void {
  const parts = chunk
    .replace(/['’]s(?![^\-‐‑.])/g, '')
    .replace(/['’]/g, '')
    .split(/[.\-‐‑]/)
  for (const part of parts) readPart(part, ascii, visit)
  const version = parts.every((part) => /^\d+$/.test(part)) && chunk.includes('.')
  const joined = parts.join(version ? '.' : '')
  const worth = parts.length > 1 && parts.length < 5 && joined.length <= longestWord
  if (worth && (version || !chunk.includes('.'))) visit(joined, true)
}

function readPart(part: string, ascii: boolean, visit: WordVisitor): void {
  if (ascii || !withoutSpaces.test(part)) {
    if (part.length <= longestWord) visit(part, false)
    return
  }
  for (const run of part.match(scriptRuns) ?? []) if (run.length <= longestWord) visit(run, false)
}
