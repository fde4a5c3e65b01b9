import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process that cannot be mistaken for a later one of the same number. */
export interface ProcessIdentity {
  pid: number
  /** When it started, as the operating system words it (with the id of the boot on Linux); '' when that cannot be known. */
  started: string
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid) ?? '' }
}

/** Whether that process is certainly gone: its number is free, or belongs to a process that started at another time. */
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

/** Start of a process; null when it is dead (a zombie included), '' when it cannot be known here. */
function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return startByPs(pid)
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program stands in parentheses and may hold anything; state is the first field behind it, start time the twentieth.
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
    // No ps here (Windows): the number alone has to do, and a living process of that number counts as the same one.
    return ''
  }
}
