import { newestRelease, versionOfTag } from '#domain/releases.ts'
import { CommandError } from '../command-error.ts'
import { git } from '../native-git.ts'

/** Where fetched releases are, apart from the tags of the owner. */
const fetched = 'refs/session-notes/releases'

/** A commit and its version. */
export interface Release {
  commit: string
  version: string
}

/**
 * Fetches the releases (tags `v1.2.3`) from an address, a path or a remote of the repository, and
 * returns the one named by `to`, by default the newest. Throws a CommandError when nothing can be
 * fetched, or when there is no such release.
 */
export async function fetchRelease(
  root: string,
  { from, to }: { from: string | null; to: string | null },
) {
  const source = from ?? (await usualSource(root))
  const quiet = [
    '-c',
    'gc.auto=0',
    '-c',
    'maintenance.auto=false',
    '-c',
    'fetch.recurseSubmodules=false',
  ]
  await git(
    root,
    ...quiet,
    'fetch',
    '-q',
    '--no-tags',
    '--prune',
    source,
    `+refs/tags/v*:${fetched}/v*`,
  )
  const tags = (await git(root, 'for-each-ref', '--format=%(refname)', fetched))
    .split('\n')
    .map((ref) => ref.slice(fetched.length + 1))
  const tag = to ?? newestRelease(tags)
  if (tag === null)
    throw new CommandError(`${source} has no release: there is no tag such as v1.2.3.`)
  const version = versionOfTag(tag)
  if (version === null || !tags.includes(tag))
    throw new CommandError(
      `${source} has no release ${tag}; it has ${tags.filter(Boolean).join(', ') || 'none'}.`,
    )
  return releaseAt(root, await git(root, 'rev-parse', '--verify', `${fetched}/${tag}^{commit}`))
}

/** The release whose tag names a version, among those that were fetched; null without one. */
export async function fetchedRelease(root: string, version: string): Promise<Release | null> {
  const ref = `${fetched}/v${version}`
  const commit = await git(root, 'rev-parse', '-q', '--verify', `${ref}^{commit}`).catch(() => null)
  return commit === null ? null : { version, commit }
}

/** A commit with the version in its `package.json`. Throws a CommandError without one. */
export async function releaseAt(root: string, commit: string): Promise<Release> {
  const text = await git(root, 'show', `${commit}:package.json`)
  const { version } = JSON.parse(text) as { version?: unknown }
  if (typeof version !== 'string')
    throw new CommandError(`package.json of ${commit.slice(0, 9)} names no version.`)
  return { commit, version }
}

/** The remote of the product: `upstream` where there is one, otherwise `origin`. */
async function usualSource(root: string): Promise<string> {
  const remotes = (await git(root, 'remote')).split('\n')
  const source = ['upstream', 'origin'].find((name) => remotes.includes(name))
  if (source === undefined)
    throw new CommandError(
      'This clone has no remote; name the address or the folder of the product with --from.',
    )
  return source
}
