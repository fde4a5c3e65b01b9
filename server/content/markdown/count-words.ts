/** Words of a plain text, as the reading time counts them. */
export function countWords(text: string): number {
  let count = 0
  for (const word of text.split(/\s+/)) if (/[\p{L}\p{N}]/u.test(word)) count += 1
  return count
}
