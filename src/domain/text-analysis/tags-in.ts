import type { KnownTag } from '../analysis.ts'
import { formatContent } from './format-content.ts'
import { knownTags } from './suggest-tags.ts'
import { countTerms } from './term-counts.ts'
import { textBlocks } from './text-blocks.ts'

/** The site's tags that a raw text is about. */
export function tagsIn(content: string, tags: ReadonlyArray<KnownTag>): Array<string> {
  return knownTags(countTerms(textBlocks(formatContent(content))), tags)
}
