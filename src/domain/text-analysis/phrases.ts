import model from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'
import { wordsOf } from '../reading-time.ts'
import { isCommonWord, type TextLanguage } from './text-language.ts'

/** The grammar of English. Only the server loads it, with the first text that is analyzed. */
const grammar = winkNLP(model, ['pos'])
const { its } = grammar

/** A letter for each kind of word that phrases consist of. */
const letterOfKind: Readonly<Record<string, string>> = {
  NOUN: 'N',
  PROPN: 'N',
  ADJ: 'A',
  NUM: 'A',
  DET: 'D',
  VERB: 'V',
}
const letterOfWord: ReadonlyMap<string, string> = new Map([
  ...['of', 'in', 'for', 'with', 'on', 'from', 'vs', 'without', 'by', 'and'].map(
    (word) => [word, 'P'] as const,
  ),
  ['to', 'T'],
  ['how', 'Q'],
  ['your', 'D'],
  ['our', 'D'],
  // What points to something else is no part of a phrase.
  ['this', ' '],
  ['that', ' '],
  ['these', ' '],
  ['those', ' '],
  // Marks within words.
  ['-', 'M'],
  ['/', 'M'],
])
const version = /^v?\d{1,4}(?:\.\d{1,4}){1,3}$/

/**
 * A noun with the words before it, up to two more that a preposition adds, and a verb before it:
 * 'testing a reducer', 'how to test a reducer'. A version may follow the noun.
 */
const longPhrase = /(?:Q?TV|G)?D?[ANM]{0,5}N(?:#|(?:[PT]D?[AGNM]{0,5}N){1,2})?/g
const shortPhrase = /[AGN]?[ANM]{0,5}N#?/g

/** The phrases of a line of text: by the grammar in English, else between the words of grammar. */
export function phrasesIn(text: string, language: TextLanguage): Array<string> {
  return language.tag === 'en' ? englishPhrases(text, language) : runsOfWords(text, language)
}

function englishPhrases(text: string, language: TextLanguage): Array<string> {
  const tokens = grammar.readDoc(text).tokens()
  const words = tokens.out()
  const spaces = tokens.out(its.precedingSpaces)
  const letters = tokens.out(its.pos).map((kind, at) => letterOf(words[at] ?? '', kind))
  const line = letters.join('')
  return [longPhrase, shortPhrase].flatMap((pattern) =>
    [...line.matchAll(pattern)].map(({ 0: found, index }) => {
      const end = index + found.length
      const skipped = words
        .slice(index, end - 1)
        .findIndex((word, at) => !isOpening(word, line[index + at] ?? '', language))
      const from = skipped < 0 ? end - 1 : index + skipped
      return words
        .slice(from, end)
        .map((word, at) => `${at > 0 ? spaces[from + at] : ''}${word}`)
        .join('')
    }),
  )
}

function letterOf(word: string, kind: string): string {
  const fixed = letterOfWord.get(word.toLowerCase())
  if (fixed) return fixed
  if (version.test(word)) return '#'
  if (kind === 'VERB' && word.endsWith('ing')) return 'G'
  return letterOfKind[kind] ?? ' '
}

/** Words that a title does not begin with: articles, 'to', and adjectives without a topic. */
function isOpening(word: string, letter: string, language: TextLanguage): boolean {
  return (
    'DTM'.includes(letter) ||
    /^\d/.test(word) ||
    (letter !== 'Q' && isCommonWord(word.toLowerCase(), language))
  )
}

const longestRun = 4

function runsOfWords(text: string, { isFunctionWord }: TextLanguage): Array<string> {
  const runs: Array<Array<string>> = [[]]
  for (const word of wordsOf(text))
    if (isFunctionWord(word.toLowerCase())) runs.push([])
    else runs.at(-1)?.push(word)
  return runs.filter((run) => run.length > 0).map((run) => run.slice(0, longestRun).join(' '))
}
