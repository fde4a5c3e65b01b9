import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ifThere, statOf } from './disk-reads.ts'

/** Linux lists the mounts of a process here, one a line. Its fifth field is the folder. */
const list = '/proc/self/mountinfo'

/** The folders at which something is mounted, from the text of `/proc/self/mountinfo`. */
export function mountPoints(text: string): Set<string> {
  const folders = text.split('\n').flatMap((line) => line.split(' ')[4] ?? [])
  // White space and backslashes are written as `\040`.
  const unescaped = (name: string) =>
    name.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8)))
  return new Set(folders.map(unescaped))
}

/**
 * What a rename from or to a folder can't leave, as a text to compare; null for a folder that is
 * not there.
 */
export type MountOf = (folder: string) => string | null

/**
 * Reads the mounts of this moment. The function returns the number of a folder's disk, with the
 * mount that the folder belongs to where the system tells (Linux), as two mounts may be of one
 * disk.
 */
export function readMounts(): MountOf {
  const mounts = mountPoints(ifThere(() => readFileSync(list, 'utf8'), 'EACCES', 'EPERM') ?? '')
  return (folder) => {
    const stat = statOf(folder)
    if (stat === null) return null
    let mount = folder
    while (!mounts.has(mount) && mount !== dirname(mount)) mount = dirname(mount)
    return `${stat.dev} ${mount}`
  }
}
