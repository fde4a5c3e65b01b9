import { z } from 'zod'
import { contentTypes } from '../content.ts'
import { namesAudience } from '../item/kept-back.ts'

/** The systems that can be imported, with their names in a sentence. */
export const importNames = {
  markdown: 'a folder of Markdown',
  wordpress: 'WordPress',
  ghost: 'Ghost',
  substack: 'Substack',
  buttondown: 'Buttondown',
  mailchimp: 'Mailchimp',
  medium: 'Medium',
  notion: 'Notion',
  rss: 'a feed',
}
export type ImportKind = keyof typeof importNames
export const importKinds = Object.keys(importNames) as Array<ImportKind>

/** What a type of text can become; `drafts` are articles that nobody sees yet. */
export const importTargets = [...contentTypes, 'pages', 'drafts', 'skip'] as const
export type ImportTarget = (typeof importTargets)[number]

const names = z.record(z.string().max(200), z.string().max(200))

/** How the names of another system become those of this site: `import-map.yaml`. */
export const importMapping = z.strictObject({
  kinds: z
    .record(z.string().max(200), z.enum(importTargets))
    .default({})
    .describe(
      'Types of texts of the other system, and what they become; `drafts` are articles that stay drafts, `skip` leaves them out.',
    ),
  categories: names
    .default({})
    .describe('Its categories, and those of this site; an empty text for none.'),
  addCategories: z
    .boolean()
    .optional()
    .describe(
      'Whether categories that the site does not have are added to `site.yaml` with the import.',
    ),
  fields: names
    .default({})
    .describe('Its own fields, and their names here; `skip` leaves one out.'),
  addresses: z
    .string()
    .max(300)
    .regex(/^(?:\/[^\s?#]*)?$/, 'A pattern of addresses starts with / and has no blanks')
    .optional()
    .describe(
      'The pattern of its old addresses, such as `/blog/{year}/{month}/{day}/{slug}`; pages keep theirs.',
    ),
})
export type ImportMapping = z.infer<typeof importMapping>

/**
 * Where the types of texts of each system go unless the mapping says otherwise; pages are pages,
 * and all others articles.
 */
const usualTargets: Readonly<Partial<Record<ImportKind, Record<string, ImportTarget>>>> = {
  // Whether the notes of a vault are for everybody, only their writer knows.
  markdown: { note: 'drafts' },
  substack: { thread: 'skip' },
  buttondown: { email: 'newsletters' },
  mailchimp: { campaign: 'newsletters' },
}

/** Fields that only the templates of the other system use, in lower case. */
const ofTemplates = new Set([
  'layout',
  'template',
  'templateengineoverride',
  'eleventynavigation',
  'weight',
  'comments',
  'toc',
  'math',
  'mermaid',
  'cssclasses',
  'cssclass',
  'render_with_liquid',
  'linktitle',
  'showtoc',
  'tocopen',
  'showreadingtime',
  'hidesummary',
  'searchhidden',
  'disableshare',
  'type',
  'sitemap',
  'post_parent',
  'menu_order',
  'ping_status',
  'comment_status',
  'is_sticky',
  'sidebar_label',
  'sidebar_position',
  'sidebar_class_name',
  'hide_table_of_contents',
  'hide_title',
  'pagination_next',
  'pagination_prev',
  'pagination_label',
  'displayed_sidebar',
  'custom_edit_url',
  'author_title',
  'author_url',
  'author_image_url',
  'author_twitter',
  'author_github',
  'commenting_mode',
  'email_type',
  'filters',
  'related_email_ids',
  'secondary_id',
])

/**
 * The value under a name from outside, which may be that of a property of every object, such as
 * `constructor`.
 */
export function own<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** What a type of text becomes. */
export function targetOf(system: ImportKind, kind: string, mapping: ImportMapping): ImportTarget {
  return (
    own(mapping.kinds, kind) ??
    own(usualTargets[system] ?? {}, kind) ??
    (kind === 'page' ? 'pages' : 'articles')
  )
}

/**
 * The name that a field has here; null when it is left out. A private field of WordPress, `_name`,
 * is one of a plugin; what keeps a text back makes a draft.
 */
export function fieldNameOf(name: string, mapping: ImportMapping): string | null {
  const isInternal =
    name.startsWith('_') || ofTemplates.has(name.toLowerCase()) || namesAudience(name)
  const mapped = own(mapping.fields, name) ?? (isInternal ? 'skip' : name)
  return mapped === 'skip' || mapped === '' ? null : mapped
}

/**
 * The category that a name of the other system becomes: as mapped, else the site's own of the same
 * name, else the name as it is.
 */
export function categoryOf(
  name: string,
  mapping: ImportMapping,
  known: ReadonlyArray<string>,
): string {
  const mapped = own(mapping.categories, name)
  if (mapped !== undefined) return mapped
  const key = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return known.includes(key) ? key : name.trim()
}
