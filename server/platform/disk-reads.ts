import fs, { type BigIntStats } from 'node:fs'

/** What lstat says, with whole nanoseconds; null when there is nothing at the path. */
export function statOf(path: string): BigIntStats | null {
  try {
    return fs.lstatSync(path, { bigint: true })
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** The file's bytes, or null when there is none. */
export function bytesOf(path: string): Buffer | null {
  try {
    return fs.readFileSync(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** Changes whenever a file is written, replaced or gets other permissions; null when there is none. */
export function stampOf(path: string): string | null {
  const stat = statOf(path)
  return stat === null ? null : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`
}
