import { spawnSync } from 'node:child_process'
import { EnvError } from '../server/env/env-error.ts'
import { CommandError } from './command-error.ts'
import { drills, filesOf, patchOf } from './drills/drills.ts'
import { git } from './native-git.ts'
import { runCommand } from './run-command.ts'
import { inThrowAwayCopy } from './throw-away-copy.ts'

const usage = `Usage: npm run drills [-- ${Object.keys(drills).join('|')}]`

/** What the commands after a change write; it is not counted. */
const generated = /^(content\/schema\/|docs\/api\.md$|src\/styles\/categories\.css$)/
const commands = ['content:schema', 'api:docs', 'styles:categories', 'check:types', 'build']

/**
 * Makes each of the small changes in a throw-away copy of the last commit, compiles and builds it,
 * and runs its tests.
 */
async function main(): Promise<number> {
  const [wanted] = process.argv.slice(2)
  const names = Object.keys(drills).filter((name) => wanted === undefined || name === wanted)
  if (names.length === 0) throw new EnvError(usage)
  for (const name of names) await inThrowAwayCopy(name, (copy) => carryOut(name, copy))
  return 0
}

async function carryOut(name: string, copy: string) {
  const { change, most, tests } = drills[name]!
  await git(copy, 'apply', '-C1', patchOf(name))
  for (const command of commands) run(copy, 'npm', 'run', '-s', command)
  run(copy, 'npx', 'vitest', 'run', ...tests)
  const status = await git(copy, 'status', '--porcelain', '-uall')
  const changed = status.split('\n').map((line) => line.slice(3))
  const others = changed.filter((file) => !generated.test(file) && !/\.test\.tsx?$/.test(file))
  if (others.length > most)
    throw new CommandError(`${change} touches ${others.join(', ')}; it may touch ${most} files.`)
  console.log(`${change}: ${others.length} files of at most ${most}: ${filesOf(name).join(', ')}`)
}

/** Runs a program in the copy. Throws a CommandError with its output when it fails. */
function run(cwd: string, program: string, ...args: ReadonlyArray<string>) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0)
    throw new CommandError(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
}

await runCommand(usage, main)
