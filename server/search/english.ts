import { stemmer } from 'stemmer'
import type { WordLanguage } from '#domain/words/word-language.ts'
import { isFunctionWord } from './function-words.ts'

/**
 * The words of English. Its stemmer and its function words are chosen by the questions of the
 * bench.
 */
export const english: WordLanguage = { tag: 'en', stem: stemmer, isFunctionWord }
