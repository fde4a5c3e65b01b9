import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { ignoreMissing } from '../../server/platform/whole-file.ts'

/** Folders of a build in which every file has a hash in its name. */
const hashedFolders = [
  'client/assets',
  'client/admin-threads',
  'client/fonts',
  'server/parts',
  'server/chunks',
]

const record = 'carried.json'

/**
 * Copies the files of the build that runs into the next one, where it has none of that name: the
 * running server and the pages that it has delivered still find theirs. Files that the running
 * build got this way itself are left out.
 */
export async function carryFiles(running: string, next: string): Promise<void> {
  const text = await readFile(path.join(running, record), 'utf8').catch(ignoreMissing)
  const earlier = new Set(text === null ? [] : z.array(z.string()).parse(JSON.parse(text)))
  const carried: Array<string> = []
  for (const folder of hashedFolders)
    for (const name of await filesIn(path.join(running, folder))) {
      const file = `${folder}/${name}`
      if (earlier.has(file)) continue
      await mkdir(path.dirname(path.join(next, file)), { recursive: true })
      if (await isCopied(path.join(running, file), path.join(next, file))) carried.push(file)
    }
  await writeFile(path.join(next, record), JSON.stringify(carried))
}

async function isCopied(from: string, to: string): Promise<boolean> {
  try {
    // COPYFILE_EXCL: a file of the next build stays as it is.
    await copyFile(from, to, 1)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function filesIn(folder: string): Promise<Array<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    ignoreMissing,
  )
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}
