import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { findRepository } from '../server/git/read/find-repository.ts'
import { RepositoryError } from '../server/platform/errors.ts'
import { isDiskFull } from '../server/platform/storage-error.ts'
import { ignoreMissing } from '../server/platform/whole-file.ts'
import { CommandError } from './command-error.ts'

/**
 * Throws a CommandError with one sentence for a folder that has something in it, or that is in a
 * git repository.
 */
export async function refuseTakenFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(ignoreMissing).catch(refuseUnusable(folder))
  if (entries !== null && entries.length > 0)
    throw new CommandError(`${shown(folder)} is not empty; name an empty or a missing folder.`)
  let existing = folder
  while (!existsSync(existing)) existing = path.dirname(existing)
  const outer = await repositoryOf(existing)
  if (outer !== null)
    throw new CommandError(
      `${shown(folder)} is in the git repository ${outer}; name a folder outside of it, because the site's content gets a repository of its own.`,
    )
}

/**
 * Makes an empty or missing folder and fills it. After a failure, the folder is as it was. Throws a
 * CommandError, or the error of a full disk.
 */
export async function fillFolder<Result>(
  folder: string,
  fill: () => Promise<Result>,
): Promise<Result> {
  const made = await mkdir(folder, { recursive: true }).catch(refuseUnusable(folder))
  try {
    return await fill()
  } catch (error) {
    for (const name of await readdir(folder))
      await rm(path.join(folder, name), { recursive: true, force: true })
    if (made !== undefined) await rm(made, { recursive: true, force: true })
    return refuseUnusable(folder)(error as Error)
  }
}

/** A path as somebody in this folder writes it. */
export function shown(file: string): string {
  return path.relative(process.cwd(), file) || '.'
}

async function repositoryOf(folder: string): Promise<string | null> {
  try {
    return (await findRepository(folder))?.workTree ?? null
  } catch (error) {
    if (error instanceof RepositoryError) throw new CommandError(error.message)
    throw error
  }
}

function refuseUnusable(folder: string): (error: Error) => never {
  return (error) => {
    if (isDiskFull(error) || error instanceof CommandError) throw error
    throw new CommandError(`Nothing can be made in ${shown(folder)}: ${error.message}.`)
  }
}
