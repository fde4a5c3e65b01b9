import type { KnownTag } from '../analysis.ts'
import { formatContent } from './format-content.ts'
import { knownTags } from './suggest-tags.ts'
import { countTerms, namedDevices } from './term-counts.ts'
import { textBlocks } from './text-blocks.ts'
import { englishText } from './text-language.ts'

/**
 * The topics of a raw text: the site's tags and the devices that it names, the most frequent first.
 */
export interface Topics {
  tags: Array<string>
  devices: Array<string>
}

/** The topics of a text. Without `devices`, none is recognized. */
export function topicsIn(
  content: string,
  known: ReadonlyArray<KnownTag>,
  devices = true,
  language = englishText,
): Topics {
  const blocks = textBlocks(formatContent(content))
  const counts = countTerms(blocks, devices ? namedDevices : () => [], language)
  const named = [...counts.devices].sort(([, one], [, other]) => other - one).map(([name]) => name)
  return { tags: knownTags(counts, known), devices: named }
}
