/** The assumed reading speed. */
const wordsPerMinute = 200

/** Minutes that a text takes to read, at least 1. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute))
}

/** Scripts without spaces between words; a dictionary divides them. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u
const dictionary = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * The words of a text: runs of letters and digits, with the marks inside them ("don't", "mid/side",
 * "12.1").
 */
export function wordsOf(text: string): Array<string> {
  const runs = text.match(/[\p{L}\p{M}\p{N}]+(?:['’.,/&-][\p{L}\p{M}\p{N}]+)*/gu) ?? []
  if (!unspaced.test(text)) return runs
  return runs.flatMap((run) =>
    [...dictionary.segment(run)].flatMap((one) => (one.isWordLike ? one.segment : [])),
  )
}

/**
 * The words of each part of a text between its signs, in lower case: a phrase never crosses two of
 * them.
 */
export function clausesOf(text: string): Array<Array<string>> {
  return text
    .toLowerCase()
    .split(/[.!?;:,()؟،؛](?=\s|$)|[。！？；：，、।]|\s[–—-]\s|[–—"“”]/)
    .map(wordsOf)
    .filter(({ length }) => length > 0)
}
