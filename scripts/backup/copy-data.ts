import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../../server/platform/whole-file.ts'
import { CommandError } from '../command-error.ts'
import { notData } from './manifest.ts'

/** The most attempts to copy the data while it is being rewritten. */
const attempts = 20

/** The state of a file when it was listed. */
interface Found {
  name: string
  inode: number
  size: number
}

/**
 * Copies the data of a site that may be running. Its files are replaced as a whole or appended to;
 * a copy is valid when no file was replaced or truncated meanwhile, so that all files are from one
 * point in time, except for appended lines. Returns the number of files.
 */
export async function copyData(from: string, to: string): Promise<number> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await rm(to, { recursive: true, force: true })
    await mkdir(to, { recursive: true, mode: 0o700 })
    const before = await dataFiles(from)
    const complete = await copyAll(before, from, to)
    const after = new Map((await dataFiles(from)).map((file) => [file.name, file]))
    const isStable =
      after.size === before.length &&
      before.every(({ name, inode, size }) => {
        const now = after.get(name)
        return now !== undefined && now.inode === inode && now.size >= size
      })
    if (complete && isStable) return before.length
    await new Promise((resolve) => setTimeout(resolve, 50 * attempt))
  }
  throw new CommandError(
    'The data keeps changing; stop the site, or try again when it is less busy.',
  )
}

async function dataFiles(folder: string): Promise<Array<Found>> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names
      .filter((name) => !notData.has(name) && !name.startsWith('.'))
      .map((name) => below(folder, name)),
  )
  // The mark of a journal's length must be copied before the journal, which may grow meanwhile.
  return files.flat().sort((one, other) => Number(isMark(other.name)) - Number(isMark(one.name)))
}

const isMark = (name: string) => name.endsWith('-committed')

async function below(folder: string, name: string): Promise<Array<Found>> {
  const known = await stat(path.join(folder, name)).catch(ignoreMissing)
  if (known === null) return []
  if (!known.isDirectory()) return [{ name, inode: known.ino, size: known.size }]
  const names = (await readdir(path.join(folder, name)).catch(ignoreMissing)) ?? []
  return (
    await Promise.all(
      names
        .filter((inner) => !inner.startsWith('.'))
        .map((inner) => below(folder, `${name}/${inner}`)),
    )
  ).flat()
}

/** False when a file disappeared before it was copied. */
async function copyAll(files: ReadonlyArray<Found>, from: string, to: string): Promise<boolean> {
  for (const { name } of files) {
    const target = path.join(to, name)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    const copied = await copyFile(path.join(from, name), target)
      .then(() => true)
      .catch(ignoreMissing)
    if (copied === null) return false
  }
  return true
}
