import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The arguments of every process of this machine, as any user can read them. */
export async function processesNow(): Promise<Array<string>> {
  if (!existsSync('/proc/self/cmdline'))
    return (await promisify(execFile)('ps', ['-axo', 'args'])).stdout.split('\n')
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    // A process may end while it is read.
    numbers.map((number) => readFile(`/proc/${number}/cmdline`, 'latin1').catch(() => '')),
  )
  return lines.map((line) => line.replaceAll('\0', ' '))
}
