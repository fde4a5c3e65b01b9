import type { FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { stampOf, statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import type { WarningLog } from '../../platform/log.ts'
import type { ProcessIdentity } from '../../platform/process-identity.ts'
import { findEntry, type IndexFile } from '../index/index-file.ts'
import { type IndexEdit, readIndex } from '../index/index-write.ts'
import { watchFolder } from '../read/head-watch.ts'
import type { Repository } from '../read/open-repository.ts'
import { checkedOutBranch, headCommit } from '../read/refs.ts'
import { entryAt } from '../read/tree.ts'
import { indexMode } from './publish.ts'
import { diskIsOff, recoverCommit } from './recover-commit.ts'
import {
  type PlannedFile,
  temporaryFilesOf,
  type WritePlan,
  writeJournal,
} from './write-journal.ts'

/**
 * How long the lock is held after a repair, in milliseconds: the program that reverted the entries
 * probably retries now.
 */
const lockedAfterRepairMs = 30

/**
 * How long after a commit its index entries are repaired, in milliseconds. A later change of these
 * entries counts as intended.
 */
const repairedForMs = 2500

/** The most commits whose entries are repaired. */
const mostCommits = 200

/**
 * How long the index is watched after a commit, in milliseconds: a `git commit` that read it before
 * writes it within that time.
 */
const watchedMs = 2000

/**
 * The index is also checked after this time, because some file systems have no events; in
 * milliseconds.
 */
const earlyCheckMs = 100

/** A locked index is checked again after this time, in milliseconds. */
const lockedRetryMs = 10

/**
 * The files of recent commits (oldest first) whose index entries a `git commit` has written back
 * that had read the index before. (Git rejects that commit, but the next one would revert our
 * files.) Not those that a writer has staged since. `before` of each result is the blob in the
 * index.
 */
export async function undoneFiles(
  repository: Repository,
  plans: ReadonlyArray<WritePlan>,
  index: IndexFile,
): Promise<Array<PlannedFile>> {
  const { gitDir, objects } = repository
  const branch = plans.at(-1)?.branch
  if (branch === undefined || checkedOutBranch(gitDir) !== branch) return []
  const head = headCommit(repository, branch)
  if (head === null) return []
  const earlier = new Map<string, Set<string | null>>()
  const latest = new Map<string, PlannedFile>()
  for (const file of plans.flatMap((plan) => plan.files)) {
    latest.set(file.path, file)
    earlier.set(file.path, (earlier.get(file.path) ?? new Set()).add(file.before))
  }
  const found: Array<PlannedFile> = []
  for (const file of latest.values()) {
    const listed = findEntry(index, Buffer.from(file.path))?.id ?? null
    if (listed === file.after || !earlier.get(file.path)!.has(listed)) continue
    if (((await entryAt(objects, head, file.path))?.id ?? null) !== file.after) continue
    const undone = { ...file, before: listed }
    if (!(await diskIsOff(repository, undone, file.after))) found.push(undone)
  }
  return found
}

/** The index entries that repair such files. */
export function repairEdits(
  workTree: string,
  files: ReadonlyArray<PlannedFile>,
): Map<string, IndexEdit> {
  const edits = new Map<string, IndexEdit>()
  for (const { path, after, mode } of files) {
    const stat = statOf(join(workTree, path))
    if (after === null) edits.set(path, null)
    // A size of zero lets git compare the bytes.
    else if (stat !== null)
      edits.set(path, { id: after, mode: indexMode(mode), stat: { ...stat, size: 0n } })
  }
  return edits
}

interface RepairParts {
  repository: Repository
  disk: DiskWrites
  identity: ProcessIdentity
  patience: number
  nextStem: () => string
  log: WarningLog
}

/**
 * Repairs index entries of new commits when a slow `git commit` has written its old index over
 * them: outside the queue of commits, because it must be faster than a person who repeats that.
 */
export function createIndexRepair(parts: RepairParts) {
  const { repository, log } = parts
  const path = join(repository.gitDir, 'index')
  let recent: Array<{ plan: WritePlan; at: number }> = []
  let last: string | null = null
  let stopped = false
  let busy: string | null = null
  let checking: Promise<unknown> = Promise.resolve()
  let isRetrying = false
  let watcher: FSWatcher | null = null
  let timers: Array<NodeJS.Timeout> = []

  const plans = (): Array<WritePlan> => {
    recent = recent.filter(({ at }) => performance.now() - at < repairedForMs).slice(-mostCommits)
    return recent.map(({ plan }) => plan)
  }

  const checkOnce = async (): Promise<void> => {
    if (stopped || plans().length === 0) return
    // The holder of the lock, often a commit of this server, has not finished.
    if (statOf(`${path}.lock`) !== null) {
      if (isRetrying) return
      isRetrying = true
      setTimeout(() => {
        isRetrying = false
        void check()
      }, lockedRetryMs).unref()
      return
    }
    const stamp = stampOf(path)
    if (busy !== null || stamp === last) return
    last = stamp
    busy = parts.nextStem()
    try {
      const files = await repair(parts, plans(), busy)
      if (files > 0)
        log.warn({ files }, 'a git command reverted index entries of saves; they were restored')
    } catch (error) {
      log.warn({ err: error }, 'the index could not be checked after a commit')
    } finally {
      busy = null
    }
  }
  const check = (): Promise<unknown> => {
    checking = Promise.all([checking, checkOnce()])
    return checking
  }

  const unwatch = (): void => {
    watcher?.close()
    watcher = null
    for (const timer of timers) clearTimeout(timer)
  }

  return {
    /** The commits whose entries are repaired, oldest first. */
    plans,
    /** Checks the index now. Resolves when no repair is running. */
    check,
    /**
     * Repairs the index entries of a commit for a while; `stamp` is the index as the commit left
     * it.
     */
    add(plan: WritePlan, stamp: string | null): void {
      recent.push({ plan, at: performance.now() })
      last = stamp
      for (const timer of timers) clearTimeout(timer)
      const end = (): void => {
        unwatch()
        void check()
      }
      timers = [setTimeout(check, earlyCheckMs).unref(), setTimeout(end, watchedMs).unref()]
      watcher ??= watchFolder(repository.gitDir, (name) => {
        if (name === null || name === 'index') void check()
      })
    },
    /** Whether a running repair uses this stem. */
    isBusyWith: (stem: string): boolean => stem === busy,
    async stop(): Promise<void> {
      stopped = true
      unwatch()
      await checking
    },
  }
}

/** Repairs the entries of these commits at once. Returns how many there were. */
async function repair(
  { repository, disk, identity, patience }: RepairParts,
  commits: ReadonlyArray<WritePlan>,
  stem: string,
): Promise<number> {
  const newest = commits.at(-1)
  const index = readIndex(join(repository.gitDir, 'index'))
  const files = await undoneFiles(repository, commits, index)
  if (files.length === 0 || newest === undefined) return 0
  const temporary = temporaryFilesOf(repository.gitDir, stem)
  const plan = { ...newest, files, text: null }
  disk.makeFolder(temporary.folder)
  await writeJournal(disk, temporary, identity, plan)
  await recoverCommit(repository, disk, { temporary, plan }, patience, lockedAfterRepairMs)
  return files.length
}
