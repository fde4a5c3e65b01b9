import { z } from 'zod'
import { normalizeCategory } from '../categories.ts'
import type { ContentType } from '../content.ts'
import { plainText, requiredText } from '../plain-text.ts'
import type { Field, Fields, FormValues } from './field.ts'
import {
  excerpt,
  lead,
  metaDescription,
  ofSite,
  published,
  tags,
  textInput,
} from './shared-fields.ts'
import { abletonVersions, techniqueLevels } from './vocabulary.ts'

/**
 * The fields of each type of item (rules and messages: specification, sections 3 and 5). To add a
 * field, add an entry: the schemas of files and calls, what a save writes and where, the values,
 * labels and rules of the editor, and the references are derived from it. The editor shows it among
 * the settings, unless it has a component of its own.
 */

const needed = 'Category is required'

const articles = {
  ...lead,
  excerpt,
  metaDescription,
  category: {
    file: z.string({ error: needed }).transform((text, context) => {
      const known = normalizeCategory(text)
      if (known) return known
      context.addIssue({
        code: 'custom',
        message: text.trim() ? `Unknown category '${text}'` : needed,
      })
      return z.NEVER
    }),
    /** The server checks the words of a request against those of the site. */
    input: requiredText(needed)
      .max(60)
      .describe('One of the categories of the site, in any spelling.'),
    answer: z
      .string()
      .describe(
        "One of the categories of the site; another value as it is in the file, or `''` where the file has none.",
      ),
    in: 'list',
    label: 'Category',
    form: 'text',
  },
  tags,
  readTime: {
    file: z.int().min(1).default(5),
    input: z
      .int()
      .min(1, 'Reading time is at least 1 minute')
      .max(600)
      .describe('Minutes; 5 for a new article that names none.'),
    answer: z.int().min(1).describe('Minutes.'),
    in: 'list',
    label: 'Read Time',
    form: 'number',
    initial: 5,
    hint: 'In minutes',
  },
  featured: {
    file: z.boolean().default(false),
    input: z.boolean(),
    answer: z.boolean(),
    in: 'list',
    label: 'Featured',
    form: 'flag',
    hint: 'Shown in the carousel of the home page.',
  },
  techniqueLevel: {
    file: z.enum(techniqueLevels).default('beginner'),
    input: plainText().max(60).describe('One of the levels of the site.'),
    answer: z
      .string()
      .describe('One of the levels of the site, or another value as it is in the file.'),
    in: 'list',
    label: 'Level',
    form: 'text',
    initial: 'beginner',
  },
  abletonVersion: {
    file: z.enum(abletonVersions).optional(),
    input: plainText().max(60).nullable().describe('One of the versions of the site.'),
    answer: z
      .string()
      .nullable()
      .describe('One of the versions of the site, or another value as it is in the file.'),
    in: 'list',
    label: 'Version',
    form: 'text',
    emptyIsNone: true,
  },
  series: {
    file: plainText()
      .nullish()
      .transform((name) => name || null),
    input: plainText().max(120).nullable().describe('The name that all parts of a series share.'),
    answer: z.string().nullable(),
    in: 'list',
    label: 'Series',
    form: 'text',
    emptyIsNone: true,
    hint: 'The name that all its parts share. They stand in the order of their dates.',
  },
  ...ofSite,
  ...published,
} as const satisfies Fields

const news = {
  ...lead,
  excerpt,
  metaDescription,
  /** Free text (specification, section 3). */
  category: {
    file: plainText().min(1, needed).default('news'),
    input: requiredText(needed)
      .max(60)
      .describe('Free text; `news` for a new item that names none.'),
    answer: z.string(),
    in: 'list',
    label: 'Category',
    form: 'text',
  },
  tags,
  ...ofSite,
  ...published,
} as const satisfies Fields

const newsletters = {
  ...lead,
  description: {
    file: plainText().default(''),
    input: plainText().max(2000),
    answer: z.string(),
    in: 'list',
    label: 'Description',
    form: 'text',
  },
  issueNumber: {
    file: z.int().min(1).default(1),
    input: z.int().min(1).max(100_000),
    answer: z.int().min(1),
    in: 'list',
    label: 'Issue Number',
    form: 'number',
    initial: 1,
  },
  ...ofSite,
  ...published,
  /** The mail that the issue was imported from: its `Message-ID`, or a hash of its text. */
  messageId: {
    file: plainText().max(500).optional(),
    input: z
      .string()
      .trim()
      .max(500)
      .nullable()
      .describe(
        'The mail that the issue was imported from: its `Message-ID`, or a hash of its text.',
      ),
    answer: z.string().nullable().describe('The mail that it was imported from.'),
    in: 'edit',
    label: 'Imported from',
    form: null,
    emptyIsNone: true,
    unordered: true,
  },
  /** `content` is Markdown. */
  articles: {
    file: z
      .array(
        z.object({
          title: requiredText('Title is required'),
          excerpt: z.string().default(''),
          content: z.string().default(''),
        }),
      )
      .default([]),
    input: z
      .array(
        z.strictObject({
          title: requiredText('Title is required').max(300),
          excerpt: z.string().max(2000).default(''),
          content: textInput.default(''),
          markdown: z.unknown().describe('Ignored.').optional(),
        }),
      )
      .max(100),
    answer: z.array(
      z.strictObject({
        title: z.string(),
        excerpt: z.string(),
        content: z.string().describe('Sanitized HTML.'),
        markdown: z.string(),
      }),
    ),
    in: 'edit',
    label: 'Articles of this issue',
    form: 'pieces',
    unordered: true,
  },
} as const satisfies Fields

export const itemFields = { articles, news, newsletters } as const satisfies Readonly<
  Record<ContentType, Fields>
>
export type ItemFields = typeof itemFields

/** Whether items of a type have a field. */
export function hasField(type: ContentType, name: string): boolean {
  return name in itemFields[type]
}

/** Whether items of a type contain articles, as a newsletter issue does. */
export function hasPieces(type: ContentType): boolean {
  return hasField(type, 'articles')
}

/** Every field of every type; of a name that several types have, the first one. */
export const everyField: Readonly<Record<string, Field>> = Object.assign(
  {},
  ...Object.values(itemFields).reverse(),
)

/**
 * The order in which new keys are written to a file: the order of the entries here, common ones
 * first and last. Lists of maps come after everything else.
 */
export function keyOrder(): Array<string> {
  const own = [
    'excerpt',
    'description',
    ...Object.values(itemFields).flatMap((fields) => Object.keys(fields)),
  ]
  const between = own.filter(
    (name) => !(name in lead || name in published || everyField[name]?.unordered),
  )
  return [...new Set([...Object.keys(lead), ...between, ...Object.keys(published)])]
}

/** An article of an issue as Markdown, below its title. Values of a form may be missing. */
export function pieceText({
  title,
  excerpt,
  content,
}: Partial<FormValues['pieces'][number]>): string {
  return `## ${title}\n\n${excerpt}\n\n${content}`
}
