import { z } from 'zod'
import type { Vocabulary } from './vocabulary.ts'

const needed = 'Category is required'

/**
 * The schemas of the fields of an article whose words are the site's own, as a file has them; null
 * for other fields.
 */
export function ownFieldRule(
  field: string,
  { categories, levels, versions }: Vocabulary,
): z.ZodType | null {
  switch (field) {
    case 'category':
      return z.string({ error: needed }).transform((text, context) => {
        const known = categories.normalize(text)
        if (known !== null) return known
        context.addIssue({
          code: 'custom',
          message: text.trim() ? `Unknown category '${text}'` : needed,
        })
        return z.NEVER
      })
    case 'techniqueLevel':
      return levels.keys.length === 0
        ? z.literal('').default('')
        : oneOf(levels.keys).default(levels.keys[0] ?? '')
    case 'abletonVersion':
      return versions.isFree
        ? z.string().trim().min(1).max(60).optional()
        : oneOf(versions.known).optional()
    default:
      return null
  }
}

/** The complaints about the words of an article in a request, by field. */
export function wordIssues(
  fields: Readonly<Record<string, unknown>>,
  { categories, levels, versions }: Vocabulary,
): Array<{ path: string; message: string }> {
  const issues: Array<{ path: string; message: string }> = []
  const { category, techniqueLevel, abletonVersion } = fields
  if (typeof category === 'string' && categories.normalize(category) === null)
    issues.push({ path: 'category', message: 'This category is not one of the allowed values' })
  if (
    typeof techniqueLevel === 'string' &&
    techniqueLevel !== '' &&
    !levels.keys.includes(techniqueLevel)
  )
    issues.push({
      path: 'techniqueLevel',
      message: `This level is not one of ${levels.keys.join(', ')}`,
    })
  if (
    typeof abletonVersion === 'string' &&
    abletonVersion !== '' &&
    !versions.isFree &&
    !versions.known.includes(abletonVersion)
  )
    issues.push({
      path: 'abletonVersion',
      message: `This version is not one of ${versions.known.join(', ')}`,
    })
  return issues
}

function oneOf(words: ReadonlyArray<string>) {
  return z.string().refine((word) => words.includes(word))
}
