import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** All faults of a repository; `made` are commits that must be reachable, each with the one file that it contains. */
export async function faultsIn(root: string, git: Git, made: ReadonlyMap<string, string>): Promise<Array<string>> {
  const faults: Array<string> = []
  const status = await git('status', '--porcelain')
  if (status !== '') faults.push(`git status prints ${status.trim()}`)
  const checked = await run('git', ['fsck', '--strict', '--no-dangling', '--no-progress'], { cwd: root }).catch(
    (error) => error,
  )
  if (checked.stdout + checked.stderr !== '') faults.push(`git fsck prints ${checked.stdout}${checked.stderr}`)
  faults.push(...(await leftBehind(root)))
  if (made.size === 0) return faults
  const log = await git('log', '--format=%x00%H', '--name-only', 'main')
  const reachable = new Map(log.split('\0').map((part) => [part.slice(0, 40), part.slice(40).trim()]))
  for (const [commit, path] of made) {
    const files = reachable.get(commit)
    if (files === undefined) faults.push(`commit ${commit} of ${path} is not reachable`)
    else if (files !== path) faults.push(`commit ${commit} of ${path} holds ${files.replaceAll('\n', ', ')}`)
  }
  return faults
}

/** Locks and temporary files of interrupted saves that were not removed. */
export async function leftBehind(root: string): Promise<Array<string>> {
  const left = (await readdir(join(root, '.git'), { recursive: true })).filter((name) =>
    /\.lock$|session-notes./.test(name),
  )
  return left.length > 0 ? [`left behind: ${left.join(', ')}`] : []
}
