import { readdirSync } from 'node:fs'
import { mkdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { findRepository } from '../../server/git/read/find-repository.ts'
import { CommandError } from '../command-error.ts'
import { git, gitSays } from '../native-git.ts'
import type { Manifest } from './manifest.ts'

/** The namespace for branches of a backup whose names are taken. */
const backupRefs = 'refs/backup'

/**
 * Restores the content's repository from a bundle. An existing one is only fast-forwarded, like
 * `git merge --ff-only`. Returns the root of its work tree; throws a CommandError before anything
 * is changed.
 */
export async function restoreRepository(
  bundle: string,
  manifest: Manifest,
  contentDir: string,
): Promise<string> {
  const place = await findRepository(contentDir)
  if (!place) return newRepository(bundle, manifest, contentDir)
  const { workTree } = place
  if (place.prefix !== manifest.prefix)
    throw new CommandError(
      `The backup's content is in the folder "${manifest.prefix}" of its repository, CONTENT_DIR is "${place.prefix}" of ${workTree}.`,
    )
  const checkedOut = await git(workTree, 'symbolic-ref', '--short', 'HEAD').catch(() => null)
  if (checkedOut !== manifest.branch)
    throw new CommandError(
      `Check out the branch ${manifest.branch} in ${workTree} first; the backup is of that one.`,
    )
  if ((await git(workTree, 'status', '--porcelain', '--untracked-files=no')) !== '')
    throw new CommandError(
      `${workTree} has work that is not committed; commit it or undo it first.`,
    )
  await git(
    workTree,
    'fetch',
    '-q',
    '--no-tags',
    bundle,
    `+refs/heads/*:${backupRefs}/*`,
    '+refs/tags/*:refs/tags/*',
  )
  await moveForward(workTree, manifest)
  await placeOthers(workTree, manifest.branch)
  return workTree
}

async function newRepository(
  bundle: string,
  { prefix, branch }: Manifest,
  contentDir: string,
): Promise<string> {
  const suffix = prefix === '' ? '' : `/${prefix}`
  const folder = contentDir.split(path.sep).join('/')
  if (!folder.endsWith(suffix))
    throw new CommandError(
      `The backup's content is in the folder "${prefix}" of its repository: set CONTENT_DIR to a path that ends with it.`,
    )
  const root = suffix === '' ? contentDir : contentDir.slice(0, -suffix.length)
  // git creates the empty folders on the path to the content again.
  for (let at = contentDir; at !== root && isEmpty(at); at = path.dirname(at)) await rmdir(at)
  if (!isEmpty(root))
    throw new CommandError(
      `${root} is not empty; set CONTENT_DIR so that the repository gets a folder of its own.`,
    )
  await mkdir(root, { recursive: true })
  await git(root, 'init', '-q', '-b', branch)
  await git(root, 'fetch', '-q', '--update-head-ok', bundle, '+refs/*:refs/*')
  await git(root, 'reset', '-q', '--hard')
  return root
}

function isEmpty(folder: string) {
  return readdirSync(folder).length === 0
}

async function moveForward(workTree: string, { branch, head }: Manifest) {
  if (await gitSays(workTree, 'merge-base', '--is-ancestor', head, 'HEAD')) return
  if (!(await gitSays(workTree, 'merge-base', '--is-ancestor', 'HEAD', head)))
    throw new CommandError(
      `${workTree} has commits that the backup has not. It is there as ${backupRefs}/${branch}: merge it with git, or restore into an empty folder.`,
    )
  await git(workTree, 'merge', '-q', '--ff-only', head)
}

/** Creates the other branches where their names are free. The others stay under `refs/backup`. */
async function placeOthers(workTree: string, current: string) {
  const lines = await git(workTree, 'for-each-ref', '--format=%(refname) %(objectname)', backupRefs)
  for (const line of lines.split('\n').filter(Boolean)) {
    const [ref = '', id = ''] = line.split(' ')
    const name = ref.slice(backupRefs.length + 1)
    const there = await git(workTree, 'rev-parse', '-q', '--verify', `refs/heads/${name}`).catch(
      () => null,
    )
    if (there === null) await git(workTree, 'branch', '-q', name, id)
    if (there === null || there === id || name === current)
      await git(workTree, 'update-ref', '-d', ref, id)
  }
}
