import { isProducts } from '#domain/releases.ts'
import { notesBetween } from '../changelog.ts'
import { git } from '../native-git.ts'
import type { UpgradePlan } from './plan-upgrade.ts'

/** The most files that are named. */
const shownFiles = 20

/**
 * What the changelog of the release says about the versions between, as lines; what needs a hand
 * comes first.
 */
export async function notesFor(
  root: string,
  { ours, theirs }: UpgradePlan,
): Promise<Array<string>> {
  const changelog = await git(root, 'show', `${theirs.commit}:CHANGELOG.md`).catch(() => '')
  return notesBetween(changelog, ours.version, theirs.version).flatMap(({ version, parts }) => [
    '',
    version,
    ...parts.flatMap(({ title, text }) => ['', `${title}:`, text]),
  ])
}

/** The files that the merge changes, in words. */
export async function changedFiles(
  root: string,
  ours: string,
  tree: string,
): Promise<Array<string>> {
  const files = (await git(root, 'diff', '--name-only', '-z', '--no-renames', ours, tree))
    .split('\0')
    .filter(Boolean)
  const products = files.filter(isProducts)
  const more = products.length - shownFiles
  return [
    '',
    `Files of the product that change: ${products.length}.`,
    ...products.slice(0, shownFiles).map((file) => `  ${file}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    `Files of yours that change: ${files.length - products.length}.`,
  ]
}
