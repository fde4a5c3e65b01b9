import type { AnalyzedContentType } from '../analysis.ts'
import type { TextBlock } from './text-blocks.ts'

/** A sign, its points, and the most occurrences that count. */
type Sign = readonly [pattern: RegExp, points: number, most: number]

const months =
  'january|february|march|april|may|june|july|august|september|october|november|december'

/** Signs of each type of content and their points. */
const signs: Readonly<Record<AnalyzedContentType, ReadonlyArray<Sign>>> = {
  news: [
    [/\b(?:announce[sd]?|announcement|press release|unveil(?:s|ed)?)\b/gi, 3, 2],
    [
      /\b(?:is|are|now) (?:out|available|released|shipping)\b|\bhas (?:released|launched|arrived)\b/gi,
      3,
      2,
    ],
    [
      /\b(?:released?|launch(?:es|ed)|public beta|release notes|version \d{1,5}\.\d{1,5})\b/gi,
      1.5,
      4,
    ],
    [
      /\b(?:today|yesterday|this (?:week|month)|last week|next (?:week|month)|starting (?:today|now))\b/gi,
      1,
      3,
    ],
    [
      new RegExp(
        `\\b(?:${months})\\s+\\d{1,2}(?:,?\\s+20\\d\\d)?\\b|\\b\\d{1,2}\\s+(?:${months})\\b`,
        'gi',
      ),
      1.5,
      3,
    ],
    [
      /\b(?:free (?:update|for)|owners of|update (?:brings|adds|arrives)|download it|price|costs? [$€£]|[$€£]\d)/gi,
      1.5,
      3,
    ],
    [/\b(?:we have|we've|we are|we're) (?:added|new|now|happy|excited|launching|moving)\b/gi, 2, 2],
  ],
  newsletter: [
    [
      /\b(?:this|our|in this|next|last) (?:week's )?(?:issue|newsletter|edition)\b|\bissue (?:no\.? ?|#)\d/gi,
      3,
      3,
    ],
    [
      /\b(?:hi|hello|hey|dear) (?:everyone|all|friends?|readers?|there|folks|subscribers?)\b/gi,
      4,
      1,
    ],
    [
      /\b(?:unsubscribe|view (?:this email )?in (?:your )?browser|forward(?:ed)? this (?:email|mail)|subscribers?)\b/gi,
      3,
      3,
    ],
    [
      /\b(?:see you|until|talk to you|back) next (?:week|monday|tuesday|wednesday|thursday|friday|month)\b|\bhit reply\b|\breply to this\b/gi,
      3,
      2,
    ],
    [/\b(?:this week|from the archive|reading list|worth (?:a|your) (?:read|listen))\b/gi, 1.5, 2],
  ],
  article: [
    [
      /\b(?:click|drag|drop|double-click|right-click|press|choose|select|turn|switch|open|load|add|raise|lower|try|place|map)\b/gi,
      0.4,
      12,
    ],
    [/\bset (?:the |its )?[\p{L} -]{2,30}? to\b/giu, 1, 4],
    [/\b\d+(?:[.,]\d+)?\s?(?:ms|dB|Hz|kHz|%|LUFS|st|BPM)(?![\p{L}])/gu, 0.6, 8],
    [
      /\b(?:how to|step \d|in this (?:tutorial|guide|article|tip)|tip:|here's how|you can|you need|you want)\b/gi,
      1.5,
      4,
    ],
    [/\b(?:Cmd|Ctrl|Shift|Alt)\s?\+\s?\w/g, 1, 2],
  ],
}

/** The type that the person chose counts more than one strong sign. */
const chosenPoints = 4
const stepPoints = 0.5

/**
 * Decides between article, news and newsletter by dates and words about releases, greetings and
 * sign-offs of a letter, and how-to words; `chosen` decides when the text does not.
 */
export function judgeContentType(
  blocks: ReadonlyArray<TextBlock>,
  chosen: AnalyzedContentType,
): AnalyzedContentType {
  const text = blocks.map((block) => block.text).join('\n')
  const points: Record<AnalyzedContentType, number> = { article: 0, news: 0, newsletter: 0 }
  points[chosen] += chosenPoints
  for (const kind of ['article', 'news', 'newsletter'] as const)
    for (const [pattern, each, most] of signs[kind])
      points[kind] += each * Math.min(most, (text.match(pattern) ?? []).length)
  points.article += stepPoints * Math.min(8, blocks.filter((block) => block.kind === 'item').length)
  const order: Array<AnalyzedContentType> = [chosen, 'article', 'news', 'newsletter']
  return order.reduce((best, kind) => (points[kind] > points[best] ? kind : best))
}
