import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The order of the test files. Vitest replaces a worker, with all that it has imported, when the next file belongs to
 * another project or environment: files of the same kind come one after the other. Those of the project `fast` are
 * short and come last, so that the workers end together.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const kinds = new Map(sorted.map((file) => [file, kindOf(file)]))
    return sorted.sort((one, other) => (kinds.get(other) ?? '').localeCompare(kinds.get(one) ?? ''))
  }
}

/** The project and the environment of a file, which a comment at its start may name. */
function kindOf({ project, moduleId }: TestSpecification): string {
  const environment = /^\/\/ @vitest-environment (\S+)/.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? 'node'
  return `${project.name} ${environment}`
}
