import { createDiskWrites } from '../../platform/disk-writes.ts'
import type { Repository } from '../read/open-repository.ts'
import type { CommitRequest } from '../write/prepare-commit.ts'
import { ConflictError } from '../write/write-errors.ts'
import type { CommitResult } from '../write/write-lane.ts'
import type { BranchCopy } from './branch-copy.ts'
import { createChain } from './chain.ts'
import { asSaveError, SavesCrowded } from './save-later.ts'
import type { createSaveQueue, Save } from './save-queue.ts'

/**
 * The most saves in one push, and the most bytes of their files: a push has a limit of time. A
 * larger save is pushed alone.
 */
export const mostSaves = 20
const mostBytes = 16 * 1024 * 1024
/**
 * The most pushes in one turn while others push too, and the most attempts to plan a save whose
 * files change meanwhile.
 */
export const attempts = 5

interface Planned {
  save: Save
  request: CommitRequest
  commit: string
  blobs: CommitResult['blobs']
}

/** The saves of one push: a chain of commits. */
export interface Batch {
  before: string
  tip: string
  saves: ReadonlyArray<Planned>
}

/** What the planning of commits needs of the site. */
export interface BatchParts {
  repository: Repository
  copy: BranchCopy
  /** Shows the branch's commit on this site. */
  follow: () => Promise<void>
  /** The commit that the site shows. */
  shown: () => string | null
  /**
   * What the change of a file takes or frees that other saves may want too; null when they may all
   * depend on it.
   */
  claimsOf: (
    path: string,
    before: (() => Promise<Uint8Array>) | null,
    after: Uint8Array | null,
  ) => Promise<ReadonlyArray<string> | null>
  now: () => Date
}

/**
 * Plans the queued saves as one batch; null when nothing is left to push.
 */
export function createBatches(parts: BatchParts, queue: ReturnType<typeof createSaveQueue>) {
  const { repository, copy } = parts
  const disk = createDiskWrites()

  /**
   * Plans the queued saves in order and makes a chain of commits. A save stays for the next turn
   * when it claims what an earlier one claims, so the result equals that of saving one after the
   * other. A save whose key belongs to another request is refused.
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
        const claims = await claimsOf(request)
        if (saves.length > 0 && (claims === null || claims.some((claim) => claimed.has(claim))))
          continue
        bytes += sizeOf(request)
        isFull = claims === null || bytes > mostBytes
        if (saves.length > 0 && isFull) break
        const last = chain.tip()
        const { commit, blobs } = await chain.add(request)
        // The request changes nothing.
        if (commit === last) save.resolve({ commit, blobs })
        else saves.push({ save, request, commit, blobs })
        for (const claim of claims ?? []) claimed.add(claim)
      } catch (error) {
        // The branch moved during the planning.
        if (error instanceof ConflictError && ++save.conflicts < attempts) continue
        save.reject(asSaveError(error))
      }
    }
    await chain.store()
    return saves.length === 0 ? null : { before, tip: chain.tip(), saves }
  }

  /**
   * The commit of the branch, after the site shows it. Retries, because a fetch may move the branch
   * meanwhile.
   */
  async function shownHead() {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      await parts.follow()
      const head = copy.head()
      if (head !== null && parts.shown() === head) return head
    }
    throw new SavesCrowded(new Error('The site does not show the commit of its branch.'))
  }

  /** What a save takes or frees; null when all others may depend on it. */
  async function claimsOf({ changes }: CommitRequest): Promise<Array<string> | null> {
    const all: Array<string> = []
    for (const { path, bytes, expected } of changes) {
      const before = expected === null ? null : () => repository.objects.read(expected, 'blob')
      const claims = await parts.claimsOf(path, before, bytes)
      if (claims === null) return null
      all.push(...claims)
    }
    return all
  }

  return gather
}

function sizeOf({ changes }: CommitRequest) {
  return changes.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0)
}
