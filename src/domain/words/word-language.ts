import { baseOf } from './base-language.ts'
import { type Digraphs, fold } from './fold.ts'
import { type WordRules, wordRules } from './word-rules.ts'

/**
 * How the words of a language are compared, in search and in the analysis of texts. Words are
 * folded.
 */
export interface WordLanguage {
  /** Its tag without a region: `de`. */
  tag: string
  /** What a word has in common with its other forms. */
  stem(word: string): string
  /** Whether a word carries the grammar of a sentence and not its subject: 'how', 'the', 'with'. */
  isFunctionWord(word: string): boolean
  /** Letters that the language also writes as two. */
  digraphs?: Digraphs
}

/** The letters that the language of a tag also writes as two. */
export function digraphsOf(tag: string): Digraphs | undefined {
  return wordRules.get(baseOf(tag))?.digraphs
}

/**
 * The name by which the libraries of stems and stop words call the language of a tag; null for one
 * that they lack.
 */
export function libraryName(tag: string): string | null {
  return wordRules.get(baseOf(tag))?.name ?? null
}

/**
 * The rules for words of a language. English is given by the caller, since search and analysis have
 * lists of their own for it. A language without a stemmer has words, but no forms of them.
 */
export async function wordLanguage(tag: string, english: WordLanguage): Promise<WordLanguage> {
  const base = baseOf(tag)
  if (base === english.tag) return english
  const rules = wordRules.get(base)
  return rules
    ? loaded(base, rules)
    : { tag: base, stem: (word) => word, isFunctionWord: () => false }
}

async function loaded(tag: string, { load, digraphs }: WordRules): Promise<WordLanguage> {
  const [{ stemmer }, { stopwords }] = await load()
  const functionWords = new Set(stopwords.map((word) => fold(word, digraphs)))
  const letters = [...(digraphs ?? [])]
  return {
    tag,
    stem(word) {
      // The stemmer knows the letters that were folded.
      return stemmer(letters.reduce((text, [letter, two]) => text.replaceAll(two, letter), word))
    },
    isFunctionWord: (word) => functionWords.has(word),
    ...(digraphs && { digraphs }),
  }
}
