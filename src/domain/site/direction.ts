/** Scripts that are written from right to left, by their codes of ISO 15924. */
const scripts: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Aran',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Syrc',
  'Thaa',
])

/**
 * Whether a language, as a tag such as `he` or `az-Arab`, is written from right to left. False for
 * a tag that can't be read.
 */
export function isRightToLeft(language: string): boolean {
  try {
    return scripts.has(new Intl.Locale(language).maximize().script ?? '')
  } catch {
    return false
  }
}

/** The value of `dir` for a page in a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return isRightToLeft(language) ? 'rtl' : 'ltr'
}
