/** The assumed reading speed. */
const wordsPerMinute = 200

/** Minutes that a text takes to read, at least 1. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute))
}

/** The words of a text: runs of letters and digits, with the marks inside them ("don't", "mid/side", "12.1"). */
export function wordsOf(text: string): Array<string> {
  return text.match(/[\p{L}\p{N}]+(?:['’.,/&-][\p{L}\p{N}]+)*/gu) ?? []
}
