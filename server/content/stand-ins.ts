import type { z } from 'zod'
import { shown } from './lenient-values.ts'
import type { PlainValue } from './safe-yaml.ts'

/** What is shown in place of a value that the rules of its field refuse, and what the writer hears. */
export interface StandIn {
  value: unknown
  warning: string
}

type Given = PlainValue | undefined

/** What a stand-in may need of the file around it. */
interface Around {
  /** The field's name as it stands in the file. */
  key: string
  /** The first words of the body. */
  opening: () => string
}

/**
 * Values without which an item is still worth reading, in words of their own: nothing that a writer commits is left out because of a word (rulings, section 9).
 */
const standIns: Readonly<Partial<Record<string, (given: Given, around: Around) => StandIn>>> = {
  excerpt: (given, { key, opening }) => ({
    value: opening(),
    warning: isBlank(given)
      ? 'There is no excerpt; the first words of the text stand in for it'
      : `${key} is no text; the first words of the body stand in for it`,
  }),
  category(given) {
    if (typeof given !== 'string' || given.trim() === '') return { value: '', warning: 'There is no category' }
    return { value: given.trim(), warning: `Unknown category '${given}'; this is on no category page` }
  },
  techniqueLevel: (given) => asWritten(given, 'level', 'beginner'),
  abletonVersion: (given) => asWritten(given, 'version', undefined),
  metaDescription: (given, { key }) =>
    typeof given === 'string'
      ? { value: given.trim(), warning: `${key} has ${given.trim().length} characters; search engines show about 155` }
      : ignored(given, key, undefined),
  id: (given, { key }) => ({
    value: undefined,
    warning: `${key} is a whole number above 0; ${shown(given)} is ignored`,
  }),
  readTime: (given, { key }) => ({
    value: 5,
    warning: `${key} is a whole number of minutes; 5 stands in for ${shown(given)}`,
  }),
  issueNumber: (given, { key }) => ({ value: 1, warning: `${key} is a whole number; 1 stands in for ${shown(given)}` }),
  // What may be unfinished is not published by accident.
  draft: (given, { key }) => ({ value: true, warning: `${key} is true or false; ${shown(given)} counts as a draft` }),
  featured: (given, { key }) => ({ value: false, warning: `${key} is true or false; ${shown(given)} counts as false` }),
  imageUrl: (given, { key }) => ({
    value: null,
    warning: `${key} is a path that starts with / or an http(s) address; ${shown(given)} is not shown`,
  }),
}

/** Optional fields whose wrong value keeps the file off the site: without the value, the item would be a different one. */
const indispensable: ReadonlySet<string> = new Set(['articles', 'file'])

/** What stands in for a value that the rule of a field refuses: for what a file may lack, the same as in a file without it. Null for what must be right. */
export function standInOf(field: string, rule: z.ZodType): ((given: Given, around: Around) => StandIn) | null {
  const own = standIns[field]
  if (own || indispensable.has(field)) return own ?? null
  const lacking = rule.safeParse(undefined)
  return lacking.success ? (given, { key }) => ignored(given, key, lacking.data) : null
}

function asWritten(given: Given, what: string, fallback: unknown): StandIn {
  if (typeof given !== 'string' || given.trim() === '') return ignored(given, what, fallback)
  return { value: given.trim(), warning: `Unknown ${what} '${given}'; it is shown as it is written` }
}

function ignored(given: Given, key: string, value: unknown): StandIn {
  return { value, warning: `${key} can't be read; ${shown(given)} is ignored` }
}

function isBlank(given: Given): boolean {
  return given === undefined || given === null || (typeof given === 'string' && given.trim() === '')
}
