const unit =
  /^(?:\d.*|db|hz|khz|ms|bpm|lufs|st|ct|bar|bars|beat|beats|second|seconds|minute|minutes|percent)$/

/**
 * Whether a word is a number or a unit: frequent in texts with settings, and nothing that people
 * search.
 */
export const isUnit = (word: string): boolean => unit.test(word)
