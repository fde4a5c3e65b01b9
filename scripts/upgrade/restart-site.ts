import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runningOwner } from '../../server/platform/data-lock.ts'

const run = promisify(execFile)

/**
 * How long a service may take to end and to begin again, in milliseconds: its drain, ten seconds of
 * open answers, and the start.
 */
const restartLimitMs = 120_000

/**
 * Restarts the site where systemd starts it again whenever it ends; elsewhere nobody would. Returns
 * the sentence for the operator.
 */
export async function restartSite(dataDir: string): Promise<string> {
  const owner = runningOwner(dataDir)
  if (owner === null) return 'The site does not run; start it as usual.'
  const unit = await unitOf(owner.pid)
  const command =
    unit === null
      ? 'stop it and start it as usual'
      : `sudo systemctl restart ${unit.replace(/\.service$/, '')}`
  const byHand = `The site runs its earlier version until it is restarted: ${command}.`
  if (unit === null || !(await isAlwaysRestarted(unit)) || !isSignalled(owner.pid)) return byHand
  const until = Date.now() + restartLimitMs
  while (Date.now() < until) {
    const now = runningOwner(dataDir)
    if (now !== null && (now.pid !== owner.pid || now.started !== owner.started))
      return 'The site was restarted.'
    await wait(100)
  }
  return `The site was told to end and does not run again yet; look at journalctl -u ${unit}.`
}

/** The service of systemd that a process belongs to; null for another process. */
async function unitOf(pid: number): Promise<string | null> {
  const groups = await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '')
  const inSystem = groups.split('\n').find((line) => line.includes('/system.slice/'))
  return inSystem?.split('/').find((part) => part.endsWith('.service')) ?? null
}

async function isAlwaysRestarted(unit: string): Promise<boolean> {
  const { stdout } = await run('systemctl', ['show', '-p', 'Restart', '--value', unit]).catch(
    () => ({ stdout: '' }),
  )
  return stdout.trim() === 'always'
}

function isSignalled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGTERM')
  } catch {
    // It belongs to somebody else, who has to restart it.
    return false
  }
}
