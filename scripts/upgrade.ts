import { existsSync } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isProducts } from '#domain/releases.ts'
import { EnvError } from '../server/env/env-error.ts'
import { type Env, readEnv } from '../server/env.ts'
import { effectiveConfig } from '../server/git/read/config.ts'
import { findRepository } from '../server/git/read/find-repository.ts'
import { BranchMoved } from '../server/git/remote/pull-plan.ts'
import { UnfitChange } from '../server/git/remote/sync-faults.ts'
import { writableBranch } from '../server/git/shape/repository-shape.ts'
import { claimFolder, FolderInUse } from '../server/platform/data-lock.ts'
import { RefusedError, RepositoryError } from '../server/platform/errors.ts'
import { readMounts } from '../server/platform/mounts.ts'
import { isDiskFull } from '../server/platform/storage-error.ts'
import { CommandError } from './command-error.ts'
import { finishUpgrade, upgradePlaces } from './finish-upgrade.mjs'
import { git } from './native-git.ts'
import { diskFullAt, runCommand } from './run-command.ts'
import { changedFiles, notesFor } from './upgrade/describe-changes.ts'
import { mergeRelease } from './upgrade/merge-release.ts'
import { planBack, planUpgrade } from './upgrade/plan-upgrade.ts'
import { restartSite } from './upgrade/restart-site.ts'
import { builtFolders, clearStage, stageUpgrade } from './upgrade/stage-upgrade.ts'
import { switchUpgrade } from './upgrade/switch-upgrade.ts'

const usage =
  'Usage: npm run upgrade -- [--to TAG] [--from URL|PATH] [--site FOLDER] [--confirm], or npm run upgrade -- --back [--site FOLDER] [--confirm].'

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  site: { type: 'string' },
  back: { type: 'boolean', default: false },
  confirm: { type: 'boolean', default: false },
} as const

function readOptions() {
  const { values } = parseArgs({ options })
  if (values.back && (values.to !== undefined || values.from !== undefined))
    throw new EnvError(usage)
  return { ...values, to: values.to ?? null, from: values.from ?? null }
}

/**
 * Upgrades the site of this folder, or of the one given, which may be too old to have the command,
 * to a release, or takes that back: shows what changes, and makes the change with `--confirm`.
 * Returns the exit code.
 */
async function main(): Promise<number> {
  const given = readOptions()
  const variables = { ...process.env }
  const root = path.resolve(given.site ?? '.')
  const settings = path.join(root, '.env')
  if (existsSync(settings)) process.loadEnvFile(settings)
  const env = readEnv(process.env, root)
  await refuseOthers(root, env)
  const { folder } = upgradePlaces(root)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new CommandError(
      `The new version is prepared in ${folder}, which can't be made: ${(error as Error).message}.`,
    )
  })
  const release = claimFolder('The folder', folder)
  try {
    await refuseOtherDisk(root, folder)
    if (finishUpgrade(root)) console.log('An upgrade that was interrupted is completed.')
    await clearStage(root)
    return await upgrade(root, env, variables, given)
  } catch (error) {
    const sentence = sentenceOf(error)
    if (sentence === null) throw error
    console.error(sentence)
    console.error(
      finishUpgrade(root) ? 'The upgrade is complete all the same.' : 'Nothing was changed.',
    )
    return 1
  } finally {
    // What can't be completed now has to stay for the next attempt.
    finishUpgrade(root)
    await clearStage(root)
    release()
  }
}

async function upgrade(
  root: string,
  env: Env,
  variables: NodeJS.ProcessEnv,
  given: ReturnType<typeof readOptions>,
): Promise<number> {
  const plan = given.back ? await planBack(root) : await planUpgrade(root, given)
  if (plan === null) {
    console.log('The site has this release already.')
    return 0
  }
  const tree = await mergeRelease(root, upgradePlaces(root).next, {
    base: plan.base,
    ours: plan.ours.commit,
    theirs: plan.theirs.commit,
  })
  console.log(
    `${given.back ? 'Back from' : 'From'} ${plan.ours.version} to ${plan.theirs.version}.`,
  )
  const changes = await changedFiles(root, plan.ours.commit, tree)
  for (const line of [...(await notesFor(root, plan)), ...changes]) console.log(line)
  if (!given.confirm) {
    console.log('Nothing was changed. Run the same command with --confirm to do it.')
    return 0
  }
  await refuseFilesInTheWay(root, plan.ours.commit, tree)
  const built = await stageUpgrade({
    root,
    env,
    tree,
    variables,
    refusesFaults: !given.back,
    say: console.log,
  })
  console.log('Switching …')
  const commit = await switchUpgrade(root, env, { plan, tree, built })
  console.log(`${plan.message.split('\n', 1)[0]} is done with the commit ${commit}.`)
  if (!given.back) console.log('To go back: npm run upgrade -- --back --confirm')
  console.log(await restartSite(env.dataDir))
  return 0
}

/** Refuses folders that can't be upgraded this way, each with one sentence. */
async function refuseOthers(root: string, env: Env) {
  if (env.gitWrite === 'through')
    throw new EnvError(
      'With GIT_WRITE=through the code comes with the image or a clone of its own; see "Deploys without a gap" in docs/operate.md.',
    )
  if (!existsSync(path.join(root, '.git')))
    throw new EnvError(
      `${root} is no git repository, so there is nothing to merge a release into; in containers, build the new image.`,
    )
  const place = await findRepository(root)
  // What would stop the last step must not cost a build first.
  if (place) writableBranch({ ...place, branch: null }, await effectiveConfig(place))
  const status = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=no']
  const changed = (await git(root, '--no-optional-locks', ...status))
    .split('\0')
    .map((entry) => entry.slice(3))
  const files = changed.filter((file) => file !== '' && isProducts(file))
  if (files.length > 0)
    throw new EnvError(
      `${files.slice(0, 5).join(', ')} ${files.length === 1 ? 'has' : 'have'} changes that are not committed; commit or undo them first.`,
    )
}

/** Refuses files that git does not know at places where the new version has files. */
async function refuseFilesInTheWay(root: string, ours: string, tree: string) {
  const added = await git(
    root,
    'diff',
    '--name-only',
    '-z',
    '--no-renames',
    '--diff-filter=A',
    ours,
    tree,
  )
  const file = added.split('\0').find((name) => name !== '' && existsSync(path.join(root, name)))
  if (file !== undefined)
    throw new CommandError(`${file} is already there, but not committed; move it away first.`)
}

/** Refuses a site whose new version could not be put in its place by a rename. */
async function refuseOtherDisk(root: string, folder: string) {
  const mountOf = readMounts()
  const mount = mountOf(await realpath(folder))
  const site = await realpath(root)
  for (const place of [site, ...builtFolders.map((name) => path.join(site, name))])
    if (![null, mount].includes(mountOf(place)))
      throw new CommandError(
        `${place} is on another disk than ${folder}, where the new version is prepared; move the site into a folder of its disk, so that both are there.`,
      )
}

/** The sentence of an error for the operator; null for an error that needs its stack. */
function sentenceOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (isDiskFull(error)) return diskFullAt(error)
  const kinds = [
    CommandError,
    EnvError,
    RefusedError,
    RepositoryError,
    UnfitChange,
    BranchMoved,
    FolderInUse,
  ]
  return kinds.some((kind) => error instanceof kind) ? error.message : null
}

await runCommand(usage, main)
