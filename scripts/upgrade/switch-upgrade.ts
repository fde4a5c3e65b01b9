import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { ownersFolder } from '#domain/releases.ts'
import type { Env } from '../../server/env.ts'
import { effectiveConfig } from '../../server/git/read/config.ts'
import { openRepository } from '../../server/git/read/open-repository.ts'
import { changesTo, type PullPlan, preparePull } from '../../server/git/remote/pull-plan.ts'
import { personOf } from '../../server/git/write/commit-text.ts'
import type { Prepare } from '../../server/git/write/make-commit.ts'
import { createWriteLane } from '../../server/git/write/write-lane.ts'
import { writeWholeFile } from '../../server/platform/whole-file.ts'
import { finishUpgrade, upgradePlaces } from '../finish-upgrade.mjs'
import { codeTree, withLaterContent } from './merge-release.ts'
import type { UpgradePlan } from './plan-upgrade.ts'
import { builtFolders, isInside } from './stage-upgrade.ts'

/**
 * Moves the branch to the merged version through the write lane, beside the saves of a running
 * server: what was saved since the merge is in it. Then puts the built folders in their places.
 * From the moment that the branch has moved, `finishUpgrade` completes what an interruption leaves.
 * Returns the commit.
 */
export async function switchUpgrade(
  root: string,
  env: Pick<Env, 'contentDir' | 'gitBranch'>,
  { plan, tree, built }: { plan: UpgradePlan; tree: string; built: string },
): Promise<string> {
  const { folder, journal } = upgradePlaces(root)
  const content = path.join(root, ownersFolder)
  const repository = await openRepository({
    // A site whose content is in a repository of its own may have code alone here, and its
    // GIT_BRANCH is one of that.
    contentDir: existsSync(content) ? content : root,
    branch: isInside(root, env.contentDir) ? env.gitBranch : null,
  })
  const lane = createWriteLane(repository, {
    now: () => new Date(),
    log: { warn: (details, message) => console.error(message, details) },
  })
  try {
    const author = personOf(await effectiveConfig(repository))
    const start = plan.ours.commit
    const code = await codeTree(root, start)
    let pull: PullPlan | null = null
    const prepare: Prepare = async (head, settings, before) => {
      const now = head ?? start
      if (pull?.ours !== now) {
        const later = { merged: tree, ours: start, now, product: plan.theirs.commit }
        const merged = await withLaterContent(root, later)
        const changes = await changesTo(repository.objects, now, merged)
        pull = { ours: now, theirs: plan.theirs.commit, merge: { changes, blobs: new Map() } }
      }
      const details = { message: plan.message, author, time: new Date() }
      const prepared = await preparePull(repository, pull, details)(head, settings, before)
      const was = path.join(folder, `was-${prepared.commit}`)
      const swaps = builtFolders.map((name) => ({
        place: path.join(root, name),
        built: path.join(built, name),
        was: path.join(was, name),
      }))
      // Before the branch moves, so that whatever happens then is completed, by renames that need
      // no room.
      await mkdir(was, { recursive: true })
      await writeWholeFile(journal, JSON.stringify({ commit: prepared.commit, code, was, swaps }), {
        stored: 'safely',
      })
      return prepared
    }
    const commit = await lane.advance(prepare)
    finishUpgrade(root)
    return commit ?? start
  } finally {
    await lane.close()
    repository.close()
  }
}
