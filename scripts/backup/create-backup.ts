import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { create } from 'tar'
import type { Env } from '../../server/env.ts'
import { findRepository } from '../../server/git/read/find-repository.ts'
import { openDatabase } from '../../server/platform/postgres/open-database.ts'
import { CommandError } from '../command-error.ts'
import { git } from '../native-git.ts'
import { copyData } from './copy-data.ts'
import { dumpDatabase } from './dump-database.ts'
import { type Manifest, parts } from './manifest.ts'

/**
 * Writes the content's repository (every branch and tag, as a git bundle), uncommitted content
 * files, and the data into one file that only its owner can read. The site may be running. Returns
 * the text to print; throws a CommandError.
 */
export async function backUp(file: string, { contentDir, dataDir, databaseUrl }: BackupEnv) {
  if (existsSync(file))
    throw new CommandError(`${file} exists already; choose another name for the backup.`)
  const folder = path.dirname(file)
  if (!existsSync(folder)) throw new CommandError(`There is no folder ${folder}.`)
  if (!path.relative(dataDir, file).startsWith('..'))
    throw new CommandError('Keep the backup outside of DATA_DIR.')
  const place = await findRepository(contentDir)
  if (!place)
    throw new CommandError(
      `${contentDir} is in no git repository; start the site once to create one.`,
    )
  const { workTree, prefix } = place
  // In the target folder, so that missing disk space is noticed on the right file system.
  const work = await mkdtemp(path.join(folder, '.session-notes-backup-'))
  try {
    const inWork = (name: string) => path.join(work, name)
    const dataFiles = await (databaseUrl === null
      ? copyData(dataDir, inWork(parts.data))
      : dumpOf(databaseUrl, inWork(parts.data)))
    if ((await git(workTree, 'rev-parse', '--is-shallow-repository')) === 'true')
      throw new CommandError(
        'The repository is a shallow clone; run `git fetch --unshallow` in it first.',
      )
    const branch = await git(workTree, 'symbolic-ref', '--short', 'HEAD').catch(() => {
      throw new CommandError(
        'The working copy is on no branch (detached HEAD); check one out first.',
      )
    })
    // A clone that was made by GIT_WRITE=through has no work tree.
    const isBare = (await git(workTree, 'rev-parse', '--is-bare-repository')) === 'true'
    const copied = isBare ? [] : await copyUncommitted(workTree, prefix, inWork(parts.uncommitted))
    const head = await bundle(workTree, branch, inWork('refs'), inWork(parts.repository))
    const uncommitted = await withoutCommitted(workTree, head, inWork(parts.uncommitted), copied)
    const manifest: Manifest = {
      version: 1,
      createdAt: new Date().toISOString(),
      prefix,
      branch,
      head,
      uncommitted,
    }
    await writeFile(inWork(parts.manifest), `${JSON.stringify(manifest, null, 2)}\n`)
    const names = Object.values(parts).filter(
      (name) => name !== parts.uncommitted || uncommitted.length > 0,
    )
    await writeFile(inWork('backup'), '', { mode: 0o600 })
    await create({ cwd: work, file: inWork('backup'), gzip: true, portable: true }, names)
    await moveIntoPlace(inWork('backup'), file)
    const commits = await git(workTree, 'rev-list', '--count', head)
    const { size } = await stat(file)
    return [
      `${file}: ${(size / 1e6).toFixed(1)} MB, branch ${branch} at ${head.slice(0, 7)} with ${commits} commits, ${dataFiles} data files.`,
      ...(uncommitted.length > 0
        ? [`${uncommitted.length} content files are not committed; they are in it as well.`]
        : []),
      'It holds the addresses of subscribers and the secrets of the site: keep it where nobody else reads.',
    ].join('\n')
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/**
 * Gives a finished file its name, and never overwrites another. `linkFile` fails where there are no
 * hard links: on FAT, exFAT and some network disks.
 */
export async function moveIntoPlace(
  finished: string,
  file: string,
  linkFile = link,
): Promise<void> {
  try {
    await linkFile(finished, file)
  } catch {
    // Fails as well when there is such a file.
    await writeFile(file, '', { flag: 'wx' })
    await rename(finished, file).catch(async (error: unknown) => {
      await rm(file)
      throw error
    })
  }
}

/** The settings that a backup needs. */
export type BackupEnv = Pick<Env, 'contentDir' | 'dataDir' | 'databaseUrl'>

/** The SQL files of this build. */
export const migrations = new URL('../../server/platform/postgres/migrations/', import.meta.url)

/** Writes the data of a database as the files that a site without one has. */
async function dumpOf(url: string, to: string): Promise<number> {
  const database = await openDatabase({ url, migrations, failed: () => {} })
  try {
    return await dumpDatabase(database, to)
  } finally {
    await database.close()
  }
}

/**
 * Bundles every branch and tag at one point in time, and returns the commit of `branch` then. Git
 * omits a branch that moves during the bundling, so the bundle is made from a copy of the refs, in
 * a repository at `copy` that borrows the objects.
 */
async function bundle(
  workTree: string,
  branch: string,
  copy: string,
  file: string,
): Promise<string> {
  const refs = (await git(workTree, 'for-each-ref', '--format=%(objectname) %(refname)')).split(
    '\n',
  )
  const head = refs.find((line) => line.endsWith(` refs/heads/${branch}`))?.split(' ')[0]
  if (head === undefined) throw new CommandError(`The branch ${branch} has no commit yet.`)
  const objects = path.resolve(workTree, await git(workTree, 'rev-parse', '--git-path', 'objects'))
  await git(workTree, 'init', '-q', '--bare', copy)
  await git(copy, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`)
  await writeFile(path.join(copy, 'objects', 'info', 'alternates'), `${objects}\n`)
  await writeFile(path.join(copy, 'packed-refs'), `${refs.join('\n')}\n`)
  await git(copy, 'bundle', 'create', '-q', file, '--all')
  return head
}

/** Copies uncommitted content files. Returns their paths from the root of the repository. */
async function copyUncommitted(
  workTree: string,
  prefix: string,
  to: string,
): Promise<Array<string>> {
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--',
    prefix || '.',
  ]
  const entries = (await git(workTree, ...args)).split('\0').filter(Boolean)
  const paths = entries
    .map((entry) => entry.slice(3))
    .filter((name) => existsSync(path.join(workTree, name)))
  for (const name of paths) {
    await mkdir(path.dirname(path.join(to, name)), { recursive: true })
    await copyFile(path.join(workTree, name), path.join(to, name))
  }
  return paths
}

/**
 * Removes copies of files that were read during a save: the bundle, which is made later, contains
 * their bytes.
 */
async function withoutCommitted(
  workTree: string,
  head: string,
  copies: string,
  paths: ReadonlyArray<string>,
): Promise<Array<string>> {
  const left: Array<string> = []
  for (const name of paths) {
    const copy = path.join(copies, name)
    const blob = await git(workTree, 'hash-object', `--path=${name}`, copy)
    const commit = await git(
      workTree,
      'log',
      '-1',
      '--format=%H',
      `--find-object=${blob}`,
      head,
      '--',
      name,
    )
    if (commit === '') left.push(name)
    else await rm(copy)
  }
  return left
}
