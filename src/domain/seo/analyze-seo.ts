import { type Finding, type SeoItem, seoFindings } from './findings.ts'
import { findKeywords, type Keyword } from './keywords.ts'
import { type ScoreParts, scoreOf, scoreParts } from './score.ts'
import { seoText } from './seo-text.ts'

export interface SeoAnalysis {
  /** The most used ones, at most `mostListed`. */
  keywords: Array<Keyword>
  /** How many there are in all. */
  found: number
  words: number
  score: number
  parts: ScoreParts
  findings: Array<Finding>
}

/** Content is analysed from here, in characters (specification, section 9: longer than 50). */
const longestUnread = 50
/** More than anybody reads; a long text has more than a thousand words that are used once. */
const mostListed = 100

/** Whether there is enough text to analyse. */
export function isAnalysable(content: string): boolean {
  return content.trim().length > longestUnread
}

/** The keyword analysis of an item (specification, section 9) and what follows from it. `content` is Markdown or HTML. */
export function analyzeSeo(item: SeoItem): SeoAnalysis {
  const text = seoText(item.content)
  const keywords = findKeywords(text, item.title)
  const parts = scoreParts(keywords, text.words)
  return {
    keywords: keywords.slice(0, mostListed),
    found: keywords.length,
    words: text.words,
    score: scoreOf(parts),
    parts,
    findings: seoFindings(item, text, keywords),
  }
}
