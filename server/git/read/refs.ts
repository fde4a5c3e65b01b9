import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ifThere } from '../../platform/disk-reads.ts'
import { RepositoryError } from '../../platform/errors.ts'
import { isObjectId } from '../../platform/object-id.ts'

const branchPrefix = 'refs/heads/'

/**
 * A program that rewrites a ref in place leaves it empty for a moment: the most attempts to read
 * it, 2 ms apart.
 */
const defaultAttempts = 50

/** Where the references of a repository are, and the branch that the site follows. */
interface RefPlace {
  gitDir: string
  commonDir: string
  branch?: string | null
}

/**
 * The commit of the branch (or of HEAD, for null), or null when there is none. Reads two or three
 * small files, so it may be called often. Throws a RepositoryError when, after `attempts` reads, a
 * ref contains neither a commit id nor another ref.
 */
export function headCommit(
  place: RefPlace,
  branch = place.branch ?? null,
  attempts = defaultAttempts,
): string | null {
  const { gitDir, commonDir } = place
  let content = branch === null ? readHead(gitDir, attempts) : `ref: ${branchPrefix}${branch}`
  for (let depth = 0; depth < 6; depth++) {
    if (isObjectId(content)) return content
    const name = content.slice('ref: '.length)
    const next = readLooseRef(join(commonDir, name), attempts) ?? readPackedRef(commonDir, name)
    if (next === null) return null
    content = next
  }
  throw new RepositoryError(`The branch ${branch ?? 'HEAD'} points in a circle.`)
}

/**
 * The branch that is checked out in the work tree, or null when HEAD is detached. The branch may
 * have no commit yet.
 */
export function checkedOutBranch(gitDir: string, attempts = defaultAttempts): string | null {
  const content = readHead(gitDir, attempts)
  return content.startsWith(`ref: ${branchPrefix}`)
    ? content.slice(`ref: ${branchPrefix}`.length)
    : null
}

function readHead(gitDir: string, attempts: number): string {
  const content = readLooseRef(join(gitDir, 'HEAD'), attempts)
  if (content === null) throw new RepositoryError(`${join(gitDir, 'HEAD')} is missing.`)
  return content
}

/**
 * Loose refs before packed ones, as in git: packing writes the packed file first and deletes the
 * loose one after it.
 */
function readLooseRef(path: string, attempts: number): string | null {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) pause(2)
    const text = readIfThere(path)?.trim()
    if (text === undefined) return null
    if (isObjectId(text)) return text
    if (/^ref:\s*refs\//.test(text)) return `ref: ${text.slice('ref:'.length).trim()}`
  }
  throw new RepositoryError(`${path} contains no commit id.`)
}

/** The commit of a full ref name in `packed-refs`, or null. A loose ref takes precedence. */
export function readPackedRef(commonDir: string, name: string): string | null {
  const text = `\n${readIfThere(join(commonDir, 'packed-refs')) ?? ''}\n`
  const at = text.indexOf(` ${name}\n`)
  if (at < 0) return null
  const id = text.slice(text.lastIndexOf('\n', at) + 1, at)
  if (!isObjectId(id))
    throw new RepositoryError(
      `${join(commonDir, 'packed-refs')} contains no commit id for ${name}.`,
    )
  return id
}

function readIfThere(path: string): string | null {
  return ifThere(() => readFileSync(path, 'utf8'), 'EISDIR')
}

function pause(milliseconds: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
