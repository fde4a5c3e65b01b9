import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

const settings = [
  'user.name=Wren',
  'user.email=wren@example.org',
  'gc.auto=0',
  'maintenance.auto=false',
  'commit.gpgsign=false',
]

/** Runs git in the repository and returns its output. */
export type Git = (...args: Array<string>) => Promise<string>

/** Runs git in a repository without user or system settings. */
export function gitIn(root: string): Git {
  return async (...args) => {
    const options = settings.flatMap((setting) => ['-c', setting])
    return (await run('git', [...options, ...args], { cwd: root, maxBuffer: 256 * 1024 * 1024 })).stdout
  }
}

/** Runs `work` with a repository of a few committed files, and removes it afterwards. */
export async function inRepository<T>(work: (root: string, git: Git) => Promise<T>): Promise<T> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'session-notes-soak-')))
  const git = gitIn(root)
  try {
    await git('init', '-q', '-b', 'main')
    for (let at = 0; at < 40; at++) {
      await mkdir(join(root, 'content', String(2000 + (at % 4))), { recursive: true })
      await writeFile(join(root, 'content', String(2000 + (at % 4)), `${at}.md`), `article ${at}\n`)
    }
    await git('add', '-A')
    await git('commit', '-q', '-m', 'Start')
    return await work(root, git)
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * What is wrong with a repository after saves: an unclean status, faults that git finds, locks and temporary files that were not
 * removed. With `attempts`, only what stays counts: the end of a save, or of a cleaning by git, may be under way.
 */
export async function repositoryFaults(root: string, attempts = 1): Promise<Array<string>> {
  const git = gitIn(root)
  for (let attempt = 1; ; attempt++) {
    const status = await git('status', '--porcelain').catch(String)
    const checked = await git('fsck', '--strict', '--no-dangling', '--no-progress').catch(String)
    const left = (await readdir(join(root, '.git'), { recursive: true })).filter((name) =>
      /\.lock$|session-notes./.test(name),
    )
    const found = { 'git status prints': status, 'git fsck prints': checked, 'left behind:': left.join(', ') }
    const faults = Object.entries(found).flatMap(([what, text]) => (text === '' ? [] : [`${what} ${text.trim()}`]))
    if (faults.length === 0 || attempt === attempts) return faults
    await setTimeout(100)
  }
}

/** Those of the commits that cannot be reached, or hold another file than the one that each was made for. */
export async function lostCommits(git: Git, made: ReadonlyMap<string, string>): Promise<Array<string>> {
  const log = await git('log', '--format=%x00%H', '--name-only', 'main')
  const reachable = new Map(log.split('\0').map((part) => [part.slice(0, 40), part.slice(40).trim()]))
  return [...made].flatMap(([commit, path]) => {
    const files = reachable.get(commit)
    if (files === path) return []
    return [
      `commit ${commit} of ${path} ${files === undefined ? 'is not reachable' : `holds ${files.replaceAll('\n', ', ')}`}`,
    ]
  })
}

/** Those of the saved files, by their blobs, that no commit has. */
export async function lostFiles(git: Git, saved: Iterable<string>): Promise<Array<string>> {
  const objects = (await git('rev-list', '--objects', 'HEAD')).split('\n')
  const reachable = new Set(objects.map((line) => line.slice(0, 40)))
  return [...saved].flatMap((blob) => (reachable.has(blob) ? [] : [`the saved ${blob} is not reachable`]))
}

/** Repeats a git command while a lock is taken; git itself gives up at once. */
export async function untilFree(act: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      await act()
      return
    } catch (error) {
      const printed = String((error as { stderr?: string }).stderr)
      if (!/index\.lock|cannot lock ref|Unable to create|HEAD\.lock/.test(printed)) throw error
      await setTimeout(2 + Math.random() * 20)
    }
}
