import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { inRepository, lostCommits, repositoryFaults, untilFree } from './checked-repository.ts'
import { openLane, saveNew } from './saver.ts'

/**
 * Saves beside native commits in one repository, both as fast as possible: every commit must stay reachable and
 * contain only its own file, and git must find no fault.
 */
export async function raceWithGit(counts: { saves: number; commits: number }) {
  return inRepository(async (root, git) => {
    const made = new Map<string, string>()
    const { lane, close } = await openLane(join(root, 'content'))
    const saving = async (): Promise<void> => {
      for (let at = 0; at < counts.saves; at++)
        made.set(await saveNew(lane, `saves/${at % 7}/${at}.md`, `save ${at}\n`), `content/saves/${at % 7}/${at}.md`)
    }
    const committing = async (): Promise<void> => {
      for (let at = 0; at < counts.commits; at++) {
        const path = `content/writer/${at % 5}/${at}.md`
        await mkdir(join(root, path, '..'), { recursive: true })
        await writeFile(join(root, path), `written ${at}\n`)
        await untilFree(() => git('add', '--', path))
        await untilFree(() => git('commit', '-q', '-m', `Write ${path}`))
        const found = await git('log', '-1', '--format=%H', `--grep=^Write ${path}$`)
        made.set(found.trim(), path)
      }
    }
    await Promise.all([saving(), committing()])
    await close()
    return { acknowledged: made.size, faults: [...(await repositoryFaults(root)), ...(await lostCommits(git, made))] }
  })
}

/**
 * Kills a saving process at a random moment, in several rounds; all acknowledged saves must exist, and git must find
 * no fault.
 */
export async function killDuringSaves({ rounds }: { rounds: number }) {
  return inRepository(async (root, git) => {
    const script = await savingProcess(join(root, '.git'))
    const made = new Map<string, string>()
    const faults: Array<string> = []
    const recovered = { completed: 0, undone: 0 }
    for (let round = 0; round < rounds; round++) {
      const commits = await saveUntilKilled(script, join(root, 'content'), `round-${round}`)
      commits.forEach((commit, at) => {
        made.set(commit, `content/saves/round-${round}/${at}.md`)
      })
      const { lane, close } = await openLane(join(root, 'content'))
      const { completed, undone } = await lane.recover()
      recovered.completed += completed
      recovered.undone += undone
      await close()
      faults.push(...(await repositoryFaults(root)).map((fault) => `round ${round}: ${fault}`))
    }
    return { acknowledged: made.size, ...recovered, faults: [...faults, ...(await lostCommits(git, made))] }
  })
}

/** Bundles the process into one JavaScript file: loading TypeScript would take longer than the process then lives. */
async function savingProcess(folder: string): Promise<string> {
  const outfile = join(folder, 'saving-process.cjs')
  const entry = fileURLToPath(new URL('./saving-process.ts', import.meta.url))
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' })
  return outfile
}

async function saveUntilKilled(script: string, contentDir: string, name: string): Promise<Array<string>> {
  const child = spawn(process.execPath, [script, contentDir, name], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  let printed = ''
  child.stdout.on('data', (data) => {
    printed += data
  })
  await Promise.race([once(child.stdout, 'data'), ended])
  await setTimeout(Math.random() * 150)
  child.kill('SIGKILL')
  await ended
  // A partial line was not acknowledged.
  return printed.split('\n').slice(0, -1)
}
