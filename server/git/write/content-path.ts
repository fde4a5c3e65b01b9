import { join } from 'node:path'
import { statOf } from '../../platform/disk-reads.ts'
import { RefusedPathError } from './write-errors.ts'

/**
 * Throws a RefusedPathError unless the text is a path, relative to the content folder, that is
 * valid in git and on every file system.
 */
export function checkContentPath(path: string): void {
  checkPath(path, isGitName, 'names that begin with .git belong to git')
}

/** The same for any file of the repository, where `.gitignore` and similar names are allowed. */
export function checkTreePath(path: string): void {
  checkPath(
    path,
    (name) => /^\.git[. ]*$/.test(plainName(name)) || /^git~\d/.test(plainName(name)),
    '.git belongs to git',
  )
}

function checkPath(path: string, isForbidden: (name: string) => boolean, why: string): void {
  const refuse = (reason: string): never => {
    throw new RefusedPathError(path, reason)
  }
  if (path === '') refuse('it is empty')
  if (!path.isWellFormed()) refuse('it is not Unicode text')
  if (Buffer.byteLength(path) > 4000) refuse('it is too long')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
  if (/[\x00-\x1f\x7f\\]/.test(path)) refuse('it contains a character that file names cannot have')
  for (const name of path.split('/')) {
    if (name === '') refuse('a name in it is empty')
    if (name === '.' || name === '..') refuse('it leads out of its folder')
    if (Buffer.byteLength(name) > 255) refuse('a name in it is too long')
    if (isForbidden(name)) refuse(why)
  }
}

/** `.git…` in any case, with code points that HFS+ ignores, or as NTFS shortens it. */
function isGitName(name: string): boolean {
  return plainName(name).startsWith('.git') || /^git~\d/.test(plainName(name))
}

function plainName(name: string): string {
  return name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu, '').toLowerCase()
}

/**
 * Throws a RefusedPathError when a folder on the way to the file is a link, a file, or a nested
 * repository. Missing folders are allowed.
 */
export function checkParents(contentDir: string, path: string): void {
  const names = path.split('/').slice(0, -1)
  let folder = contentDir
  for (const name of names) {
    folder = join(folder, name)
    const stat = statOf(folder)
    if (stat === null) return
    if (stat.isSymbolicLink()) throw new RefusedPathError(path, `${name} is a link`)
    if (!stat.isDirectory()) throw new RefusedPathError(path, `${name} is not a folder`)
    if (statOf(join(folder, '.git')) !== null)
      throw new RefusedPathError(path, `${name} is a repository of its own`)
  }
}
