import { compareVersions } from '#domain/releases.ts'
import { CommandError } from '../command-error.ts'
import { git } from '../native-git.ts'
import { nodeSuffices } from '../node-version.mjs'
import { fetchedRelease, fetchRelease, type Release, releaseAt } from './releases-at.ts'

/**
 * What is merged: going back is the same merge with the state before the last upgrade as the
 * release.
 */
export interface UpgradePlan {
  /** The owner's commit, and the version of its code. */
  ours: Release
  /** The release that the owner's code was made from. */
  base: string
  theirs: Release
  /** The first line and the trailers of the commit. */
  message: string
}

/** The lines at the end of an upgrade's commit, which later upgrades read. */
const trailer = {
  release: 'Release-Commit',
  before: 'Release-Before',
  back: 'Release-Undone',
} as const

/**
 * The plan of an upgrade to a release; null when the site has it already. Throws a CommandError
 * with the reason when there can't be one.
 */
export async function planUpgrade(
  root: string,
  options: { from: string | null; to: string | null },
): Promise<UpgradePlan | null> {
  const theirs = await fetchRelease(root, options)
  const ours = await releaseAt(root, await git(root, 'rev-parse', '--verify', 'HEAD^{commit}'))
  const base = await baseOf(root, ours, theirs)
  if (base === theirs.commit) return null
  if (compareVersions(theirs.version, ours.version) < 0)
    throw new CommandError(
      `The site is at ${ours.version}, which is newer than ${theirs.version}; npm run upgrade -- --back takes the last upgrade back.`,
    )
  await refuseOldNode(root, theirs)
  const trailers = [`${trailer.release}: ${theirs.commit}`, `${trailer.before}: ${base}`]
  return { ours, base, theirs, message: `Upgrade to ${theirs.version}\n\n${trailers.join('\n')}\n` }
}

/**
 * The plan that takes the last upgrade back and keeps everything that was committed since. Throws a
 * CommandError when there is none.
 */
export async function planBack(root: string): Promise<UpgradePlan> {
  const ours = await releaseAt(root, await git(root, 'rev-parse', '--verify', 'HEAD^{commit}'))
  const last = await lastUpgrade(root)
  if (last === null)
    throw new CommandError('No upgrade was made here, so there is nothing to go back to.')
  if (last.undone !== null) throw new CommandError('The last upgrade was taken back already.')
  const theirs = await releaseAt(root, await git(root, 'rev-parse', `${last.commit}^1`))
  const trailers = [`${trailer.release}: ${last.before}`, `${trailer.back}: ${last.commit}`]
  return {
    ours,
    base: last.commit,
    theirs,
    message: `Go back to ${theirs.version}\n\n${trailers.join('\n')}\n`,
  }
}

/**
 * The release that the owner's code comes from: the last commit in common; after an upgrade was
 * taken back, the release before it; for a history of its own, the release that has the version of
 * `package.json`.
 */
async function baseOf(root: string, ours: Release, theirs: Release): Promise<string> {
  const last = await lastUpgrade(root)
  if (last?.undone) return last.release
  const common = await git(root, 'merge-base', ours.commit, theirs.commit).catch(() => null)
  if (common !== null) return common
  const named = await fetchedRelease(root, ours.version)
  if (named !== null) return named.commit
  const isShallow = (await git(root, 'rev-parse', '--is-shallow-repository')) === 'true'
  throw new CommandError(
    isShallow
      ? `This clone is shallow and has nothing in common with the release ${theirs.version}; run "git fetch --unshallow", then the command again.`
      : `This repository has no commit in common with the release ${theirs.version}, and there is no release ${ours.version} that it could come from.`,
  )
}

/** The newest commit of an upgrade in the history of the branch; null without one. */
async function lastUpgrade(root: string) {
  const pattern = `^${trailer.release}: [0-9a-f]{40}$`
  const text = await git(
    root,
    'log',
    '-1',
    '--extended-regexp',
    `--grep=${pattern}`,
    '--format=%H%n%B',
  )
  const [commit = ''] = text.split('\n', 1)
  const value = (name: string) =>
    new RegExp(`^${name}: ([0-9a-f]{40})$`, 'm').exec(text)?.[1] ?? null
  const release = value(trailer.release)
  if (commit === '' || release === null) return null
  return { commit, release, before: value(trailer.before) ?? release, undone: value(trailer.back) }
}

async function refuseOldNode(root: string, { commit, version }: Release) {
  const { engines } = JSON.parse(await git(root, 'show', `${commit}:package.json`)) as {
    engines?: { node?: string }
  }
  if (!nodeSuffices(engines?.node, process.version))
    throw new CommandError(
      `The release ${version} needs Node ${engines?.node}, and this is ${process.version}.`,
    )
}
