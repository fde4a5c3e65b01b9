/** The words of a text, in lower case, without marks. */
function wordsOf(text: string): Array<string> {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/**
 * The share of words that differ between two texts: those of either that the other lacks, each as
 * often as it stands there, to the words of the longer one.
 */
export function wordDifference(
  before: string,
  after: string,
): { share: number; lost: Array<string>; added: Array<string> } {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const counts = new Map<string, number>()
  for (const word of old) counts.set(word, (counts.get(word) ?? 0) + 1)
  const added: Array<string> = []
  for (const word of now) {
    const left = counts.get(word) ?? 0
    if (left > 0) counts.set(word, left - 1)
    else added.push(word)
  }
  const lost = [...counts].flatMap(([word, count]) => Array.from({ length: count }, () => word))
  const most = Math.max(old.length, now.length, 1)
  return { share: Math.max(lost.length, added.length) / most, lost, added }
}
