import { runAdmin } from './admin.ts'
import { runCommit } from './commit.ts'
import { runDev } from './dev.ts'
import { runEdit } from './edit.ts'
import { runHundred } from './hundred.ts'
import { runLarge } from './large.ts'
import { runLighthouse } from './lighthouse.ts'
import { runPeople } from './people.ts'
import { runQuestions } from './questions.ts'
import { type Benchmark, type Row, reaches, table } from './rows.ts'
import { runScripts } from './scripts.ts'
import { runSearch } from './search.ts'
import { runServing } from './serving.ts'
import { runStart } from './start.ts'
import { runSubscribe } from './subscribe.ts'
import { runThrough } from './through.ts'
import { runTyping } from './typing.ts'

const benchmarks: Record<string, Benchmark> = {
  serving: runServing,
  start: runStart,
  commit: runCommit,
  edit: runEdit,
  dev: runDev,
  search: runSearch,
  questions: runQuestions,
  subscribe: runSubscribe,
  people: runPeople,
  through: runThrough,
  large: runLarge,
  hundred: runHundred,
  scripts: runScripts,
  typing: runTyping,
  admin: runAdmin,
  lighthouse: runLighthouse,
}

// `npm run bench -- [--quick] [NAME …]`: runs all or the named benchmarks, one at a time, and prints the figures of each. It
// never fails because of a figure, since other work on the machine affects them; it does when a benchmark breaks.
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = names.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(`There is no benchmark called ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(1)
}
const rows: Array<Row> = []
const broken: Array<string> = []
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.error(`${name} …`)
  try {
    const measured = await benchmark({ quick: process.argv.includes('--quick') })
    console.log(`\n${table(measured)}\n`)
    rows.push(...measured)
  } catch (error) {
    console.error(error)
    broken.push(name)
  }
}
const missed = rows.filter((row) => reaches(row) === false)
console.log(missed.length === 0 ? 'Every bar is reached.' : `Missed: ${missed.map(({ name }) => name).join('; ')}`)
if (broken.length > 0) {
  console.log(`Broken: ${broken.join(', ')}`)
  process.exitCode = 1
}
