const sign = 'db|hz|khz|ms|bpm|lufs|st|ct'
const unitSign = new RegExp(`^(?:${sign})$`)
const unit = new RegExp(
  `^(?:\\d.*|${sign}|bar|bars|beat|beats|second|seconds|minute|minutes|percent)$`,
)

/** Whether a word is the sign of a unit. */
export const isUnitSign = (word: string): boolean => unitSign.test(word)

/**
 * Whether a word is a number or a unit: frequent in texts with settings, and nothing that people
 * search.
 */
export const isUnit = (word: string): boolean => unit.test(word)

/** Whether a word in front of `next` is a name in digits, as 808 is: no year and no amount. */
export const isNameInDigits = (word: string, next = ''): boolean =>
  /^(?!19\d\d$|20\d\d$)[1-9]\d{2,3}$/.test(word) && !isUnit(next)
