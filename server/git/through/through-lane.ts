import { setTimeout as pauseFor } from 'node:timers/promises'
import { createDiskWrites } from '../../platform/disk-writes.ts'
import type { WarningLog } from '../../platform/log.ts'
import { TurnTaken } from '../../platform/postgres/database.ts'
import type { Repository } from '../read/open-repository.ts'
import type { Remote } from '../remote/remote.ts'
import { RemoteError } from '../remote/sync-faults.ts'
import type { CommitRequest } from '../write/prepare-commit.ts'
import { ConflictError } from '../write/write-errors.ts'
import type { CommitResult, SaveLane } from '../write/write-lane.ts'
import type { BranchCopy } from './branch-copy.ts'
import { createChain } from './chain.ts'
import { asSaveError, SavesCrowded } from './save-later.ts'
import { createSaveQueue, type Save } from './save-queue.ts'
import type { Turn, Turns } from './turns.ts'

/** The longest wait for a turn, in milliseconds. */
const turnMs = 10_000
/**
 * Under load, saves are collected for this time after a push, because git hosts limit the rate of
 * pushes; in milliseconds.
 */
const gatherMs = 1_000
/**
 * The most saves in one push, and the most bytes of their files: a push has a limit of time. A
 * larger save is pushed alone.
 */
const mostSaves = 20
const mostBytes = 16 * 1024 * 1024
/**
 * The most pushes in one turn while others push too, and the most attempts to plan a save whose
 * files change meanwhile.
 */
const attempts = 5

interface Planned {
  save: Save
  request: CommitRequest
  commit: string
  blobs: CommitResult['blobs']
}

interface Batch {
  before: string
  tip: string
  saves: ReadonlyArray<Planned>
}

export interface ThroughLaneParts {
  repository: Repository
  copy: BranchCopy
  /** With short time limits, because a person waits. */
  remote: Pick<Remote, 'push' | 'branches'>
  turns: Turns
  /** Shows the branch's commit on this site. */
  follow: () => Promise<void>
  /** The commit that the site shows. */
  shown: () => string | null
  /** What the change of a file takes or frees that other saves may want too; null when they may all depend on it. */
  claimsOf: (path: string, before: (() => Uint8Array) | null, after: Uint8Array | null) => ReadonlyArray<string> | null
  /** Tells the other replicas of a commit that the remote has accepted. */
  announce: (commit: string) => void
  now: () => Date
  /** Waits for some milliseconds. */
  wait?: (ms: number) => Promise<unknown>
  log: WarningLog
}

/**
 * Makes all changes of the site as commits, and acknowledges them only when the remote has accepted
 * them (`docs/decisions/035-writing-through.md`).
 */
export function createThroughLane(parts: ThroughLaneParts): SaveLane & { fault(): string | null } {
  const { repository, copy, remote, turns, log, wait = pauseFor } = parts
  const disk = createDiskWrites()
  const queue = createSaveQueue()
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
        await oneTurn()
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

  async function oneTurn() {
    const taken: Array<Batch> = []
    try {
      await turns.take(turnMs, (turn) => round(turn, taken))
    } catch (error) {
      // Commits that the remote has accepted are final, even when the turn failed later.
      if (taken.length === 0) throw error
      log.warn({ err: error }, 'a turn to save failed after its push')
    }
    for (const batch of taken) await answer(batch)
  }

  /** Pushes the queued saves that fit into one chain. Adds the batch to `taken` when the remote has accepted it. */
  async function round(turn: Turn, taken: Array<Batch>) {
    sees(await turn.newest())
    if (newest !== null && !(await copy.gets(newest))) await copy.fetch()
    for (let attempt = 1; ; attempt += 1) {
      const batch = await gather()
      if (batch === null) return
      const outcome = await push(batch)
      if (outcome === 'refused') return
      if (outcome === 'moved') await copy.fetch()
      // git repeats a push after a lost connection, and the remote refuses commits that it has already accepted.
      if (outcome === 'taken' || copy.has(batch.tip)) {
        taken.push(batch)
        last = { at: performance.now(), saves: batch.saves.length }
        sees(batch.tip)
        await copy.move(batch.tip)
        return turn.pushed(batch.tip)
      }
      if (attempt === attempts) throw new SavesCrowded(new Error('Others push to the remote all the time.'))
    }
  }

  /**
   * Plans the queued saves in order, each on the current content of the branch, and makes a chain of commits. A save stays for the next turn when it claims what an
   * earlier one in the chain claims. So the result equals that of saving one after the other.
   */
  async function gather(): Promise<Batch | null> {
    const before = await shownHead()
    const chain = createChain(repository, before, { disk, now: parts.now })
    const claimed = new Set<string>()
    const saves: Array<Planned> = []
    let bytes = 0
    let isFull = false
    for (const save of queue.waiting()) {
      if (isFull || saves.length === mostSaves || saves[0]?.save.isAlone) break
      if (save.isAlone && saves.length > 0) continue
      try {
        const request = await save.plan(null, claimed)
        if (request === null) save.resolve(null)
        if (request === null || save.isAnswered) continue
        const claims = claimsOf(request)
        if (saves.length > 0 && (claims === null || claims.some((claim) => claimed.has(claim)))) continue
        bytes += sizeOf(request)
        isFull = claims === null || bytes > mostBytes
        if (saves.length > 0 && isFull) break
        const { commit, blobs } = await chain.add(request)
        // The request changes nothing.
        if (commit === (saves.at(-1)?.commit ?? before)) save.resolve({ commit, blobs })
        else saves.push({ save, request, commit, blobs })
        for (const claim of claims ?? []) claimed.add(claim)
      } catch (error) {
        // The branch moved during the planning.
        if (error instanceof ConflictError && ++save.conflicts < attempts) continue
        save.reject(asSaveError(error))
      }
    }
    await chain.store()
    return saves.length === 0 ? null : recorded({ before, tip: chain.tip(), saves })
  }

  /** The commit of the branch, after the site shows it. Retries, because a fetch may move the branch meanwhile. */
  async function shownHead(): Promise<string> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      await parts.follow()
      const head = copy.head()
      if (head !== null && parts.shown() === head) return head
    }
    throw new SavesCrowded(new Error('The site does not show the commit of its branch.'))
  }

  /** What a save takes or frees; null when all others may depend on it. */
  function claimsOf({ changes }: CommitRequest): Array<string> | null {
    const all: Array<string> = []
    for (const { path, bytes, expected } of changes) {
      const before = expected === null ? null : () => repository.objects.read(expected, 'blob')
      const claims = parts.claimsOf(path, before, bytes)
      if (claims === null) return null
      all.push(...claims)
    }
    return all
  }

  /** Records each commit under the key of its save. A save whose key belongs to another request is refused, and the chain is rebuilt without it. */
  async function recorded(batch: Batch): Promise<Batch | null> {
    const notes = await Promise.allSettled(batch.saves.map(({ request, commit }) => request.willCommit?.(commit)))
    const failed = notes.filter((note, at) => {
      if (note.status === 'rejected') batch.saves[at]?.save.reject(note.reason)
      return note.status === 'rejected'
    })
    if (failed.length === 0) return batch
    const left = batch.saves.filter((_, at) => notes[at]?.status === 'fulfilled')
    if (left.length === 0) return null
    const chain = createChain(repository, batch.before, { disk, now: parts.now })
    const saves: Array<Planned> = []
    for (const { save, request } of left) saves.push({ save, request, ...(await chain.add(request)) })
    await chain.store()
    return recorded({ before: batch.before, tip: chain.tip(), saves })
  }

  /** `moved`: others have pushed first. `refused`: the remote rejects one of the commits. Throws a RemoteError when the result is unknown. */
  async function push({ before, tip, saves }: Batch): Promise<'taken' | 'moved' | 'refused'> {
    try {
      return (await remote.push(copy.name, before, tip)) ? 'taken' : 'moved'
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error
      if (error.fault === 'refused') {
        if (saves.length === 1) saves[0]?.save.reject(asSaveError(error))
        else for (const { save } of saves) save.isAlone = true
        return 'refused'
      }
      return afterLostAnswer(before, tip, error)
    }
  }

  /** Reads the remote's branch to find out whether it accepted a push that it did not answer. */
  async function afterLostAnswer(before: string, tip: string, error: RemoteError): Promise<'taken' | 'moved'> {
    const there = await remote.branches().catch(() => null)
    const now = there?.get(copy.name)
    if (now === tip) return 'taken'
    if (now === undefined || (now === before && error.fault !== 'busy')) throw error
    return 'moved'
  }

  async function answer({ tip, saves }: Batch) {
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

  return {
    save(plan) {
      if (closed) return Promise.reject(new Error('The server is shutting down and saves nothing any more.'))
      const saved = queue.add(plan)
      working ??= work()
      return saved
    },
    async made(commit) {
      if (!copy.has(commit))
        await copy.fetch().catch((error: unknown) => {
          throw asSaveError(error)
        })
      if (!copy.has(commit)) return false
      // The replica that pushed it may have ended, or lost the answer, before it told the others.
      parts.announce(commit)
      // The answer to the request is read from the content that the site shows.
      await parts.follow()
      return true
    },
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

function sizeOf({ changes }: CommitRequest): number {
  return changes.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0)
}
