import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/**
 * The message for a value that a schema without its own message refuses; for zod's parameter
 * `error` of a parse. Users of the API read it, and users of a form that a browser extension has
 * changed.
 */
export function issueWords(issue: Issue): string {
  const name = nameOf(issue.path)
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${name} is missing.`
      return `${name} has to be ${kinds[issue.expected] ?? 'of another kind'}.`
    case 'too_big':
      return issue.origin === 'string'
        ? `${name} is too long: it has ${issue.maximum} characters at most.`
        : issue.origin === 'array'
          ? `${name} is too long: it has ${issue.maximum} entries at most.`
          : `${name} is too large: it is ${issue.maximum} at most.`
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1 ? `${name} is empty.` : `${name} is too short.`
      return issue.origin === 'array'
        ? `${name} has too few entries.`
        : `${name} is too small: it is at least ${issue.minimum}.`
    case 'unrecognized_keys':
      return `Nothing here is called “${issue.keys[0]?.slice(0, 60) ?? ''}”.`
    case 'invalid_value':
      return `${name} is none of the values that can be chosen: ${issue.values.slice(0, 20).map(String).join(', ')}.`
    case 'invalid_format':
      return `${name} is not written as it should be.`
    case 'not_multiple_of':
      return `${name} has to be a multiple of ${issue.divisor}.`
    default:
      return `${name} can’t be used here.`
  }
}

const kinds: Readonly<Partial<Record<string, string>>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
  null: 'null',
}

function nameOf(path: ReadonlyArray<PropertyKey> | undefined): string {
  const words = (path ?? []).map(String).join('.').slice(0, 100)
  return words === '' ? 'The request' : `The field “${words}”`
}
