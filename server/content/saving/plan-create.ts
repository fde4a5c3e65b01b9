import { randomUUID } from 'node:crypto'
import type { ContentType } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { hasField } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { firstFree } from '../../platform/first-free.ts'
import type { RenderBody } from '../body.ts'
import type { TextWork } from '../markdown/text-work.ts'
import type { ReadingRules } from '../reading-rules.ts'
import { numbered, sentSlug, slugOfTitle, type TakenAddresses } from './addresses.ts'
import type { FileChange } from './committing.ts'
import { newFile } from './content-text.ts'
import { markdownOfBody, refuseEmptyIssue, requestedFields, requestedPieces } from './requested-fields.ts'

/** The file of a new item (rulings, sections 2 and 6b). Throws SaveRefused. */
export async function planCreate(
  type: ContentType,
  id: number,
  input: ContentPatch,
  site: {
    taken: TakenAddresses
    isFree: (path: string) => boolean
    render: RenderBody
    texts: TextWork
    now: Date
    rules: ReadingRules
    /** The number of a new issue without one. */
    nextIssue: number
  },
): Promise<{ file: FileChange; title: string }> {
  const { taken, now, rules } = site
  const fields = requestedFields(type, input, rules, {})
  const title = String(fields.title)
  const slug =
    input.slug === undefined ? slugOfTitle(title, type, id, taken) : sentSlug(input.slug, title, type, id, taken)
  if (itemTypes[type].beginsAs === 'draft' && fields.publishedAt === undefined) fields.publishedAt = null
  if (hasField(type, 'issueNumber')) fields.issueNumber ??= site.nextIssue
  if (fields.publishedAt === undefined && fields.draft !== true) fields.publishedAt = now.toISOString()
  const { contentFormat } = input
  const render = async (markdown: string) => (await site.render({ key: randomUUID(), markdown })).html
  if (input.articles) fields.articles = await requestedPieces(input.articles, contentFormat, [], render, site.texts)
  const markdown = await markdownOfBody({ content: input.content ?? '', contentFormat }, '', render, site.texts)
  refuseEmptyIssue(type, fields, markdown)
  const path = freePath(type, { slug, year: now.getUTCFullYear(), issue: Number(fields.issueNumber) }, site.isFree)
  const bytes = newFile(type, path, { ...fields, slug, id }, markdown, rules)
  return { file: { path, bytes, expected: null }, title }
}

function freePath(
  type: ContentType,
  { slug, year, issue }: { slug: string; year: number; issue: number },
  isFree: (path: string) => boolean,
): string {
  const name = hasField(type, 'issueNumber') ? `${String(issue).padStart(3, '0')}-${slug}` : slug
  return firstFree((number) => `${type}/${year}/${numbered(name, number)}.md`, isFree)
}
