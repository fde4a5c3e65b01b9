import { z } from 'zod'
import {
  AnalysisError,
  analyzedContentTypes,
  type ContentAnalysis,
  type ImageAnalysis,
  type KnownTag,
  type OwnSubject,
} from '#domain/analysis.ts'
import { normalizeCategory } from '#domain/categories.ts'
import { plainLine } from '#domain/text-analysis/plain-line.ts'
import { trimToPhrase } from '#domain/text-analysis/sentences.ts'
import { termKey } from '#domain/text-analysis/text-language.ts'

/**
 * The schema of the model's answer, with the categories of the site. Values of enums are validated
 * below.
 */
export const contentQuestion = (categories: ReadonlyArray<string>) =>
  z.strictObject({
    title: z.string(),
    excerpt: z.string(),
    metaDescription: z.string(),
    content: z.string().nullable(),
    category: z.enum(categories),
    contentType: z.enum(analyzedContentTypes),
    tags: z.array(z.string()),
  })

export const imageQuestion = z.strictObject({
  description: z.string(),
  relevance: z.enum(['high', 'medium', 'low']),
  tags: z.array(z.string()),
  ableton_elements: z.array(z.string()),
})

export const tagsQuestion = z.strictObject({ tags: z.array(z.string()) })

/** Longer texts, which no field allows, make the answer invalid. */
const words = z.string().max(5000)
const list = z.array(z.string().max(500)).max(100)

const contentAnswer = z.object({
  title: words.trim().min(1),
  excerpt: words.trim().min(1),
  metaDescription: words.default(''),
  content: z.string().max(1_000_000).nullish(),
  category: words.default(''),
  contentType: words.default(''),
  tags: list.default([]),
})
const imageAnswer = z.object({
  description: words.trim().min(1),
  relevance: z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
    z.enum(['high', 'medium', 'low']),
  ),
  tags: list.default([]),
  ableton_elements: list.default([]),
})
const tagsAnswer = z.object({ tags: list })

/**
 * Converts the model's answer to a proposal for the creator. The answer is not trusted: values that
 * are not in a list are replaced from `own`, the built-in analysis, lengths are cut, and a
 * `content` with other words than the writer's is discarded. Counts are computed, not taken from
 * the model.
 */
export function readContentAnswer(
  json: unknown,
  own: ContentAnalysis,
  known: ReadonlyArray<KnownTag>,
  site: OwnSubject | null = null,
): ContentAnalysis {
  const answer = check(contentAnswer, json)
  const contentType = analyzedContentTypes.find(
    (type) => type === answer.contentType.trim().toLowerCase(),
  )
  const tags = cleanTags(answer.tags, known).slice(0, 6)
  return {
    ...own,
    title: trimToPhrase(oneLine(answer.title), 30, 120) || own.title,
    excerpt: shortened(oneLine(answer.excerpt), 100, 200) || own.excerpt,
    metaDescription: shortened(oneLine(answer.metaDescription), 100, 160) || own.metaDescription,
    content:
      answer.content && hasSameWords(answer.content, own.content)
        ? answer.content.trim()
        : own.content,
    category: categoryOf(answer.category, site) ?? own.category,
    contentType: contentType ?? own.contentType,
    tags: tags.length >= 3 ? tags : [...new Set([...tags, ...own.tags])].slice(0, 6),
  }
}

/** The stored spelling of a category that the model names; null for none of the site. */
function categoryOf(named: string, site: OwnSubject | null): string | null {
  if (!site) return normalizeCategory(named)
  const text = named.trim().toLowerCase()
  return (
    site.categories.find(({ value, label }) => value === text || label.toLowerCase() === text)
      ?.value ?? null
  )
}

/** Description, relevance, tags and elements of a picture, with limited lengths. */
export function readImageAnswer(json: unknown, known: ReadonlyArray<KnownTag>): ImageAnalysis {
  const answer = check(imageAnswer, json)
  return {
    description: shortened(oneLine(answer.description), 100, 500) || 'Picture',
    relevance: answer.relevance,
    tags: cleanTags(answer.tags, known).slice(0, 8),
    ableton_elements: [
      ...new Set(answer.ableton_elements.map((name) => oneLine(name).slice(0, 80)).filter(Boolean)),
    ].slice(0, 20),
  }
}

export function readTagsAnswer(json: unknown, known: ReadonlyArray<KnownTag>): Array<string> {
  return cleanTags(check(tagsAnswer, json).tags, known).slice(0, 8)
}

function check<Schema extends z.ZodType>(schema: Schema, json: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new AnalysisError(
    'nonsense',
    'The analysis service gave an answer that can not be used.',
    parsed.error,
  )
}

function shortened(text: string, min: number, max: number) {
  return text.length <= max ? text : `${trimToPhrase(text, min, max - 1)}…`
}

/** Text without markup and line breaks. */
function oneLine(text: string): string {
  // An unclosed script or style extends to the end. Splits the text, because a pattern for both
  // ends would take quadratic time.
  const [first = '', ...others] = text.split(/<(?:script|style)\b/i)
  const withoutScripts =
    first +
    others
      .map((other) =>
        other
          .split(/<\/(?:script|style)\s{0,9}>/i)
          .slice(1)
          .join(''),
      )
      .join('')
  return plainLine(withoutScripts.replace(/\p{Cc}+/gu, ' ')).replace(/^#{1,6}\s+/, '')
}

/** Short lower-case tags without duplicates, in the spelling of the site's own tags. */
function cleanTags(tags: ReadonlyArray<string>, known: ReadonlyArray<KnownTag>): Array<string> {
  const spelling = new Map(known.map(({ tag }) => [termKey(tag), tag]))
  const clean = tags
    .map((tag) => oneLine(tag).replace(/^#/, '').replace(/_/g, ' ').toLowerCase())
    .filter((tag) => tag !== '' && tag.length <= 40 && !/[<>]/.test(tag))
    .map((tag) => spelling.get(termKey(tag)) ?? tag)
  return [...new Set(clean)]
}

/**
 * Whether two Markdown texts differ only in formatting: same words, numbers, punctuation, code and
 * addresses in the same order. Markup of headings, lists, quotes, tables and emphasis is ignored.
 * Linear in the length.
 */
export function hasSameWords(one: string, other: string): boolean {
  return bare(one) === bare(other)
}

function bare(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => !/^[\s|:=*_-]*$/.test(line) && !/^\s*(?:```|~~~)[\w-]*\s*$/.test(line))
    .map((line) =>
      line.replace(/^[\s>]*(?:#{1,6}\s+|(?:[-*+]|\d{1,9}[.)])\s+)?(?:\[[ xX]\]\s+)?/, ''),
    )
    .join('')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/[\s*_`|]+/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
}
