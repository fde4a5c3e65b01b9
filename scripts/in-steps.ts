/** A part of a long work: what is being done, and the work. */
export type Step = readonly [what: string, work: () => Promise<unknown>]

/** The shortest time between two lines, in milliseconds. */
const betweenLinesMs = 1_000

/**
 * Carries out steps in order and prints before each what is being done; at most one line a second,
 * so that short steps have none.
 */
export async function inSteps(
  steps: ReadonlyArray<Step>,
  print: (line: string) => void,
  now: () => number = performance.now.bind(performance),
): Promise<void> {
  let printed = Number.NEGATIVE_INFINITY
  for (const [at, [what, work]] of steps.entries()) {
    if (now() - printed >= betweenLinesMs) {
      print(`  ${at + 1} of ${steps.length}: ${what}`)
      printed = now()
    }
    await work()
  }
}
