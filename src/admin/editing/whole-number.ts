/**
 * Parses the leading digits of a text, at least 1; anything else becomes 1 (specification, section
 * 5).
 */
export function wholeNumber(text: string): number {
  const number = Number.parseInt(text, 10)
  return Number.isNaN(number) ? 1 : Math.max(1, number)
}
