import type { ContentType } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { parseDate } from '#domain/dates.ts'
import { emptyIssue, hasIssueText } from '#domain/issue-text.ts'
import type { Field } from '#domain/item/field.ts'
import { hasPieces, itemFields } from '#domain/item/item-fields.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { type SentBody, sentMarkdown } from '#domain/markdown/sent-markdown.ts'
import { wordIssues } from '#domain/site/article-words.ts'
import {
  type OwnField,
  type OwnValue,
  type OwnValues,
  ownFieldsOf,
  readOwnValue,
} from '#domain/site-fields.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { BodyText, RenderBody } from '../read/body.ts'
import { type ReadingRules, readingVocabulary } from '../read/reading-rules.ts'
import { SaveRefused } from './committing.ts'
import type { ContentText, FieldValues } from './content-text.ts'

/** One article of a newsletter issue. `content` is Markdown; in a request it may be HTML. */
export interface Piece {
  title: string
  excerpt: string
  content: string
}

/**
 * Fields with special handling: the slug adds a redirect, articles of an issue are texts, and the
 * fields of the site are merged by key.
 */
const notByValue: ReadonlySet<string> = new Set(['slug', 'articles', 'fields'])

/**
 * The other fields that a request changes, normalised. `base` is the version of the client: of
 * `description` and `excerpt`, which are the same field in a newsletter, the one that differs from
 * it counts. Throws SaveRefused for a category, level or version that the site does not have.
 */
export function requestedFields(
  type: ContentType,
  patch: ContentPatch,
  rules: ReadingRules,
  base: FieldValues,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  const named: Readonly<Record<string, unknown>> = patch
  for (const [name, field] of Object.entries<Field>(itemFields[type])) {
    const value = named[name]
    if (value === undefined || notByValue.has(name)) continue
    sent[name] = field.emptyIsNone && value === '' ? null : value
  }
  if (itemTypes[type].categories?.kind === 'listed') {
    const vocabulary = readingVocabulary(rules)
    const issues = wordIssues(sent, vocabulary)
    if (issues.length > 0) throw new SaveRefused(issues)
    if (typeof sent.category === 'string')
      sent.category = vocabulary.categories.normalize(sent.category)
  }
  if (typeof sent.publishedAt === 'string')
    sent.publishedAt = parseDate(sent.publishedAt, rules.timeZone)?.toISOString() ?? null
  if (patch.fields)
    sent.fields = sentOwnValues(ownFieldsOf(rules.fields, type), patch.fields, base.fields)
  const { excerpt } = patch
  if (itemTypes[type].teaser === 'description' && excerpt !== undefined) {
    const isDescribed =
      sent.description !== undefined && sent.description !== (base.description ?? '')
    if (!isDescribed) sent.description = excerpt
  }
  return sent
}

/** The values of the site's own fields with those that a request changes. Throws SaveRefused. */
function sentOwnValues(
  fields: ReadonlyArray<OwnField>,
  sent: OwnValues,
  before: unknown,
): Record<string, OwnValue> {
  const known = (before ?? {}) as OwnValues
  const values: Record<string, OwnValue> = { ...known }
  const issues: Array<{ path: string; message: string }> = []
  for (const [key, value] of Object.entries(sent)) {
    if (Object.hasOwn(known, key) && sameValue(value, known[key])) continue
    const field = fields.find((one) => one.key === key)
    const read = field ? readOwnValue(field, value) : { refusal: `There is no field '${key}' here` }
    if ('refusal' in read) issues.push({ path: `fields.${key}`, message: `${read.refusal}.` })
    else values[key] = read.value
  }
  if (issues.length > 0) throw new SaveRefused(issues)
  return values
}

/**
 * The body of a `PATCH` without the fields that equal the version of the client (rulings, section
 * 9): screens send the whole item, and unchanged fields are neither validated nor merged. `base` is
 * null when that version is unknown.
 */
export function withoutUnchanged(
  body: unknown,
  base: Pick<ContentText, 'fields' | 'markdown'> | null,
): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !base) return body
  const { content, contentFormat } = body as { content?: unknown; contentFormat?: unknown }
  const isSameText = contentFormat !== 'html' && content === base.markdown
  const left = Object.entries(body).filter(([name, value]) => {
    if (name === 'content') return !isSameText
    // Without its mark a draft that names no date would be published.
    if (name === 'publishedAt' && 'draft' in body) return true
    return !Object.hasOwn(base.fields, name) || !sameValue(value, base.fields[name])
  })
  return Object.fromEntries(left)
}

/** The texts of a version: the body, and in `fields` the articles of an issue. */
type Texts = Pick<ContentText, 'fields' | 'markdown'>

/** The texts of a new document. */
export const noTexts: Texts = { fields: {}, markdown: '' }

/**
 * The texts that a client sent, as Markdown: HTML is compared with the rendered texts of `before`,
 * those of an issue at the same position. `source` is the key of these texts. Throws SaveRefused
 * when its HTML cannot be read.
 */
export async function requestedTexts(
  {
    content,
    contentFormat,
    articles,
  }: Partial<SentBody> & { articles?: ReadonlyArray<Piece> | undefined },
  { fields, markdown }: Texts,
  source: Pick<BodyText, 'key' | 'folder'>,
  { renderBody, texts }: { renderBody: RenderBody; texts: Pick<TextWork, 'convert'> },
): Promise<{ markdown: string; articles?: Array<Piece> }> {
  async function converted(text: string, base: string, place: Omit<BodyText, 'markdown'>) {
    const render = async (known: string) => (await renderBody({ ...place, markdown: known })).html
    const made = await sentMarkdown({ content: text, contentFormat }, base, render, texts.convert)
    if (made !== null) return made
    throw new SaveRefused([
      { path: 'content', message: 'The text is nested too deeply to be read.' },
    ])
  }

  const known = (fields.articles ?? []) as Array<Piece>
  const pieces = articles?.map(async ({ title, excerpt, content: text }, index) => {
    const place = { ...source, key: `${source.key}-${index}`, anchorPrefix: `a${index + 1}-` }
    return { title, excerpt, content: await converted(text, known[index]?.content ?? '', place) }
  })
  return {
    markdown: content === undefined ? markdown : await converted(content, markdown, source),
    ...(pieces && { articles: await Promise.all(pieces) }),
  }
}

/** Whether a body may contain HTML, which must be converted to Markdown. */
export function mayContainHtml({ content, contentFormat, articles = [] }: ContentPatch): boolean {
  return (
    contentFormat !== 'markdown' &&
    [content, ...articles.map((piece) => piece.content)].some((text) => text?.includes('<'))
  )
}

/**
 * Throws SaveRefused for an issue without a text that would be public, now or later (rulings,
 * section 9).
 */
export function refuseEmptyIssue(type: ContentType, fields: FieldValues, markdown: string): void {
  if (isEmptyAndPublic(type, fields, markdown))
    throw new SaveRefused([{ path: 'content', message: emptyIssue }])
}

/** Whether an issue without a text is public, now or later: a writer may have committed it. */
export function isEmptyAndPublic(
  type: ContentType,
  fields: FieldValues,
  markdown: string,
): boolean {
  if (!hasPieces(type) || fields.draft === true || (fields.publishedAt ?? null) === null)
    return false
  return !hasIssueText({
    markdown,
    articles: fields.articles as Array<{ content?: string }> | undefined,
  })
}
