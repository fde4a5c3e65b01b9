import type { Bus } from '../../platform/bus.ts'
import type { Log } from '../../platform/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Telemetry } from '../../platform/telemetry.ts'
import type { Repository } from '../read/open-repository.ts'
import { createGitRemote } from '../remote/git-remote.ts'
import { placeAddress, type SiteRemote } from '../remote/remote.ts'
import { shapeError } from '../shape/repository-shape.ts'
import { createBranchCopy, sweepFetched } from './branch-copy.ts'
import { createFollowing, newCommit } from './following.ts'
import { createThroughLane, type ThroughLaneParts } from './through-lane.ts'
import { postgresTurns } from './turns.ts'

/**
 * Time limits of git in milliseconds while a person waits: without any data, for a transfer, for a
 * list of branches.
 */
const limits = { idle: 6_500, total: 6_500, listing: 3_000 }

/** The message that tells all replicas of a commit that the remote has lost. */
const lostCommit = 'lost-commit'

/** Creates the save lane and the sync of a disposable clone (`GIT_WRITE=through`). */
export function createThrough(
  repository: Repository,
  parts: Pick<ThroughLaneParts, 'follow' | 'shown' | 'claimsOf'> & {
    remote: SiteRemote
    database: Database
    bus: Bus
    now: () => Date
    log: Log
    telemetry: Telemetry
  },
) {
  const { bus, database } = parts
  const { place, seconds } = parts.remote
  const { gitDir, branch } = repository
  if (branch === null) throw shapeError('detached')
  sweepFetched(repository)
  const stop = new AbortController()
  const quick = createGitRemote(place, { gitDir, signal: stop.signal, exact: true, ...limits })
  let { lost } = parts.remote
  const notes = async (commit: string | null) => {
    if (commit === null || (await copy.has(commit))) return
    const earlier = lost
    const isBack = earlier === null || (await copy.has(earlier))
    if (isBack && lost === earlier) lost = commit
  }
  // A server may never have seen what the remote has lost.
  bus.subscribe(lostCommit, (commit) => {
    notes(commit).catch((err: unknown) =>
      parts.log.warn({ err }, 'it is not known whether a commit is lost'),
    )
  })
  const rewound = async (commit: string) => {
    await notes(commit)
    void bus.publish(lostCommit, commit)
  }
  const copy = createBranchCopy(repository, branch, quick, rewound)
  const lane = createThroughLane({
    ...parts,
    repository,
    copy,
    remote: quick,
    turns: postgresTurns(database),
    announce: (commit) => void bus.publish(newCommit, commit),
  })
  return {
    lane,
    copy,
    remote: quick,
    fault: lane.fault,
    /** Creates the sync. Start it after the content was loaded. */
    sync: (pulled: () => Promise<void>) =>
      createFollowing({
        ...parts,
        repository,
        copy,
        seconds,
        pulled,
        stop,
        slowly: createBranchCopy(
          repository,
          branch,
          createGitRemote(place, { gitDir, signal: stop.signal }),
          rewound,
        ),
        lost: () => lost,
        shown: placeAddress(place),
        subscribe: (listener) => bus.subscribe(newCommit, listener),
      }),
  }
}
