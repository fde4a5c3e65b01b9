import type { Leases } from '../platform/leases.ts'
import type { Log } from '../platform/log.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { gitEnvironment, type Setting } from './program/git-environment.ts'
import { runGit } from './program/run-git.ts'
import { effectiveConfig } from './read/config.ts'
import type { Repository } from './read/open-repository.ts'
import type { SaveLane } from './write/write-lane.ts'

/**
 * Between two runs, in milliseconds: git looks itself whether there is something to do. After a run
 * that failed or took too long, because the next one would do no better.
 */
const usualPauses = { done: 600_000, failed: 86_400_000 }
/** The longest that saves wait for a run, in milliseconds. */
const limitMs = 15_000

/**
 * The number of loose objects from which git packs them, when the repository says nothing: some 150
 * saves.
 */
const looseObjects = '1000'

const maintenance = ['maintenance', 'run', '--auto', '--quiet']

export interface HousekeepingParts {
  lane: Pick<SaveLane, 'betweenWrites'>
  /**
   * One server of a site at a time: all share the machine or the disk.
   */
  leases: Leases
  log: Pick<Log, 'warn'>
  /**
   * The person's home folder, for their own git settings; null for the repository's settings alone.
   */
  home?: string | null
  pauses?: typeof usualPauses
  /** The environment of the server process. */
  variables?: Record<string, string | undefined>
}

/**
 * Lets git pack the objects that saves leave behind, while the process is idle and between two
 * saves. A repository with `gc.auto` keeps its number, and one with `maintenance.auto=false` is
 * left alone.
 */
export function createHousekeeping(
  repository: Repository,
  { lane, leases, log, home, pauses = usualPauses, variables = process.env }: HousekeepingParts,
) {
  const stop = new AbortController()
  let endWait = () => {}

  async function settings(): Promise<ReadonlyArray<Setting> | null> {
    const config = await effectiveConfig(repository, home)
    if (/^(false|no|off|0)$/i.test(config.get('maintenance.auto') ?? '')) return null
    return [
      ['gc.autoDetach', 'false'],
      // Unsaved texts leave many objects that no ref has any more.
      ['gc.cruftPacks', 'true'],
      ...(config.has('gc.auto') ? [] : [['gc.auto', looseObjects] satisfies Setting]),
    ]
  }

  /** One run of git. Returns whether it went well; what failed is in the log. */
  async function pack() {
    try {
      const own = await settings()
      if (own === null) return true
      const env = gitEnvironment(variables, repository.gitDir, own)
      const ran = await runGit(maintenance, { env, limit: limitMs, signal: stop.signal })
      if (ran.code === 0 || ran.outcome === 'stopped') return true
      throw new Error(
        ran.outcome === 'late'
          ? `git maintenance took over ${limitMs / 1000} seconds.`
          : ran.stderr,
      )
    } catch (error) {
      log.warn({ err: error }, 'the repository could not be packed; it is tried again tomorrow')
      return false
    }
  }

  /**
   * Runs git once, alone among the servers of the site and between two saves. Resolves with whether
   * it went well.
   */
  function run(): Promise<boolean> {
    return new Promise((resolve) => {
      const release = leases.hold('housekeeping', () => {
        const running = lane.betweenWrites(pack)
        void running.then((isDone) => {
          resolve(isDone)
          return release()
        })
        return () => running
      })
    })
  }

  function waitFor(pause: number) {
    const timer = setTimeout(() => {
      const endIdleWait = whenIdle(() => {
        endIdleWait()
        void run().then((isDone) => {
          if (!stop.signal.aborted) waitFor(isDone ? pauses.done : pauses.failed)
        })
      })
      endWait = endIdleWait
    }, pause).unref()
    endWait = () => clearTimeout(timer)
  }

  return {
    run,
    start: () => waitFor(pauses.done),
    /** Ends a running git, which may be stopped at any time. */
    close(): void {
      endWait()
      stop.abort()
    },
  }
}
