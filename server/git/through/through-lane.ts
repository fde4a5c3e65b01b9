import { setTimeout as pauseFor } from 'node:timers/promises'
import type { WarningLog } from '../../platform/log.ts'
import { TurnTaken } from '../../platform/postgres/database.ts'
import type { Remote } from '../remote/remote.ts'
import { RemoteError } from '../remote/sync-faults.ts'
import type { SaveLane } from '../write/write-lane.ts'
import { attempts, type Batch, type BatchParts, createBatches, mostSaves } from './batches.ts'
import { asSaveError, SavesCrowded } from './save-later.ts'
import { createSaveQueue } from './save-queue.ts'
import type { Turn, Turns } from './turns.ts'

/** The longest wait for a turn, in milliseconds. */
const turnMs = 10_000
/**
 * Under load, saves are collected for this time after a push, because git hosts limit the rate of
 * pushes; in milliseconds.
 */
const gatherMs = 1_000

export interface ThroughLaneParts extends BatchParts {
  /** With short time limits, because a person waits. */
  remote: Pick<Remote, 'push' | 'branches'>
  turns: Turns
  /** Tells the other replicas of a commit that the remote has accepted. */
  announce: (commit: string) => void
  /** Waits for some milliseconds. */
  wait?: (ms: number) => Promise<unknown>
  log: WarningLog
}

/**
 * Makes all changes of the site as commits, and acknowledges them only when the remote has accepted
 * them (`docs/decisions/035-writing-through.md`).
 */
export function createThroughLane(parts: ThroughLaneParts): SaveLane & { fault(): string | null } {
  const { copy, turns, wait = pauseFor } = parts
  const queue = createSaveQueue()
  const gather = createBatches(parts, queue)
  const waiting = () => queue.waiting().length
  let working: Promise<void> | null = null
  /** Work between two saves, which both wait for. */
  let between: Promise<unknown> | null = null
  let closed = false
  let fault: string | null = null

  /** The last push: its time, and the number of its saves. */
  let last = { at: Number.NEGATIVE_INFINITY, saves: 0 }
  /** The commit of the last push that this server knows of. */
  let newest: string | null = null

  async function work() {
    while (waiting() > 0) {
      await between
      const pause = last.at + gatherMs - performance.now()
      if (pause > 0 && last.saves > 1 && waiting() < mostSaves) await wait(pause)
      // Saves that arrive during this turn are not rejected with it.
      const saves = queue.waiting()
      try {
        for (const batch of await pushInTurn(parts, round)) await answer(parts, batch)
        fault = null
      } catch (error) {
        if (error instanceof TurnTaken) {
          // Others had the turn all the time.
          sees(await turns.newest().catch(() => newest))
          queue.isHeld(error)
          continue
        }
        fault = error instanceof RemoteError ? error.message : null
        const refusal = asSaveError(error)
        for (const save of saves) save.reject(refusal)
      }
    }
    working = null
  }

  /** While this or another server pushes, the saves of this one wait on. */
  function sees(commit: string | null) {
    if (commit !== newest) queue.moves()
    newest = commit
  }

  /**
   * Pushes the queued saves that fit into one chain. Adds the batch to `taken` when the remote has
   * accepted it.
   */
  async function round(turn: Turn, taken: Array<Batch>) {
    sees(await turn.newest())
    if (newest !== null && !(await copy.gets(newest))) await copy.fetch()
    for (let attempt = 1; ; attempt += 1) {
      const batch = await gather()
      if (batch === null) return
      const outcome = await push(parts, batch)
      if (outcome === 'refused') return
      if (outcome === 'moved') await copy.fetch()
      // git repeats a push after a lost connection, and the remote refuses commits that it has
      // already accepted.
      if (outcome === 'taken' || (await copy.has(batch.tip))) {
        taken.push(batch)
        last = { at: performance.now(), saves: batch.saves.length }
        sees(batch.tip)
        await copy.move(batch.tip)
        return turn.pushed(batch.tip)
      }
      if (attempt === attempts)
        throw new SavesCrowded(new Error('Others push to the remote all the time.'))
    }
  }

  return {
    save(plan) {
      if (closed)
        return Promise.reject(new Error('The server is shutting down and saves nothing any more.'))
      const saved = queue.add(plan)
      working ??= work()
      return saved
    },
    made: (commit) => isMade(parts, commit),
    waiting,
    async betweenWrites(look) {
      while (working !== null || between !== null) await (working ?? between)
      const result = look()
      between = result
        .catch(() => null)
        .finally(() => {
          between = null
        })
      return result
    },
    fault: () => fault,
    async close() {
      closed = true
      await working
    },
  }
}

/** Pushes batches in a turn of this server. Returns those that the remote has accepted. */
async function pushInTurn(
  { turns, log }: ThroughLaneParts,
  round: (turn: Turn, taken: Array<Batch>) => Promise<void>,
) {
  const taken: Array<Batch> = []
  try {
    await turns.take(turnMs, (turn) => round(turn, taken))
  } catch (error) {
    // Commits that the remote has accepted are final, even when the turn failed later.
    if (taken.length === 0) throw error
    log.warn({ err: error }, 'a turn to save failed after its push')
  }
  return taken
}

/**
 * `moved`: others have pushed first. `refused`: the remote rejects one of the commits. Throws a
 * RemoteError when the result is unknown.
 */
async function push(
  { remote, copy }: ThroughLaneParts,
  { before, tip, saves }: Batch,
): Promise<'taken' | 'moved' | 'refused'> {
  try {
    return (await remote.push(copy.name, before, tip)) ? 'taken' : 'moved'
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    if (error.fault === 'refused') {
      if (saves.length === 1) saves[0]?.save.reject(asSaveError(error))
      else for (const { save } of saves) save.isAlone = true
      return 'refused'
    }
    return afterLostAnswer(remote, copy.name, { before, tip }, error)
  }
}

/** Reads the remote's branch to find out whether it accepted a push that it did not answer. */
async function afterLostAnswer(
  remote: Pick<Remote, 'branches'>,
  branch: string,
  { before, tip }: { before: string; tip: string },
  error: RemoteError,
) {
  const there = await remote.branches().catch(() => null)
  const now = there?.get(branch)
  if (now === tip) return 'taken'
  if (now === undefined || (now === before && error.fault !== 'busy')) throw error
  return 'moved'
}

/**
 * Announces a batch that the remote has accepted, shows it here, and answers its saves.
 */
async function answer(parts: ThroughLaneParts, { tip, saves }: Batch) {
  parts.announce(tip)
  await parts.follow()
  await Promise.all(
    saves.map(async ({ save, request, commit, blobs }) => {
      try {
        await request.committed?.()
        save.resolve({ commit, blobs })
      } catch (error) {
        save.reject(error)
      }
    }),
  )
}

/** Whether the branch of the remote has a commit; then the site shows it. */
async function isMade({ copy, announce, follow }: ThroughLaneParts, commit: string) {
  if (!(await copy.has(commit)))
    await copy.fetch().catch((error: unknown) => {
      throw asSaveError(error)
    })
  if (!(await copy.has(commit))) return false
  // The replica that pushed it may have ended, or lost the answer, before it told the others.
  announce(commit)
  // The answer to the request is read from the content that the site shows.
  await follow()
  return true
}
