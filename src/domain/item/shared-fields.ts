import { z } from 'zod'
import { parseDate } from '../dates.ts'
import { plainText, requiredText } from '../plain-text.ts'
import { isSlug, reservedSlugs, slugFault } from '../slug.ts'
import { instant } from '../value-schemas.ts'
import { waitingKey, waitingPicturesIn } from '../waiting-picture.ts'
import type { Field, Fields } from './field.ts'
import { metaDescriptionLimit } from './vocabulary.ts'

/** Fields that several types have. */

const isAddress = (url: string) => /^(\/(?!\/)|https?:\/\/)/.test(url)
const noAddress = 'An image is a path that starts with / or an http(s) address'

/**
 * Text that is stored byte for byte, so it is not trimmed. Refuses references to pictures that were
 * not uploaded.
 */
export const textInput = z
  .string({ error: 'Content is required' })
  .refine(
    (text) => waitingPicturesIn(text).size === 0,
    'A picture in this text was never uploaded. Put it in again, or remove it.',
  )

/** An empty or reserved slug is accepted here and replaced later (rulings, section 6b). */
export const slugInput = z
  .string({ error: 'Slug is required' })
  .trim()
  .normalize('NFC')
  .refine((text) => text === '' || reservedSlugs.has(text) || isSlug(text), {
    error: ({ input }) => slugFault(String(input)) ?? undefined,
  })

export const lead = {
  title: {
    file: requiredText('Title is required'),
    input: requiredText('Title is required').max(300),
    answer: z.string(),
    in: 'list',
    label: 'Title',
    form: 'text',
  },
  slug: {
    file: z.string().optional(),
    input: slugInput.describe('Made from the title where a new item names none.'),
    answer: z
      .string()
      .describe('Names the address of an article; only the file of news and newsletters.'),
    in: 'list',
    label: 'URL Slug',
    form: 'text',
  },
} as const satisfies Fields

export const published = {
  publishedAt: {
    /** An ISO instant; none means a draft. */
    file: instant.nullish(),
    // A date without an offset is in the time zone of the site, as in a file.
    input: z
      .string()
      .refine((text) => parseDate(text, 'UTC') !== null, 'The publication date is not a date')
      .nullable()
      .describe('A date; a new item that names none is published now, and null makes a draft.'),
    answer: instant.nullable().describe('Null for a draft without a date.'),
    in: 'list',
    label: 'Publication Date',
    form: 'date',
  },
  draft: {
    file: z.boolean().default(false),
    input: z.boolean(),
    answer: z.boolean(),
    in: 'edit',
    label: 'Draft',
    form: 'flag',
    unwritten: false,
  },
  imageUrl: {
    file: z
      .string()
      .trim()
      .refine((url) => url === '' || isAddress(url), noAddress)
      .nullish()
      .transform((url) => url || null),
    input: z
      .string()
      .trim()
      .refine(
        (url) => waitingKey(url) === null,
        'This picture was never uploaded. Choose it again, or remove it.',
      )
      .refine((url) => url === '' || waitingKey(url) !== null || isAddress(url), noAddress)
      .nullable()
      .describe('A path on this site that starts with `/`, or an http(s) address.'),
    answer: z.string().nullable(),
    in: 'list',
    label: 'Featured Image',
    form: 'text',
    emptyIsNone: true,
  },
  imageAlt: {
    file: plainText().optional(),
    input: plainText().max(500),
    answer: z.string(),
    in: 'list',
    label: 'Alt Text',
    form: 'text',
    none: '',
    unwritten: '',
  },
} as const satisfies Fields

/** A value of a field that the site adds, as calls have it. */
const ownValue = z.union([
  z.string().max(5000),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.null(),
])

/** Who wrote it, and the fields that the site adds. */
export const ofSite = {
  author: {
    file: z.array(plainText().min(1)).default([]),
    input: z
      .union([z.string().transform((name) => [name]), z.array(z.string())])
      .pipe(z.array(plainText().max(120)).max(20))
      .transform((list) => list.filter(Boolean))
      .describe('The keys or names of one or several authors.'),
    answer: z.array(z.string()).describe('As the file names them: keys or names.'),
    in: 'list',
    label: 'Author',
    form: 'list',
    inFile: (value) => (Array.isArray(value) && value.length < 2 ? value[0] : value),
  },
  /** The values stand at the top level of the frontmatter, so no key of a file has this name. */
  fields: {
    file: z.unknown(),
    input: z
      .record(z.string(), ownValue)
      .describe(
        'Values of the fields that `site.yaml` adds, by key; a key that is left out keeps its value, null removes it.',
      ),
    answer: z
      .record(z.string(), ownValue)
      .describe('The fields that `site.yaml` adds, by key; null for no value.'),
    in: 'list',
    label: 'Own fields',
    form: 'own',
    unordered: true,
  },
} as const satisfies Fields

export const excerpt = {
  file: requiredText('Excerpt is required'),
  input: requiredText('Excerpt is required').max(2000),
  answer: z.string(),
  in: 'list',
  label: 'Excerpt',
  form: 'text',
} as const satisfies Field

export const metaDescription = {
  file: plainText().max(metaDescriptionLimit).optional(),
  input: plainText().max(metaDescriptionLimit).nullable(),
  answer: z.string().nullable(),
  in: 'item',
  label: 'Meta Description',
  form: 'text',
  emptyIsNone: true,
} as const satisfies Field

export const tags = {
  file: z.array(plainText().min(1)).default([]),
  /** Blank tags are ignored (specification, section 5). */
  input: z
    .array(plainText().max(60))
    .max(50)
    .transform((list) => list.filter(Boolean)),
  answer: z.array(z.string()),
  in: 'list',
  label: 'Tags',
  form: 'list',
} as const satisfies Field
