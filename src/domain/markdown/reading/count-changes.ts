import type { CountedBlocks } from '../../item-history.ts'
import type { ComparedBlock } from './compare-texts.ts'

/** The changed blocks of a comparison, counted by change and kind. */
export function countChanges(compared: ReadonlyArray<ComparedBlock>): Array<CountedBlocks> {
  const counts = new Map<string, CountedBlocks>()
  for (const { change, kind, bullet } of compared) {
    if (change === 'same' || change === 'left') continue
    const counted = bullet !== '' && kind === 'paragraph' ? 'item' : kind
    const key = `${change} ${counted}`
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { change, kind: counted, count: 1 })
  }
  const order = ['changed', 'added', 'removed', 'moved']
  return [...counts.values()].sort(
    (one, other) => order.indexOf(one.change) - order.indexOf(other.change),
  )
}
