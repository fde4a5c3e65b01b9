import { isContentType } from '#domain/content.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import type { FileRecord } from '../read/file-record.ts'
import { startingNames } from '../read/settings.ts'
import { isSample } from './find-samples.ts'

/** What of a site is still as the product ships it. */
export function beginningOf(
  files: Iterable<FileRecord>,
  { name }: Pick<SiteSettings, 'name'>,
): { isNamed: boolean; hasSamples: boolean; hasOwnTexts: boolean } {
  const texts = [...files].filter(({ entry }) => entry && entry.kind !== 'pages')
  const own = texts.filter((file) => !isSample(file))
  return {
    isNamed: !startingNames.has(name),
    hasSamples: own.length < texts.length,
    hasOwnTexts: own.some(({ entry }) => entry && isContentType(entry.kind)),
  }
}
