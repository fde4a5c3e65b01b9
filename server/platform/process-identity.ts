import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Identifies a process even when its id is reused later. */
export interface ProcessIdentity {
  pid: number
  /**
   * Start time in the format of the operating system (on Linux with the boot id); '' when unknown.
   */
  started: string
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid) ?? '' }
}

/**
 * Whether the process has certainly ended: its id is free, or belongs to a process that started at
 * another time.
 */
export function isGone({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
  const now = startOf(pid)
  if (now === null) return true
  return now !== '' && started !== '' && now !== started
}

/** Start time of a process; null when it has ended (a zombie included), '' when unknown. */
function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return startByPs(pid)
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // /proc/PID/stat: the program name in parentheses may contain anything. After it, the state is
    // the first field, the start time the twentieth (proc(5)).
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${fields[19] ?? ''}`
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'ENOENT' || code === 'ESRCH') return null
    return ''
  }
}

function startByPs(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C', TZ: 'UTC' },
    }).trim()
  } catch {
    // There is no ps (Windows): only the id is compared, and a running process with it counts as
    // the same one.
    return ''
  }
}
