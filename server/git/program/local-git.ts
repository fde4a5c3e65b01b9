import { once } from 'node:events'
import { RepositoryError } from '../../platform/errors.ts'
import { startProcess } from '../../platform/start-process.ts'
import {
  type GitPlace,
  neutralFolder,
  readingEnvironment,
  type Setting,
} from './git-environment.ts'
import { type GitRun, type GitRunOptions, runGit } from './run-git.ts'

/** The time limit of a command that only reads, in milliseconds. */
const limit = 120_000

export interface ReadOptions extends Partial<Pick<GitRunOptions, 'env' | 'cwd' | 'input'>> {
  /** Exit codes that are answers; 0 alone by default. */
  answers?: ReadonlyArray<number>
}

/**
 * Runs a command that reads, again when objects were missing. Throws a RepositoryError with git's
 * message when it ends with none of the exit codes that are answers.
 */
export async function askGit(
  place: GitPlace,
  args: ReadonlyArray<string>,
  options: ReadOptions = {},
): Promise<GitRun> {
  try {
    return await askOnce(place, args, options)
  } catch (error) {
    if (!place.objects) throw error
    await place.objects.restore()
    return askOnce(place, args, options)
  }
}

/** Git waits for another program that writes the ref, in milliseconds, and begins no log. */
const refSettings: ReadonlyArray<Setting> = [
  ['core.filesRefLockTimeout', '3000'],
  ['core.logAllRefUpdates', 'false'],
]

/** Runs `git update-ref`. */
export function updateRef(
  place: GitPlace,
  args: ReadonlyArray<string>,
  answers?: ReadonlyArray<number>,
): Promise<GitRun> {
  const env = readingEnvironment(place, undefined, refSettings)
  return askGit(place, ['update-ref', ...args], { env, ...(answers && { answers }) })
}

async function askOnce(
  place: GitPlace,
  args: ReadonlyArray<string>,
  { env = readingEnvironment(place), cwd = neutralFolder, input, answers = [0] }: ReadOptions,
): Promise<GitRun> {
  const ran = await runGit(args, { env, limit, cwd, ...(input && { input }) })
  if (ran.outcome === 'late') throw failure(args, 'it took too long')
  if (ran.code === null || !answers.includes(ran.code)) throw failure(args, ran.stderr)
  return ran
}

/**
 * The records of a command with `-z`, as they arrive; git ends when no more are wanted. When
 * objects were missing, it runs again, and the records that were passed on are left out. Throws a
 * RepositoryError with git's message.
 */
export async function* gitRecords(
  place: GitPlace,
  args: ReadonlyArray<string>,
  env = readingEnvironment(place),
): AsyncGenerator<Buffer> {
  let passed = 0
  try {
    for await (const record of recordsOnce(args, env)) {
      passed += 1
      yield record
    }
  } catch (error) {
    if (!place.objects) throw error
    await place.objects.restore()
    for await (const record of recordsOnce(args, env)) {
      passed -= 1
      if (passed < 0) yield record
    }
  }
}

async function* recordsOnce(
  args: ReadonlyArray<string>,
  env: ReturnType<typeof readingEnvironment>,
): AsyncGenerator<Buffer> {
  const child = startProcess('git', args, { cwd: neutralFolder, env, hasInput: false })
  const ended = once(child, 'close')
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2000)
  })
  try {
    let rest = Buffer.alloc(0)
    for await (const chunk of child.stdout ?? []) {
      const bytes = Buffer.concat([rest, chunk])
      let start = 0
      for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
        yield bytes.subarray(start, end)
        start = end + 1
      }
      rest = bytes.subarray(start)
    }
    const [code] = await ended
    if (code !== 0) throw failure(args, said)
    if (rest.length > 0) yield rest
  } finally {
    child.kill('SIGKILL')
    await ended.catch(() => undefined)
  }
}

/** The lines of a text, without the empty one after the last. */
export const linesOf = ({ stdout }: GitRun): Array<string> => stdout.split('\n').filter(Boolean)

function failure(args: ReadonlyArray<string>, said: string): RepositoryError {
  const reason = /^fatal: ([\s\S]*)/m.exec(said)?.[1] ?? said
  const sentence = reason.trim().replace(/\s+/g, ' ').replace(/\.$/, '') || 'it says no reason'
  return new RepositoryError(`git ${args[0]} fails in the repository: ${sentence}.`)
}
