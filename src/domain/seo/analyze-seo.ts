import { englishText } from '../text-analysis/text-language.ts'
import type { Finding, SeoItem } from './finding.ts'
import { seoFindings } from './findings.ts'
import { findKeywords, type Keyword } from './keywords.ts'
import { proposeKeywords } from './proposals.ts'
import { type ScoreParts, scoreOf, scoreParts } from './score.ts'
import { seoText } from './seo-text.ts'

export interface SeoAnalysis {
  /** The most frequent keywords, at most `mostListed`. */
  keywords: Array<Keyword>
  /** The number of all keywords. */
  found: number
  words: number
  score: number
  parts: ScoreParts
  findings: Array<Finding>
  /** Phrases that people would search, for the primary keyword. */
  proposals: Array<string>
}

/** Only longer content is analysed, in characters (specification, section 9). */
const longestUnread = 50
/** A long text has more than a thousand words that occur once; the list stays readable. */
const mostListed = 100

export function isAnalysable(content: string): boolean {
  return content.trim().length > longestUnread
}

/**
 * The keyword analysis of an item and its findings (specification, section 9). `content` is
 * Markdown or HTML.
 */
export function analyzeSeo(item: SeoItem, language = englishText): SeoAnalysis {
  const text = seoText(item.content)
  const keywords = findKeywords(text, item.title, language)
  const parts = scoreParts(keywords, text.words)
  return {
    keywords: keywords.slice(0, mostListed),
    found: keywords.length,
    words: text.words,
    score: scoreOf(parts),
    parts,
    findings: seoFindings(item, text, keywords),
    proposals: proposeKeywords(text, item.title, language),
  }
}
