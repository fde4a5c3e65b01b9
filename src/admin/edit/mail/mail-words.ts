import { counted, groupedNumber } from '#domain/count-words.ts'
import { isEverybody, type Segment } from '#domain/segment.ts'
import type { StartedSending } from '#domain/sending.ts'
import { specifiedVocabulary, type Vocabulary } from '#domain/site/vocabulary.ts'

export const subscribersOf = (count: number) => counted(count, 'subscriber', 'subscribers')

/** Who gets an issue, in words. */
export function segmentWords(
  segment: Segment,
  { categories, levels: known }: Pick<Vocabulary, 'categories' | 'levels'> = specifiedVocabulary,
): string {
  if (isEverybody(segment)) return 'everybody'
  const { topics, levels, sources } = segment
  const parts = [
    topics.length > 0 && `readers of ${topics.map(categories.label).join(', ')}`,
    levels.length > 0 && `level ${levels.map(known.label).join(', ')}`,
    sources.length > 0 &&
      `subscribed at ${sources.map((source) => source || 'unknown').join(', ')}`,
  ]
  return parts.filter((part) => part !== false).join('; ')
}

/** Progress of a sending in one line. */
export function progressLine({ sent, total }: StartedSending): string {
  return `${groupedNumber(sent)} of ${groupedNumber(total)} sent`
}

/** One line for each other result; none when everybody got the mail. */
export function restLines({
  left,
  refused,
  unsure,
  gone,
  unsubscribed,
}: StartedSending): Array<string> {
  const lines = [
    left > 0 && `${groupedNumber(left)} still to come`,
    gone > 0 && `${groupedNumber(gone)} unsubscribed before it was their turn`,
    refused > 0 && `${groupedNumber(refused)} bounced: refused by the mail server`,
    unsure > 0 &&
      `${groupedNumber(unsure)} unsure: the mail may have arrived, so it is not sent again`,
    unsubscribed > 0 && `${groupedNumber(unsubscribed)} unsubscribed by the link of this mail`,
  ]
  return lines.filter((line) => line !== false)
}
