import type { Frontmatter } from '../frontmatter/frontmatter.ts'
import type { Fault } from '../frontmatter/safe-yaml.ts'

/**
 * The fields that hold words of the writer. A note behind a date or a switch is nothing to warn
 * about.
 */
const textFields: ReadonlySet<string> = new Set([
  'title',
  'excerpt',
  'description',
  'metaDescription',
  'imageAlt',
  'series',
  'tags',
  'author',
  'articles',
  'name',
  'bio',
])

/**
 * Warnings about texts without quotes that end before a ` #`, which begins a comment in YAML:
 * `title: In F# minor # 2`. `fieldOf` is the field that a key of the file holds; `own` are the keys
 * of the site's own fields with words.
 */
export function cutTexts(
  { comments, lines }: Pick<Frontmatter, 'comments' | 'lines'>,
  fieldOf: (key: string) => string = (key) => key,
  own: ReadonlyArray<string> = [],
): Array<Fault> {
  return [...comments].flatMap(([path, comment]) => {
    const [key = ''] = path.split('.')
    if (!textFields.has(fieldOf(key)) && !own.includes(key)) return []
    const shown = comment.length > 60 ? `${comment.slice(0, 60)}…` : comment
    const message = `${key} ends before '${shown}', which is a comment in YAML; put the text in quotes if it goes on there`
    return [{ line: lines.get(path) ?? 1, message }]
  })
}
