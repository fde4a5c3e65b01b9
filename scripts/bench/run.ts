import { builtSite } from '../sources.mjs'
import { admin, typing } from './admin.ts'
import { dev } from './dev.ts'
import { files } from './files.ts'
import { type Benchmark, measure } from './harness.ts'
import { large } from './large.ts'
import { lighthouse, scripts } from './pages.ts'
import { people, subscribe } from './people.ts'
import { questions } from './questions.ts'
import { commit, edit } from './save.ts'
import { search } from './search.ts'
import { serving } from './serving.ts'
import { hundred, start } from './start.ts'
import { through } from './through.ts'

const ofTheBuild = {
  serving,
  start,
  edit,
  subscribe,
  people,
  through,
  large,
  hundred,
  scripts,
  typing,
  admin,
  lighthouse,
  files,
}
const benchmarks = new Map<string, Benchmark>(
  Object.entries({ ...ofTheBuild, search, questions, commit, dev }),
)

// `npm run bench -- [--quick] [NAME …]`: runs all or the named benchmarks, one at a time, and
// prints the figures of each. It never fails because of a figure, since other work on the machine
// affects them; it does when a benchmark breaks.
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = named.filter((name) => !benchmarks.has(name))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark called ${unknown.join(', ')}; there are ${[...benchmarks.keys()].join(', ')}.`,
  )
  process.exit(1)
}
const chosen = named.length > 0 ? named : [...benchmarks.keys()]
if (chosen.some((name) => name in ofTheBuild) && builtSite() === null)
  throw new Error('The build failed.')
const missed: Array<string> = []
const broken: Array<string> = []
for (const name of chosen) {
  console.error(`${name} …`)
  try {
    const measured = await measure(benchmarks.get(name)!)
    console.log(`\n${measured.text}\n`)
    missed.push(...measured.missed)
  } catch (error) {
    console.error(error)
    broken.push(name)
  }
}
console.log(missed.length === 0 ? 'Every bar is reached.' : `Missed: ${missed.join('; ')}`)
if (broken.length > 0) console.log(`Broken: ${broken.join(', ')}`)
process.exit(broken.length > 0 ? 1 : 0)
