import { localeOf } from '../dates.ts'
import { wordsOf } from '../reading-time.ts'
import { joinParts } from '../words/join-parts.ts'
import { splitSentences, trimToPhrase, withoutDanglers } from './sentences.ts'
import { isTitleLine, type TermCounts } from './term-counts.ts'
import type { TextBlock } from './text-blocks.ts'
import type { TextLanguage } from './text-language.ts'

const titleMax = 70
const excerpt = { min: 100, max: 150 } as const
const metaDescription = { min: 120, max: 160 } as const

export interface Summary {
  title: string
  /** 100 to 150 characters if the text is long enough. */
  excerpt: string
  /** At most 160 characters. */
  metaDescription: string
}

/**
 * Makes title, excerpt and meta description from the text's own sentences. The title is the heading
 * at the top, a short first line, or the strongest sentence, cut at the end of a phrase.
 */
export function summarize(blocks: ReadonlyArray<TextBlock>, counts: TermCounts): Summary {
  const heading = titleHeading(blocks)
  const rest = blocks.filter((block) => block !== heading)
  const prose = proseSentences(rest, counts.language)
  const strongest = heading ? null : strongestSentence(prose, counts)
  const title = heading ? heading.text : titleOf(strongest ?? rest[0]?.text ?? '', counts.language)
  const passage = passageAfter(prose, strongest)
  return {
    title: trimToPhrase(title, 30, 120),
    excerpt: fitting(passage, excerpt, counts.language),
    metaDescription: fitting(passage, metaDescription, counts.language),
  }
}

/**
 * The title block of a text: a first-level heading, a heading at the very top, or a short first
 * line that is not a sentence.
 */
function titleHeading(blocks: ReadonlyArray<TextBlock>): TextBlock | null {
  const first = blocks.find(({ kind, depth }) => kind === 'heading' && depth === 1)
  if (first) return first
  const [top, next] = blocks
  if (!top) return null
  if (top.kind === 'heading') return top
  const isLine = top.kind === 'paragraph' && next !== undefined && isTitleLine(top.text)
  return isLine && !isGreeting(top.text) ? top : null
}

interface Sentence {
  text: string
  /** Index of the paragraph, from 0. */
  block: number
  place: number
}

/**
 * The sentences of the running text; of lists, quotes and tables only when there is no running
 * text.
 */
function proseSentences(blocks: ReadonlyArray<TextBlock>, { tag }: TextLanguage): Array<Sentence> {
  const paragraphs = blocks.filter(({ kind }) => kind === 'paragraph')
  const chosen = paragraphs.length > 0 ? paragraphs : blocks
  return chosen
    .flatMap(({ text }, block) =>
      splitSentences(text, tag).map((sentence, place) => ({ text: sentence, block, place })),
    )
    .filter(({ text, place }) => place > 0 || !isGreeting(text))
}

const isGreeting = (text: string) =>
  /^(?:hi|hello|hey|dear|good (?:morning|evening)|welcome)\b[^.]{0,40}[,!.]?$/i.test(text)

/** Sentences that refer to the one before them make no title. */
const leansBack =
  /^(?:it|its|this|that|these|those|they|he|she|but|and|or|so|then|also|both|there|here|such|neither|either|instead|still|yet|if|now|since|for|from)\b|\b(?:too|as well|the opposite|the other|them)\b/i

function weightOf(key: string, word: string, counts: TermCounts): number {
  return key.length > 2 && !counts.hasCommonWord(key) ? Math.log2(1 + counts.count(word)) : 0
}

function strongestSentence(sentences: ReadonlyArray<Sentence>, counts: TermCounts): string | null {
  let best: { text: string; points: number } | null = null
  for (const { text, block, place } of sentences.slice(0, 200)) {
    const words = wordsOf(text)
    if (words.length < 3) continue
    const terms = new Map(words.map((word) => [counts.key(word), word]))
    const weight = [...terms].reduce((sum, [key, word]) => sum + weightOf(key, word, counts), 0)
    const early = block === 0 ? (place === 0 ? 2 : 1.5) : 1 / Math.sqrt(block)
    const whole = text.length <= titleMax + 1 ? 2 : 1
    const points =
      (weight / Math.sqrt(words.length + 6)) * early * whole * (leansBack.test(text) ? 0.3 : 1)
    if (!best || points > best.points) best = { text, points }
  }
  return best?.text ?? null
}

function titleOf(sentence: string, language: TextLanguage): string {
  const whole = sentence.replace(/(?<![.…;:,\s])[.…;:,\s]+$/u, '')
  const trimmed = withoutDanglers(trimToPhrase(whole, 25, titleMax), language)
  return trimmed.charAt(0).toLocaleUpperCase(localeOf(language.tag)) + trimmed.slice(1)
}

/**
 * The source of the excerpt: the opening, without the title's sentence if enough text follows it.
 */
function passageAfter(sentences: ReadonlyArray<Sentence>, title: string | null): Array<string> {
  const texts = sentences.map(({ text }) => text)
  const after = texts[0] === title && !leansBack.test(texts[1] ?? '') ? texts.slice(1) : texts
  return joinParts(after).length >= excerpt.min ? after : texts
}

/**
 * As many whole sentences from the start as fit into `max` characters; when they have fewer than
 * `min`, the last one is cut at the end of a phrase.
 */
function fitting(
  sentences: ReadonlyArray<string>,
  { min, max }: { min: number; max: number },
  language: TextLanguage,
): string {
  let text = ''
  for (const sentence of sentences) {
    const longer = joinParts([text, sentence])
    if (longer.length > max) break
    text = longer
  }
  if (text.length >= min) return ended(text)
  const all = joinParts(sentences)
  if (all.length <= max) return ended(all)
  const cut = withoutDanglers(trimToPhrase(all, min, max - 1), language)
  return /[.!?…]["'”’)]*$/.test(cut) ? cut : `${cut}…`
}

/** Ends a sentence that introduced a list with a period. */
function ended(text: string): string {
  return /[:;,]$/.test(text) ? `${text.slice(0, -1)}…` : text
}
