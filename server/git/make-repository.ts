import { isUtf8 } from 'node:buffer'
import fs from 'node:fs'
import { join } from 'node:path'
import { RepositoryError } from '../platform/errors.ts'
import { gitRecords } from './program/local-git.ts'

const author = { name: 'Session Notes', email: 'session-notes@localhost' }

/**
 * Prefix of the name of a repository until it is complete, so that a crash never leaves an
 * incomplete `.git`.
 */
const unfinished = '.git-unfinished-'

/**
 * The number of files that are added at once. All files of a large folder would fill the memory.
 */
const batch = 250

/**
 * Creates a repository in a folder that is in none, and commits all plain files that are not
 * ignored; without any, an empty commit. Links, nested repositories and names that are not UTF-8
 * are left out. When two processes call it at the same time, one repository remains.
 */
export async function makeRepository(
  dir: string,
  branch: string,
  message = 'Add the content that was here at the first start',
): Promise<void> {
  const { default: git } = await import('isomorphic-git')
  let gitdir: string | null = null
  try {
    gitdir = fs.mkdtempSync(join(dir, unfinished))
    await git.init({ fs, dir, gitdir, defaultBranch: branch })
    const files = await filesToAdd(dir, gitdir)
    for (let at = 0; at < files.length; at += batch)
      await git.add({ fs, dir, gitdir, filepath: files.slice(at, at + batch), force: true })
    await git.commit({ fs, dir, gitdir, author, message })
    fs.chmodSync(gitdir, 0o755)
    fs.renameSync(gitdir, join(dir, '.git'))
    for (const name of fs.readdirSync(dir))
      if (name.startsWith(unfinished)) fs.rmSync(join(dir, name), { recursive: true, force: true })
  } catch (error) {
    if (gitdir !== null) fs.rmSync(gitdir, { recursive: true, force: true })
    // Another process has created the repository and deleted this unfinished one.
    if (fs.existsSync(join(dir, '.git', 'HEAD'))) return
    throw new RepositoryError(
      `No git repository could be made in ${dir}: ${(error as Error).message}.`,
      {
        cause: error,
      },
    )
  }
}

/** The plain files that git would add; a nested repository ends with a slash. */
async function filesToAdd(workTree: string, gitDir: string): Promise<Array<string>> {
  const files: Array<string> = []
  const args = ['ls-files', '-z', '--others', '--exclude-standard']
  for await (const name of gitRecords({ gitDir, workTree }, args)) {
    const path = name.toString('utf8')
    if (isUtf8(name) && !path.startsWith(unfinished) && fs.lstatSync(join(workTree, path)).isFile())
      files.push(path)
  }
  return files
}
