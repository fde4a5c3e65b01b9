import type { BusListener } from '../../platform/bus.ts'
import type { NoticeLog } from '../../platform/log.ts'
import type { Telemetry } from '../../platform/telemetry.ts'
import type { Repository } from '../read/open-repository.ts'
import { createRounds, type Sync } from '../remote/create-sync.ts'
import { RemoteError, Rewound } from '../remote/sync-faults.ts'
import type { BranchCopy } from './branch-copy.ts'

/** The message that tells all replicas of a new commit at the remote. */
export const newCommit = 'content-commit'

export interface FollowingParts {
  repository: Repository
  copy: BranchCopy
  /** The same branch with time limits for large fetches. Saves do not wait for these. */
  slowly: Pick<BranchCopy, 'fetch'>
  /** The first commit that the remote's branch had and does not have any more; null for none. */
  lost: () => string | null
  /** The address of the remote without credentials. */
  shown: string
  seconds: number
  /** Called after commits of the remote were added to the branch. */
  pulled: () => Promise<void>
  /**
   * Subscribes to commits that other replicas have pushed. The listener gets null when messages may
   * have been lost.
   */
  subscribe: (listener: BusListener) => () => void
  /** Aborts the remote's operations. */
  stop: AbortController
  now: () => Date
  log: NoticeLog
  telemetry: Telemetry
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
    async round({ pulled }) {
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
      if (lost !== null && !copy.has(lost)) throw new Rewound(copy.name, lost, 'followed')
      return copy.head()
    },
  })
  let unsubscribe = () => {}
  return {
    ...rounds,
    start() {
      unsubscribe = subscribe((commit) => {
        const known = commit === null ? Promise.resolve(false) : copy.gets(commit)
        void known.then((isHere) => {
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
