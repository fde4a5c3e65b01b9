import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { EnvError } from '../server/env/env-error.ts'
import { readEnv } from '../server/env.ts'
import { findRepository } from '../server/git/read/find-repository.ts'
import { RepositoryError } from '../server/platform/errors.ts'
import { CommandError } from './command-error.ts'
import { filterHistory } from './filter-history.ts'
import { fillFolder, refuseTakenFolder } from './free-folder.ts'
import { git } from './native-git.ts'
import { runCommand } from './run-command.ts'

const usage = 'Usage: npm run site:move -- FOLDER'

/**
 * Takes the content with its own history into a repository of its own. The repository that it was
 * in stays as it is. Returns the exit code.
 */
async function main(): Promise<number> {
  const { positionals } = parseArgs({ options: {}, allowPositionals: true })
  const [name] = positionals
  if (name === undefined || positionals.length > 1) throw new EnvError(usage)
  if (existsSync('.env')) process.loadEnvFile()
  const env = readEnv(process.env, process.cwd())
  const folder = path.resolve(process.cwd(), name)
  try {
    const from = await source(env.contentDir, env.gitBranch)
    await refuseTakenFolder(folder)
    const commits = await fillFolder(folder, () => moveContent(from, folder))
    console.log(`${folder} has the content and its history: ${commits} commits on the branch ${from.branch}. Next:
  1. Stop the site, and run this command again into another folder when somebody has saved meanwhile.
  2. Set CONTENT_DIR=${folder} in .env${env.remote === null ? '' : ', and GIT_REMOTE to a new, empty repository for the content'}.
  3. Start the site. ${from.workTree} stays as it is; its folder ${from.prefix} is not used any more.`)
    return 0
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof RepositoryError)) throw error
    console.error(error.message)
    return 1
  }
}

interface Source {
  workTree: string
  /** The path of the content folder in the repository. */
  prefix: string
  branch: string
}

/**
 * The repository that the content is in. Refuses content that can't be moved, or whose newest state
 * would be left behind.
 */
async function source(contentDir: string, wanted: string | null): Promise<Source> {
  const place = await findRepository(contentDir, wanted)
  if (place === null || place.prefix === '')
    throw new CommandError(
      `${contentDir} is not in the repository of something else, so there is nothing to move.`,
    )
  const { workTree, prefix, branch } = place
  if (branch === null)
    throw new CommandError(
      'The working copy is on no branch (detached HEAD); check out the branch of the site first.',
    )
  if ((await git(workTree, 'rev-parse', '--is-shallow-repository')) === 'true')
    throw new CommandError(
      'This clone is shallow, so the history is not all here; run git fetch --unshallow first.',
    )
  const dirty = await git(workTree, 'status', '--porcelain', '--', prefix)
  if (dirty !== '')
    throw new CommandError(
      `${prefix} has changes that are not committed; commit or undo them first, so that they come along.`,
    )
  return { workTree, prefix, branch }
}

/**
 * Fetches the branch into a new repository and leaves of it what concerns the content. Returns the
 * number of commits.
 */
async function moveContent({ workTree, prefix, branch }: Source, folder: string): Promise<number> {
  await git(folder, 'init', '-q')
  await git(folder, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`)
  await git(folder, 'fetch', '-q', '--no-tags', workTree, `refs/heads/${branch}`)
  const commits = await filterHistory(folder, {
    from: 'FETCH_HEAD',
    prefix,
    to: `refs/heads/${branch}`,
  })
  // What else was fetched is part of no branch, and is not packed again.
  await rm(path.join(folder, '.git', 'FETCH_HEAD'))
  await git(folder, 'repack', '-q', '-a', '-d')
  await git(folder, 'prune', '--expire=now')
  await git(folder, 'reset', '-q', '--hard')
  return commits
}

await runCommand(usage, main)
