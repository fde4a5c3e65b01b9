import { builtSite } from '../sources.mjs'
import { admin, typing } from './admin.ts'
import { analysis } from './analysis.ts'
import { dev } from './dev.ts'
import { files } from './files.ts'
import { type Benchmark, measure, runCases } from './harness.ts'
import { large } from './large.ts'
import { lighthouse, scripts } from './pages.ts'
import { people } from './people.ts'
import { questions } from './questions.ts'
import { commit, edit } from './save.ts'
import { search } from './search.ts'
import { serving } from './serving.ts'
import { hundred, start } from './start.ts'
import { through } from './through.ts'

const benchmarks = {
  analysis,
  serving,
  start,
  edit,
  people,
  through,
  large,
  hundred,
  scripts,
  typing,
  admin,
  lighthouse,
  files,
  search,
  questions,
  commit,
  dev,
}

// `npm run bench -- [--quick] [NAME …]`: prints the figures of all or the named benchmarks. It
// never fails because of a figure, since other work on the machine affects them; it does when a
// benchmark breaks.
if (builtSite() === null) throw new Error('The build failed.')
const missed: Array<string> = []
await runCases<Benchmark>(benchmarks, async (benchmark) => {
  missed.push(...(await measure(benchmark)))
})
console.log(missed.length === 0 ? 'Every bar is reached.' : `Missed: ${missed.join('; ')}`)
process.exit()
