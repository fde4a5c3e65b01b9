import { fold } from '../words/fold.ts'
import { englishText } from './text-language.ts'

/** A dot after these does not end a sentence. */
const abbreviations = new Set(
  'e.g i.e etc vs cf ca approx no nos vol fig ed dr mr mrs ms st jr sr inc ltd jan feb mar apr jun jul aug sep sept oct nov dec a.m p.m min max ver'.split(
    ' ',
  ),
)

/**
 * Splits a paragraph into sentences, each with its closing punctuation. Decimal numbers, versions and common
 * abbreviations do not end a sentence.
 */
export function splitSentences(paragraph: string): Array<string> {
  const text = paragraph.replace(/\s+/g, ' ').trim()
  const sentences: Array<string> = []
  let from = 0
  for (const match of text.matchAll(/(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s|$)/g)) {
    const end = match.index + match[0].length
    if (end < text.length && !endsHere(text, match.index, end)) continue
    sentences.push(text.slice(from, end).trim())
    from = end
  }
  const rest = text.slice(from).trim()
  return rest ? [...sentences, rest] : sentences
}

function endsHere(text: string, mark: number, end: number): boolean {
  // A lower-case letter continues the sentence.
  if (/^\s+\p{Ll}/u.test(text.slice(end, end + 3))) return false
  const word = /[\p{L}\p{N}.]{1,20}$/u.exec(text.slice(Math.max(0, mark - 20), mark))?.[0].toLowerCase() ?? ''
  return text[mark] !== '.' || !(abbreviations.has(word) || /^\p{L}$/u.test(word))
}

const punctuation = /[,;:](?=\s)|\s[–—-](?=\s)/g
const conjunction = /\s(?=(?:and|but|so|because|while|which|that|when|where|with|without|for|to|if|until|then|or)\s)/g

/** Whether the sentence that would end at `at` is long enough; one or two words would look like a mistake. */
function hasBegun(text: string, at: number): boolean {
  const begun = /(?:[.!?…]["'”’)]*\s+|^)([^.!?…]*)$/.exec(text.slice(Math.max(0, at - 60), at))?.[1]
  return begun === undefined || begun.trim().split(' ').length >= 4
}

/**
 * Cuts a text to `max` characters: after the last phrase that ends at `min` or later, else between two words. Removes
 * punctuation at the cut.
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
    if (at > 0 && rest.indexOf(close, at) < 0) rest = rest.slice(0, at).replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '')
  }
  return rest
}

/** Removes words from the end that cannot end a phrase ('… the', '… of'). */
export function withoutDanglers(text: string, language = englishText): string {
  const words = text.split(' ')
  while (
    words.length > 1 &&
    language.isDangling(fold(words.at(-1) as string, language.digraphs).replace(/[^\p{L}\p{M}]/gu, ''))
  )
    words.pop()
  return words.join(' ').replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '')
}
