import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The first commit of a fixture is made one minute after this moment (2026-01-01 00:00 UTC), each further one a minute later. */
const epoch = Date.UTC(2026, 0, 1) / 1000

/** Settings of every test process: nobody's own configuration, and no gc that starts by itself. */
const settings = {
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'commit.gpgsign': 'false',
  'init.defaultBranch': 'main',
  'core.autocrlf': 'false',
  'protocol.file.allow': 'always',
}

export interface TemporaryRepository extends AsyncDisposable {
  /** The work tree, as a real path. */
  root: string
  /** Absolute path of something in the work tree. */
  path(relative: string): string
  /** Writes a file and the folders above it. */
  write(relative: string, content: string | Uint8Array): Promise<void>
  /** Makes a symbolic link to `target`, which is not checked. */
  link(relative: string, target: string): Promise<void>
  /** Deletes a file or folder. */
  remove(relative: string): Promise<void>
  /** Runs git in the work tree and returns what it prints. Throws with git's own words when it fails. */
  git(...args: Array<string>): Promise<string>
  /** Stages everything and commits it, also when nothing changed. `time` is in seconds since 1970. Returns the commit's id. */
  commit(message?: string, time?: number): Promise<string>
}

/** A fresh git repository in a temporary folder, removed when the scope of `await using` ends. */
export async function temporaryRepository(initArguments: Array<string> = []): Promise<TemporaryRepository> {
  const folder = await temporaryFolder()
  const root = join(folder.path, 'work')
  await mkdir(root)
  await git(root, ['init', '-q', ...initArguments])
  return repositoryAt(root, () => folder[Symbol.asyncDispose]())
}

/** A second view of an existing work tree (a clone, a linked worktree); whoever made the folder removes it. */
export function repositoryAt(root: string, dispose: () => PromiseLike<void> = async () => {}): TemporaryRepository {
  let commits = 0
  const path = (relative: string) => join(root, relative)
  return {
    root,
    path,
    async write(relative, content) {
      await mkdir(dirname(path(relative)), { recursive: true })
      await writeFile(path(relative), content)
    },
    async link(relative, target) {
      await mkdir(dirname(path(relative)), { recursive: true })
      await symlink(target, path(relative))
    },
    async remove(relative) {
      await rm(path(relative), { recursive: true })
    },
    git: (...args) => git(root, args),
    async commit(message = 'Change', time = epoch + 60 * ++commits) {
      await git(root, ['add', '-A'])
      await git(root, ['commit', '-q', '--allow-empty', '-m', message], time)
      return (await git(root, ['rev-parse', 'HEAD'])).trim()
    },
    [Symbol.asyncDispose]: dispose,
  }
}

export interface TemporaryFolder extends AsyncDisposable {
  /** A real path: no part of it is a link. */
  path: string
}

/** An empty folder, removed with all that is in it when the scope of `await using` ends. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'session-notes-')))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Environment for a git process in tests: a fixed author and committer, `time` in seconds since 1970, no configuration from outside. */
export function gitEnvironment(time = epoch): Record<string, string> {
  const entries = Object.entries(settings)
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Wren Writer',
    GIT_AUTHOR_EMAIL: 'wren@example.org',
    GIT_AUTHOR_DATE: `@${time} +0000`,
    GIT_COMMITTER_NAME: 'Wren Writer',
    GIT_COMMITTER_EMAIL: 'wren@example.org',
    GIT_COMMITTER_DATE: `@${time} +0000`,
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(
      entries.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  }
}

/** Runs git in a folder, with `input` on its standard input, and returns what it prints. Throws with git's own words when it fails. */
export async function git(cwd: string, args: Array<string>, time?: number, input?: string): Promise<string> {
  const running = run('git', args, { cwd, env: gitEnvironment(time), maxBuffer: 256 * 1024 * 1024 })
  if (input !== undefined) running.child.stdin?.end(input)
  return (await running).stdout
}
