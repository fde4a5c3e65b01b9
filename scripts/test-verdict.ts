import type { Failure, Report } from './test-report.ts'

/** More unstable tests than these make a run red. */
const mostUnstable = 3

/**
 * The pattern of Vitest's `--testNamePattern` for exactly these tests; null for the whole file,
 * when it could not be run.
 */
export function namePattern(failures: ReadonlyArray<Failure>): string | null {
  const names = failures.map(({ test }) => test)
  if (names.includes(null)) return null
  return `^(?:${names.map((name) => (name ?? '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})$`
}

/**
 * The failures of a file that came again in its second run. A test that did not run then counts as
 * failed.
 */
export function failedAgain(first: ReadonlyArray<Failure>, second: Report): Array<Failure> {
  if (second.failures.length > 0) return second.failures
  return second.passed < first.length ? [...first] : []
}

/**
 * Judges a run by its two parts. `again` is what failed in the second run of the tests that had
 * failed; null when there was no second run. A test that passed the second time is unstable: the
 * run stays green, and names it.
 */
export function verdict(
  first: Report,
  again: ReadonlyArray<Failure> | null,
): { isGreen: boolean; passed: number; failed: number; lines: Array<string> } {
  const failed = again ?? first.failures
  const isSame = (one: Failure, other: Failure) =>
    one.file === other.file && (one.test ?? '') === (other.test ?? '')
  const unstable = first.failures.filter(
    (one) =>
      !failed.some(
        (other) => isSame(one, other) || (other.test === null && other.file === one.file),
      ),
  )
  const tooMany = unstable.length > mostUnstable
  return {
    isGreen: failed.length === 0 && !tooMany,
    passed: first.passed + unstable.length,
    failed: failed.length,
    lines: [
      ...failed.map((one) => `failed: ${line(one)}`),
      ...unstable.map((one) => `unstable: ${line(one)}`),
      ...(tooMany
        ? [`${unstable.length} tests are unstable; at most ${mostUnstable} may be.`]
        : []),
    ],
  }
}

function line({ file, test, message }: Failure) {
  return [file, test, message].filter(Boolean).join(': ')
}
