import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The order of the test files: random, by the seed of the run. Vitest replaces a worker, with all
 * that it has imported, when the next file belongs to another project or environment: files of the
 * same kind come one after the other. Those of the project `fast` are short and come last, so that
 * the workers end together; of the others, those of the browser come first.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const { seed } = this.ctx.config.sequence
    const keys = new Map(files.map((file) => [file, `${kindOf(file)} ${place(file, seed)}`]))
    return [...files].sort((one, other) =>
      (keys.get(one) ?? '') < (keys.get(other) ?? '') ? 1 : -1,
    )
  }
}

/**
 * The project and the environment of a file, which a comment at its start may name, and whether it
 * needs a browser.
 */
function kindOf({ project, moduleId }: TestSpecification): string {
  const environment =
    /^\/\/ @vitest-environment (\S+)/.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? 'node'
  return `${project.name} ${environment} ${/\/tests\/browser\//.test(moduleId) ? 'long' : 'brief'}`
}

function place({ moduleId }: TestSpecification, seed: number) {
  return createHash('sha1').update(`${seed} ${moduleId}`).digest('hex')
}
