/** The whole number that a field holds: the digits it begins with, at least 1; what is no number becomes 1 (specification, section 5). */
export function wholeNumber(text: string): number {
  const number = Number.parseInt(text, 10)
  return Number.isNaN(number) ? 1 : Math.max(1, number)
}
