/**
 * The values of the lines across a plot, lowest first: whole round numbers at equal distances that
 * enclose all values.
 */
export function scaleLines(values: ReadonlyArray<number>): Array<number> {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const rough = Math.max(1, (high - low) / 3)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const first = Math.floor(low / step) * step
  const count = Math.max(2, Math.ceil((high - first) / step) + 1)
  return Array.from({ length: count }, (_, at) => first + at * step)
}
