import { wordsOf } from '../reading-time.ts'
import { fold } from '../words/fold.ts'
import type { WordLanguage } from '../words/word-language.ts'
import { commonWords } from './common-words.ts'

/** A language as the analysis of texts needs it. */
export interface TextLanguage extends WordLanguage {
  /**
   * A shorter stem, which words have in common that are made of one another: 'sampler' and
   * 'sampling'.
   */
  root(stem: string): string
}

/**
 * English: stems are singulars, which can be read, and the words without a topic are those of this
 * field.
 */
export const englishText: TextLanguage = {
  tag: 'en',
  stem: singular,
  isFunctionWord: (word) => commonWords.has(word),
  root(stem) {
    const root = stem.replace(
      /(?:ations?|ating|ated|ators?|ate|ings?|ers?|ors?|ed|ances?|ions?|e)$/,
      '',
    )
    return root.length >= 4 ? root : stem
  },
}

function singular(word: string): string {
  const bare = word.replace(/['’]s$/, '')
  if (bare.length > 4 && bare.endsWith('ies')) return `${bare.slice(0, -3)}y`
  if (bare.length > 4 && /(?:ch|sh|x|ss)es$/.test(bare)) return bare.slice(0, -2)
  return bare.length > 3 && bare.endsWith('s') && !/(?:ss|us|is)$/.test(bare)
    ? bare.slice(0, -1)
    : bare
}

/** Words as they are compared, and as they are written, without hyphens. */
export function termsOf(
  words: ReadonlyArray<string>,
  { stem, digraphs }: TextLanguage,
): Array<{ key: string; written: string }> {
  return words
    .flatMap((word) => word.normalize('NFC').split(/[-,]/))
    .map((written) => ({ key: stem(fold(written, digraphs)), written }))
}

/**
 * The key of a term, in English lower case, singular, spaces for hyphens ('Plug-ins' → 'plug in').
 */
export function termKey(term: string, language = englishText): string {
  return termsOf(wordsOf(term.toLowerCase()), language)
    .map(({ key }) => key)
    .join(' ')
}

/** Whether a word, as it is written, has no topic. */
export function isCommonWord(written: string, language: TextLanguage): boolean {
  const folded = fold(written, language.digraphs)
  return language.isFunctionWord(folded) || language.isFunctionWord(language.stem(folded))
}
