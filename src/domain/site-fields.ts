import { z } from 'zod'
import { type ContentType, contentTypes } from './content.ts'
import { reservedKeys } from './item/reserved-keys.ts'
import { requiredText } from './plain-text.ts'

const fieldTypes = ['text', 'number', 'date', 'choice', 'list', 'link', 'switch'] as const

/** The places on the page of an item where a field can be shown. */
const slots = ['below-title', 'facts', 'end'] as const
export type FieldSlot = (typeof slots)[number]

/**
 * A field that a site adds to articles, news or newsletters: an entry of `fields` in `site.yaml`.
 */
export const ownField = z
  .object({
    /** The key in the frontmatter. */
    key: z
      .string({ error: 'key is required' })
      .regex(
        /^[a-z][a-z0-9_-]{0,39}$/i,
        'A key begins with a letter, and has letters, digits, - and _ only',
      )
      .refine((key) => !reservedKeys.has(key.toLowerCase()), {
        error: ({ input }) => `'${input}' already has a meaning in the files; choose another key`,
      }),
    label: requiredText('label is required').max(60, 'At most 60 characters'),
    type: z.enum(fieldTypes, { error: `type is one of ${fieldTypes.join(', ')}` }),
    for: z
      .array(z.enum(contentTypes, { error: `for lists ${contentTypes.join(', ')}` }))
      .min(1)
      .default(['articles']),
    /** The values of a choice, or those that a list offers. */
    options: z.array(z.string().trim().min(1).max(120)).max(100).default([]),
    hint: z.string().trim().max(200).optional(),
    slot: z.enum(slots, { error: `slot is one of ${slots.join(', ')}` }).optional(),
  })
  .refine(({ type, options }) => type !== 'choice' || options.length > 0, {
    path: ['options'],
    message: 'A choice needs options',
  })
export type OwnField = z.infer<typeof ownField>

/** The list `fields`: no type has two fields with one key. */
export const ownFields = z.array(ownField).superRefine((fields, context) => {
  for (const [index, field] of fields.entries()) {
    const twin = fields
      .slice(0, index)
      .find(
        ({ key, for: types }) =>
          key === field.key && types.some((type) => field.for.includes(type)),
      )
    if (twin)
      context.addIssue({
        code: 'custom',
        path: [index, 'key'],
        message: `'${field.key}' is the key of another field of the same type`,
      })
  }
})

/** A value of such a field; null for none. */
export type OwnValue = string | number | boolean | Array<string> | null
export type OwnValues = Readonly<Record<string, OwnValue>>

/** The fields that a type has. */
export function ownFieldsOf(fields: ReadonlyArray<OwnField>, type: ContentType): Array<OwnField> {
  return fields.filter((field) => field.for.includes(type))
}

/** The value of an item without the field: what its files, answers and forms have then. */
export function noValue({ type }: OwnField): OwnValue {
  if (type === 'switch') return false
  return type === 'list' ? [] : null
}

const maxText = 2000

/** Whether a text is the address of a page or a site. */
const isLink = (text: string) => /^(?:\/(?!\/)|#|https?:\/\/|mailto:)\S*$/i.test(text)

/**
 * Reads a value of a field as a file, a form or a call writes it. `refusal` says why it can not be
 * read; `warning` that it is no listed choice, and is kept as it is written.
 */
export function readOwnValue(
  field: OwnField,
  value: unknown,
): { value: OwnValue; warning?: string } | { refusal: string } {
  const { label, type, options } = field
  const isNone = value === null || value === undefined || value === ''
  if (isNone) return { value: noValue(field) }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : null
  switch (type) {
    case 'switch': {
      const word = String(value).toLowerCase()
      if (/^(?:true|yes|on)$/.test(word)) return { value: true }
      return /^(?:false|no|off)$/.test(word)
        ? { value: false }
        : { refusal: `${label} is true or false` }
    }
    case 'list': {
      const given = Array.isArray(value) ? value : String(value).split(',')
      const items = given.map((item) =>
        typeof item === 'string' || typeof item === 'number' ? String(item).trim() : null,
      )
      if (items.includes(null) || items.length > 100)
        return { refusal: `${label} is a list of texts` }
      return { value: items.flatMap((item) => (item ? [item.slice(0, maxText)] : [])) }
    }
    case 'number': {
      const isNumber = text !== null && /^[-+]?\d{1,15}(?:\.\d{1,9})?$/.test(text)
      return isNumber ? { value: Number(text) } : { refusal: `${label} is a number` }
    }
    case 'date': {
      const day = text?.slice(0, 10) ?? ''
      return isDay(day) ? { value: day } : { refusal: `${label} is a date like 2026-11-21` }
    }
    case 'link':
      if (text === null || text.length > maxText || !isLink(text))
        return { refusal: `${label} is an address that starts with / or https://` }
      return { value: text }
    default:
      if (text === null || text.length > maxText)
        return { refusal: `${label} is a text of at most ${maxText} characters` }
      if (type === 'choice' && !options.includes(text))
        return {
          value: text,
          warning: `${label} has no choice '${text}'; it is shown as it is written`,
        }
      return { value: text }
  }
}

function isDay(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
