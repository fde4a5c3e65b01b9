import fs, { type BigIntStats } from 'node:fs'

/** Codes of errors for a path at which nothing exists. */
const missing: ReadonlyArray<string> = ['ENOENT', 'ENOTDIR']

/**
 * The result of `read`; null when nothing exists at the path, or when the error has one of the
 * `other` codes.
 */
export function ifThere<Result>(
  read: () => Result,
  ...other: ReadonlyArray<string>
): Result | null {
  try {
    return read()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (missing.includes(code) || other.includes(code)) return null
    throw error
  }
}

/** lstat with nanoseconds; null when nothing exists at the path. */
export const statOf = (path: string): BigIntStats | null =>
  ifThere(() => fs.lstatSync(path, { bigint: true }))

/** The bytes of a file; null when it does not exist. */
export const bytesOf = (path: string): Buffer | null => ifThere(() => fs.readFileSync(path))

/** The names in a folder; none when it does not exist. */
export const namesIn = (folder: string): Array<string> =>
  ifThere(() => fs.readdirSync(folder)) ?? []

/**
 * A string that changes when a file is written, replaced or gets other permissions; null when it
 * does not exist.
 */
export function stampOf(path: string): string | null {
  const stat = statOf(path)
  return stat === null ? null : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`
}
