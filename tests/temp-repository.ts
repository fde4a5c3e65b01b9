import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runCommand } from './run-command.ts'

/**
 * The first commit of a fixture is made one minute after this time (2026-01-01 00:00 UTC), each
 * further one a minute later.
 */
const epoch = Date.UTC(2026, 0, 1) / 1000

/** Settings of every git process in tests: no user or system configuration, no automatic gc. */
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
  /** Writes a file and creates its folders. */
  write(relative: string, content: string | Uint8Array): Promise<void>
  /** Makes a symbolic link to `target`, which is not checked. */
  link(relative: string, target: string): Promise<void>
  /** Deletes a file or folder. */
  remove(relative: string): Promise<void>
  /** Runs git in the work tree and returns its output. Throws with git's message when it fails. */
  git(...args: Array<string>): Promise<string>
  /**
   * Stages and commits everything, also when nothing changed. `time` is in seconds since 1970.
   * Returns the commit id.
   */
  commit(message?: string, time?: number): Promise<string>
  /** A copy in a temporary folder of its own, whose next commit has the time that it has here. */
  copy(): Promise<TemporaryRepository>
}

/** A new git repository in a temporary folder, removed at the end of the scope of `await using`. */
export async function temporaryRepository(
  initArguments: Array<string> = [],
): Promise<TemporaryRepository> {
  const folder = await temporaryFolder()
  const root = join(folder.path, 'work')
  await mkdir(root)
  await git(root, ['init', '-q', ...initArguments])
  return repositoryAt(root, () => folder[Symbol.asyncDispose]())
}

/** An existing work tree (a clone, a linked worktree); the caller removes the folder. */
export function repositoryAt(
  root: string,
  dispose: () => PromiseLike<void> = async () => {},
  commits = 0,
): TemporaryRepository {
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
      const made = await git(
        root,
        ['-c', 'core.abbrev=no', 'commit', '--allow-empty', '-m', message],
        time,
      )
      // Its first line begins `[main ID]`.
      return made.slice(0, made.indexOf(']')).slice(-40)
    },
    async copy() {
      const folder = await temporaryFolder()
      const copied = join(folder.path, 'work')
      await cp(root, copied, { recursive: true })
      // The index has the times of the files.
      await git(copied, ['update-index', '-q', '--refresh'])
      return repositoryAt(copied, () => folder[Symbol.asyncDispose](), commits)
    },
    [Symbol.asyncDispose]: dispose,
  }
}

export interface TemporaryFolder extends AsyncDisposable {
  /** A real path without symbolic links. */
  path: string
}

/** An empty folder, removed with its contents at the end of the scope of `await using`. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'session-notes-')))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/**
 * Environment for a git process in tests: a fixed author and committer, `time` in seconds since
 * 1970, no outside configuration.
 */
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

/**
 * Runs git in a folder, with `input` on its standard input, and returns its output. Throws with
 * git's message when it fails.
 */
export function git(
  cwd: string,
  args: Array<string>,
  time?: number,
  input?: string,
): Promise<string> {
  return runCommand('git', args, { cwd, env: gitEnvironment(time) }, input)
}
