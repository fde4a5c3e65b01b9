import type { ContentProblem } from '#domain/content.ts'
import type { Vocabulary } from '#domain/site/vocabulary.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { settingsPath } from '../read/file-kind.ts'
import type { RecordOf } from '../read/file-record.ts'

/** Levels and articles of `startHere` that the site does not have. */
export function wrongStarts(
  { startHere = {} }: SiteSettings,
  { levels }: Vocabulary,
  articles: ReadonlyArray<RecordOf<'articles'>>,
): Array<ContentProblem> {
  const slugs = new Set(articles.map(({ entry }) => entry.item.slug))
  const gone = Object.values(startHere)
    .flat()
    .filter((slug) => !slugs.has(slug))
  const unknown = Object.keys(startHere).filter((level) => !levels.keys.includes(level))
  const messages = [
    ...unknown.map((level) => `startHere has '${level}', which is no level`),
    ...(gone.length > 0 ? [`startHere names articles that are not there: ${gone.join(', ')}`] : []),
  ]
  return messages.map((message) => ({ path: settingsPath, line: 1, message, level: 'warning' }))
}
