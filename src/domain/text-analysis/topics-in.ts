import type { KnownTag } from '../analysis.ts'
import { formatContent } from './format-content.ts'
import { knownTags } from './suggest-tags.ts'
import { countTerms } from './term-counts.ts'
import { textBlocks } from './text-blocks.ts'

/** The topics of a raw text: the site's tags and the devices that it names, the most frequent first. */
export interface Topics {
  tags: Array<string>
  devices: Array<string>
}

/** The topics of a text. With `isOwn`, on a site about another subject, no devices are known. */
export function topicsIn(content: string, known: ReadonlyArray<KnownTag>, isOwn = false): Topics {
  const blocks = textBlocks(formatContent(content))
  const counts = isOwn ? countTerms(blocks, () => []) : countTerms(blocks)
  const devices = [...counts.devices].sort(([, one], [, other]) => other - one).map(([name]) => name)
  return { tags: knownTags(counts, known), devices }
}
