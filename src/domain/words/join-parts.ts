/** Between texts in a script that has no spaces between words and sentences. */
const unspaced =
  /(?<=[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef][”’…—]{0,3})\n(?=[“‘…—]{0,3}(?:[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef]|$))/gu

/**
 * Lines, sentences or words as one text: with a space between them, where their scripts have
 * spaces.
 */
export function joinParts(parts: ReadonlyArray<string>): string {
  const lines = parts.map((part) => part.trim()).filter((part) => part !== '')
  return lines.join('\n').replace(unspaced, '').replaceAll('\n', ' ')
}
