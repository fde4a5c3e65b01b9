import { readdir, readFile } from 'node:fs/promises'

/** The arguments of every process of this machine, as any user can read them; Linux only. */
export async function processesNow(): Promise<Array<string>> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    // A process may end while it is read.
    numbers.map((number) => readFile(`/proc/${number}/cmdline`, 'latin1').catch(() => '')),
  )
  return lines.map((line) => line.replaceAll('\0', ' '))
}
