/**
 * The number of words of a plain text for the reading time: parts between spaces with a letter or a
 * digit.
 */
export function countWords(text: string): number {
  // A match begins at the first letter of a word and takes the rest of it; no list of all words is
  // made.
  const word = /[\p{L}\p{N}]\S*/gu
  let count = 0
  while (word.test(text)) count += 1
  return count
}
