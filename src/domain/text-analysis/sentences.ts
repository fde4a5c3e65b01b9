import { wordsOf } from '../reading-time.ts'

/** A dot after these does not end a sentence. */
const abbreviations = new Set(
  'e.g i.e etc vs cf ca approx no nos vol fig ed dr mr mrs ms st jr sr inc ltd jan feb mar apr jun jul aug sep sept oct nov dec a.m p.m min max ver'.split(
    ' ',
  ),
)

/**
 * Splits a paragraph into sentences, each with its closing punctuation, by the rules of a language.
 * Decimal numbers, versions and common abbreviations do not end a sentence, nor do the dots of
 * ordinal numbers outside of English.
 */
export function splitSentences(paragraph: string, language = 'en'): Array<string> {
  const text = paragraph.replace(/\s+/g, ' ').trim()
  const isEnglish = /^en\b/i.test(language)
  const sentences: Array<string> = []
  let from = 0
  for (const end of isEnglish ? englishEnds(text) : endsIn(text, language)) {
    if (end < text.length && !endsHere(text, end, isEnglish)) continue
    sentences.push(text.slice(from, end).trim())
    from = end
  }
  const rest = text.slice(from).trim()
  return rest ? [...sentences, rest] : sentences
}

/** In English, an ellipsis ends a sentence, too, and a bracket behind a mark does not begin one. */
function englishEnds(text: string): Array<number> {
  return [...text.matchAll(/(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s|$)/g)].map(
    ({ 0: mark, index }) => index + mark.length,
  )
}

function endsIn(text: string, language: string): Array<number> {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)
  return [...segments].map(({ segment, index }) => index + segment.trimEnd().length)
}

function endsHere(text: string, end: number, isEnglish: boolean): boolean {
  // A lower-case letter continues the sentence.
  if (/^\s+\p{Ll}/u.test(text.slice(end, end + 3))) return false
  const before = text.slice(Math.max(0, end - 40), end)
  const word = /([\p{L}\p{N}.]{0,20})\.["'”’)\]]{0,3}$/u
    .exec(before)?.[1]
    ?.toLowerCase()
    .replace(/\.{1,3}$/, '')
  if (word === undefined) return true
  return !(
    abbreviations.has(word) ||
    /^\p{L}$/u.test(word) ||
    (!isEnglish && /^\d{1,2}$/.test(word))
  )
}

const punctuation = /[,;:،؛](?=\s)|[、，；：]|\s[–—-](?=\s)/g
const conjunction =
  /\s(?=(?:and|but|so|because|while|which|that|when|where|with|without|for|to|if|until|then|or)\s)/g

/**
 * Whether the sentence that would end at `at` is long enough; one or two words would look like a
 * mistake.
 */
function hasBegun(text: string, at: number): boolean {
  const begun = /(?:[.!?…]["'”’)]*\s+|^)([^.!?…]*)$/.exec(text.slice(Math.max(0, at - 60), at))?.[1]
  return begun === undefined || wordsOf(begun).length >= 4
}

/**
 * Cuts a text to `max` characters: after the last phrase that ends at `min` or later, else between
 * two words. Removes punctuation at the cut.
 */
export function trimToPhrase(text: string, min: number, max: number): string {
  if (text.length <= max) return text
  const fitting = (pattern: RegExp) =>
    [...text.matchAll(pattern)]
      .map((match) => match.index)
      .findLast((at) => at >= min && at <= max && hasBegun(text, at))
  const at = fitting(punctuation) ?? fitting(conjunction) ?? lastSpace(text, max)
  return closed(text.slice(0, at))
}

function lastSpace(text: string, max: number): number {
  const at = text.lastIndexOf(' ', max)
  return at > 0 ? at : max
}

/** Removes trailing colons and commas, and brackets or quotation marks that are not closed. */
function closed(text: string): string {
  let rest = text.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '')
  for (const [open, close] of [
    ['(', ')'],
    ['[', ']'],
    ['“', '”'],
  ] as const) {
    const at = rest.lastIndexOf(open)
    if (at > 0 && rest.indexOf(close, at) < 0)
      rest = rest.slice(0, at).replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '')
  }
  return rest
}
