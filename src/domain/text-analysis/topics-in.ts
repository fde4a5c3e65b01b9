import type { KnownTag } from '../analysis.ts'
import { formatContent } from './format-content.ts'
import { knownTags } from './suggest-tags.ts'
import { countTerms } from './term-counts.ts'
import { textBlocks } from './text-blocks.ts'

/** What a raw text is about: the site's tags, and the maker's devices that it names, the most named first. */
export interface Topics {
  tags: Array<string>
  devices: Array<string>
}

export function topicsIn(content: string, known: ReadonlyArray<KnownTag>): Topics {
  const counts = countTerms(textBlocks(formatContent(content)))
  const devices = [...counts.devices].sort(([, one], [, other]) => other - one).map(([name]) => name)
  return { tags: knownTags(counts, known), devices }
}
