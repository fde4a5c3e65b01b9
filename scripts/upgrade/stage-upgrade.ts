import { existsSync } from 'node:fs'
import { readdir, readFile, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '../../server/env.ts'
import { lockOf } from '../../server/platform/data-lock.ts'
import { ignoreMissing } from '../../server/platform/whole-file.ts'
import { copyData } from '../backup/copy-data.ts'
import { type Journal, upgradePlaces } from '../finish-upgrade.mjs'
import { git } from '../native-git.ts'
import { carryFiles } from './carry-files.ts'
import { codeTree } from './merge-release.ts'
import { runStep } from './run-step.ts'
import { trialMigrations } from './trial-migrations.ts'
import { trialStart } from './trial-start.ts'

/** The folders that a version of the product runs from, beside its code. */
export const builtFolders = ['node_modules', 'dist'] as const

export interface Staging {
  root: string
  env: Pick<Env, 'contentDir' | 'dataDir' | 'databaseUrl'>
  /** The merged tree, which is checked out in `next`. */
  tree: string
  /** The environment of the person who runs the command, without the settings of the site. */
  variables: NodeJS.ProcessEnv
  /**
   * Whether faults of the content stop it; a return to a version that has run here is no matter of
   * theirs.
   */
  refusesFaults: boolean
  say(sentence: string): void
}

/**
 * Installs and builds the checked-out version, checks the content with it, and starts it with a
 * copy of the data. Returns the folder that has its `node_modules` and `dist`. Throws a
 * CommandError at the first step that fails.
 */
export async function stageUpgrade({
  root,
  env,
  tree,
  variables,
  refusesFaults,
  say,
}: Staging): Promise<string> {
  const { next, data } = upgradePlaces(root)
  const contentDir = contentOf(root, next, env.contentDir)
  const forBuild = {
    cwd: next,
    env: { ...plain(variables), CONTENT_DIR: contentDir, DATA_DIR: data },
  }
  const kept = await previousBuild(root, tree)
  if (kept !== null) {
    say('The version was built before; its files are still there.')
    for (const name of builtFolders) await symlink(path.join(kept, name), path.join(next, name))
  } else {
    say('Installing …')
    // A folder with the tools of developers gets them again.
    const without = existsSync(path.join(root, 'node_modules', 'typescript')) ? [] : ['--omit=dev']
    await runStep(['npm', 'ci', '--no-audit', '--no-fund', ...without], forBuild)
    say('Building …')
    await runStep(['npm', 'run', 'build'], forBuild)
  }
  if (refusesFaults) {
    say('Checking the content …')
    await runStep(['npm', 'run', 'content:check'], forBuild)
  }
  say('Starting the new version with a copy of the data …')
  await copyData(env.dataDir, data)
  await trialStart(next, { contentDir, dataDir: data })
  await rm(data, { recursive: true, force: true })
  if (env.databaseUrl !== null) {
    say('Migrating the database in a transaction that is taken back …')
    await trialMigrations(env.databaseUrl, next)
  }
  const built = kept ?? next
  await carryFiles(path.join(root, 'dist'), path.join(built, 'dist'))
  return built
}

/**
 * The folder with what the site ran from before, if that was built from the code of a tree;
 * otherwise null.
 */
async function previousBuild(root: string, tree: string): Promise<string | null> {
  const kept = await readKept(root)
  if (kept === null || !builtFolders.every((name) => existsSync(path.join(kept.was, name))))
    return null
  return kept.code === (await codeTree(root, tree)) ? kept.was : null
}

async function readKept(root: string): Promise<Pick<Journal, 'code' | 'was'> | null> {
  const text = await readFile(upgradePlaces(root).kept, 'utf8').catch(ignoreMissing)
  return text === null ? null : (JSON.parse(text) as Journal)
}

/**
 * The content folder as the new version has it; one outside of the repository is the same for both.
 */
function contentOf(root: string, next: string, contentDir: string) {
  return isInside(root, contentDir) ? path.join(next, path.relative(root, contentDir)) : contentDir
}

/**
 * Whether a folder is in the one of the site, and not somewhere else, in a repository of its own.
 */
export function isInside(root: string, folder: string): boolean {
  const inside = path.relative(root, folder)
  return !inside.startsWith('..') && !path.isAbsolute(inside)
}

/** An environment without what npm has set for this command. */
function plain(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOfNpm = (name: string) =>
    /^(?:npm_(?:lifecycle|package|command)|INIT_CWD$|NODE_ENV$)/.test(name)
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !isOfNpm(name)))
}

/**
 * Removes what an upgrade, or one that was interrupted, has prepared; what the site runs from and
 * ran from before stays.
 */
export async function clearStage(root: string): Promise<void> {
  const { folder, kept } = upgradePlaces(root)
  const was = (await readKept(root))?.was
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    if (file !== kept && file !== was && file !== lockOf(folder))
      await rm(file, { recursive: true, force: true })
  }
  await git(root, 'worktree', 'prune')
}
