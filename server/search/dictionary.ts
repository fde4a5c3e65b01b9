import { readFileSync } from 'node:fs'

/**
 * Whether `file`, a sorted list of lower-case words with one per line, contains a word. It is read
 * at the first question; throws when it can't be read.
 */
export function createDictionary(file: string): (word: string) => boolean {
  let words: Buffer | null = null
  return (word) => {
    words ??= readFileSync(file)
    const wanted = Buffer.from(word)
    let low = 0
    let high = words.length
    while (low < high) {
      const middle = (low + high) >> 1
      const start = middle === 0 ? 0 : words.lastIndexOf(10, middle - 1) + 1
      const end = endOfLine(words, middle)
      const order = words.compare(wanted, 0, wanted.length, start, end)
      if (order === 0) return true
      if (order < 0) low = end + 1
      else high = start
    }
    return false
  }
}

/** The end of the line that contains `at`. */
function endOfLine(text: Buffer, at: number): number {
  const end = text.indexOf(10, at)
  return end < 0 ? text.length : end
}
