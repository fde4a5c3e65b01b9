import type { z } from 'zod'
import type { PlainValue } from '../frontmatter/safe-yaml.ts'
import { shown } from './lenient-values.ts'

/**
 * The replacement for a value that the rules of its field refuse, and the warning for the writer.
 */
interface Fallback {
  value: unknown
  warning: string
}

type Given = PlainValue | undefined

/** The parts of the file that a replacement may use. */
interface Around {
  /** The field's name in the file. */
  key: string
  /** The first words of the body. */
  opening: () => string
  /** The value of an item without the field. */
  lacking: () => unknown
}

/**
 * Replacements for wrong values, by field: these values must not exclude an item from the site
 * (rulings, section 9).
 */
const fallbacks: Readonly<Partial<Record<string, (given: Given, around: Around) => Fallback>>> = {
  excerpt: (given, { key, opening }) => ({
    value: opening(),
    warning: isBlank(given)
      ? 'There is no excerpt; the first words of the text stand in for it'
      : `${key} is no text; the first words of the body stand in for it`,
  }),
  category(given) {
    if (typeof given !== 'string' || given.trim() === '')
      return { value: '', warning: 'There is no category' }
    return {
      value: given.trim(),
      warning: `Unknown category '${given}'; this is on no category page`,
    }
  },
  techniqueLevel: (given, { lacking }) => asWritten(given, 'level', lacking()),
  abletonVersion: (given) => asWritten(given, 'version', undefined),
  metaDescription: (given, { key }) =>
    typeof given === 'string'
      ? {
          value: given.trim(),
          warning: `${key} has ${given.trim().length} characters; search engines show about 155`,
        }
      : ignored(given, key, undefined),
  id: (given, { key }) => ({
    value: undefined,
    warning: `${key} is a whole number above 0; ${shown(given)} is ignored`,
  }),
  readTime: (given, { key }) => ({
    value: 5,
    warning: `${key} is a whole number of minutes; 5 stands in for ${shown(given)}`,
  }),
  issueNumber: (given, { key }) => ({
    value: 1,
    warning: `${key} is a whole number; 1 stands in for ${shown(given)}`,
  }),
  // An unclear value counts as `true`, so that no unfinished item is published by accident.
  draft: (given, { key }) => ({
    value: true,
    warning: `${key} is true or false; ${shown(given)} counts as a draft`,
  }),
  featured: (given, { key }) => ({
    value: false,
    warning: `${key} is true or false; ${shown(given)} counts as false`,
  }),
  imageUrl: (given, { key }) => ({
    value: null,
    warning: `${key} is a path that starts with / or an http(s) address; ${shown(given)} is not shown`,
  }),
}

/**
 * Optional fields whose wrong value excludes the file from the site: without the value, the item
 * would be a different one.
 */
const indispensable: ReadonlySet<string> = new Set(['articles', 'file'])

/**
 * The replacement for a value that the schema of a field refuses: for an optional field, the
 * default. Null for a field that must be valid.
 */
export function fallbackOf(
  field: string,
  rule: z.ZodType,
): ((given: Given, around: Around) => Fallback) | null {
  const own = fallbacks[field]
  if (own || indispensable.has(field)) return own ?? null
  const lacking = rule.safeParse(undefined)
  return lacking.success ? (given, { key }) => ignored(given, key, lacking.data) : null
}

function asWritten(given: Given, what: string, value: unknown): Fallback {
  if (typeof given !== 'string' || given.trim() === '') return ignored(given, what, value)
  return {
    value: given.trim(),
    warning: `Unknown ${what} '${given}'; it is shown as it is written`,
  }
}

function ignored(given: Given, key: string, value: unknown): Fallback {
  return { value, warning: `${key} can't be read; ${shown(given)} is ignored` }
}

/** Whether a value is none, or a text without words. */
export function isBlank(given: Given) {
  return given === undefined || given === null || (typeof given === 'string' && given.trim() === '')
}
