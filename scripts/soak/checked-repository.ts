import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
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
    return (await run('git', [...options, ...args], { cwd: root, maxBuffer: 256 * 1024 * 1024 }))
      .stdout
  }
}

/**
 * What is wrong with a repository after saves: an unclean status, faults that git finds, locks and
 * temporary files that were not removed. With `attempts`, only what stays counts: the end of a
 * save, or of a cleaning by git, may be under way.
 */
export async function repositoryFaults(root: string, attempts = 1): Promise<Array<string>> {
  const git = gitIn(root)
  for (let attempt = 1; ; attempt++) {
    const status = await git('status', '--porcelain').catch(String)
    const checked = await git('fsck', '--strict', '--no-dangling', '--no-progress').catch(String)
    const left = (await readdir(join(root, '.git'), { recursive: true })).filter((name) =>
      /\.lock$|session-notes./.test(name),
    )
    const found = {
      'git status prints': status,
      'git fsck prints': checked,
      'left behind:': left.join(', '),
    }
    const faults = Object.entries(found).flatMap(([what, text]) =>
      text === '' ? [] : [`${what} ${text.trim()}`],
    )
    if (faults.length === 0 || attempt === attempts) return faults
    await setTimeout(100)
  }
}

/** The commits since another that do not have one file: those of a save beside another one. */
export async function mixedCommits(git: Git, since: string): Promise<Array<string>> {
  const log = await git('log', '--format=%x00%H', '--name-only', `${since}..main`)
  const parts = log.split('\0').filter((part) => part.trim().split(/\n+/).length > 2)
  return parts.map((part) => `commit ${part.replaceAll('\n', ' ')}`)
}

/** Those of the saved files, by their blobs, that no commit has. */
export async function lostFiles(git: Git, saved: Iterable<string>): Promise<Array<string>> {
  const objects = (await git('rev-list', '--objects', 'HEAD')).split('\n')
  const reachable = new Set(objects.map((line) => line.slice(0, 40)))
  return [...saved].flatMap((blob) =>
    reachable.has(blob) ? [] : [`the saved ${blob} is not reachable`],
  )
}

/**
 * Repeats a git command for a while: a commit of ours may hold a lock that it needs, and objects
 * deleted by an earlier prune are restored within a moment; git itself gives up at once.
 */
export async function untilFree(act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await act()
      return
    } catch (error) {
      if (attempt === 40) throw error
      await setTimeout(50 * Math.random())
    }
}
