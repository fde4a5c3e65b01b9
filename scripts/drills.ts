import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { EnvError } from '../server/env/env-error.ts'
import { CommandError } from './command-error.ts'
import { drills, filesOf, patchOf } from './drills/drills.ts'
import { git } from './native-git.ts'
import { runCommand } from './run-command.ts'
import { root } from './sources.mjs'

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
  for (const name of names) await carryOut(name)
  return 0
}

async function carryOut(name: string) {
  const { change, most, tests } = drills[name]!
  const copy = path.join(await mkdtemp(path.join(tmpdir(), 'drill-')), name)
  await git(root, 'worktree', 'add', '--detach', copy)
  try {
    // A link would lead the compiler out of the copy, and its cache into this folder.
    const filter = (file: string) => !/\/node_modules\/\.(?:cache|vite)/.test(file)
    await cp(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      filter,
    })
    await git(copy, 'apply', '-C1', patchOf(name))
    for (const command of commands) run(copy, 'npm', 'run', '-s', command)
    run(copy, 'npx', 'vitest', 'run', ...tests)
    const status = await git(copy, 'status', '--porcelain', '-uall')
    const changed = status.split('\n').map((line) => line.slice(3))
    const others = changed.filter((file) => !generated.test(file) && !/\.test\.tsx?$/.test(file))
    if (others.length > most)
      throw new CommandError(`${change} touches ${others.join(', ')}; it may touch ${most} files.`)
    console.log(`${change}: ${others.length} files of at most ${most}: ${filesOf(name).join(', ')}`)
  } finally {
    await git(root, 'worktree', 'remove', '--force', copy)
    await rm(path.dirname(copy), { recursive: true, force: true })
  }
}

/** Runs a program in the copy. Throws a CommandError with its output when it fails. */
function run(cwd: string, program: string, ...args: ReadonlyArray<string>) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0)
    throw new CommandError(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
}

await runCommand(usage, main)
