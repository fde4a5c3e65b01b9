import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from './sources.mjs'

/** A test that failed, or a file that could not be run (`test` is null then). */
export interface Failure {
  /** Relative to the root. */
  file: string
  /** The full name, with the names of its groups. */
  test: string | null
  /** The first line of the first error. */
  message: string
}

/** What `npm test` reads of a run. */
export interface Report {
  passed: number
  skipped: number
  failures: Array<Failure>
}

/** Writes the results of a run into the file of `TEST_REPORT`, for `scripts/test.ts`. */
export default class TestReport implements Reporter {
  onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    unhandled: ReadonlyArray<{ message: string; VITEST_TEST_PATH?: string }>,
  ): void {
    const file = process.env.TEST_REPORT
    if (!file) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const report: Report = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      skipped: tests.filter((test) => test.result().state === 'skipped').length,
      failures: [
        ...modules.flatMap(failuresOf),
        ...unhandled.map(({ message, VITEST_TEST_PATH: name = root }) => ({
          file: path.relative(root, name),
          test: null,
          message: `an error that no test handled: ${firstLine(message)}`,
        })),
      ],
    }
    writeFileSync(file, JSON.stringify(report))
  }
}

function failuresOf(module: TestModule): Array<Failure> {
  const file = path.relative(root, module.moduleId)
  const failed = [...module.children.allTests('failed')]
  const suites = [module, ...module.children.allSuites()]
  return [
    ...suites.flatMap((suite) =>
      suite.errors().map((error) => ({ file, test: null, message: firstLine(error.message) })),
    ),
    ...failed.map((test) => ({
      file,
      test: test.fullName.replaceAll(' > ', ' '),
      message: firstLine(test.result().errors?.[0]?.message ?? ''),
    })),
  ]
}

function firstLine(text: string) {
  return (text.split('\n')[0] ?? '').slice(0, 300)
}
