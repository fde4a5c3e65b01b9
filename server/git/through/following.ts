import type { BusListener } from '../../platform/bus.ts'
import { createRounds, type RoundsOptions, type Sync } from '../remote/create-sync.ts'
import { lostCommits, RemoteError } from '../remote/sync-faults.ts'
import type { BranchCopy } from './branch-copy.ts'

/** The message that tells all replicas of a new commit at the remote. */
export const newCommit = 'content-commit'

export interface FollowingParts
  extends Omit<RoundsOptions, 'branch' | 'theirs' | 'round' | 'watches'> {
  copy: BranchCopy
  /** The same branch with time limits for large fetches. Saves do not wait for these. */
  slowly: Pick<BranchCopy, 'fetch'>
  /** A commit that the remote's branch had, and may not have any more; null for none. */
  lost: () => string | null
  /**
   * Subscribes to commits that other replicas have pushed. The listener gets null when messages may
   * have been lost.
   */
  subscribe: (listener: BusListener) => () => void
}

/**
 * Follows the remote at an interval, and at once when another replica has pushed. The branch is
 * never ahead of the remote.
 */
export function createFollowing(parts: FollowingParts): Sync {
  const { copy, subscribe } = parts
  /** Ends the wait for a slow fetch. */
  let stopWaiting = () => {}
  const rounds = createRounds({
    ...parts,
    branch: copy.name,
    theirs: copy.head,
    watches: false,
    async round({ pulled, rewound }) {
      const before = copy.head()
      await copy.fetch().catch(async (error: unknown) => {
        if (!(error instanceof RemoteError) || error.fault !== 'unreachable') throw error
        // The remote answers whoever has pushed a new commit, so a notice of one ends the wait.
        const noticed = new Promise<never>((_, reject) => {
          stopWaiting = () => reject(error)
        })
        await Promise.race([parts.slowly.fetch(), noticed])
      })
      if (copy.head() !== before) await pulled()
      const lost = parts.lost()
      // Until somebody has pushed it again, or has started the servers anew.
      rewound(
        lost !== null && !(await copy.has(lost)) ? lostCommits(copy.name, lost, 'followed') : null,
      )
      return copy.head()
    },
  })
  let unsubscribe = () => {}
  return {
    ...rounds,
    start() {
      unsubscribe = subscribe((commit) => {
        // What can't be looked up is fetched.
        const known = commit === null ? null : copy.gets(commit).catch(() => false)
        void Promise.resolve(known).then((isHere) => {
          if (isHere) return
          stopWaiting()
          void rounds.run()
        })
      })
      rounds.start()
    },
    async close() {
      unsubscribe()
      await rounds.close()
    },
  }
}
