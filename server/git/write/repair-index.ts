import { join } from 'node:path'
import { statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import type { ProcessIdentity } from '../../platform/process-identity.ts'
import { findEntry, type IndexFile } from '../index/index-file.ts'
import type { IndexEdit } from '../index/index-splice.ts'
import type { Repository } from '../read/open-repository.ts'
import { checkedOutBranch, headCommit } from '../read/refs.ts'
import { entryAt } from '../read/tree.ts'
import { diskIsOff } from './interrupted-file.ts'
import { indexMode } from './publish.ts'
import { recoverCommit } from './recover-commit.ts'
import { temporaryFilesOf, writeJournal } from './write-journal.ts'
import type { PlannedFile, WritePlan } from './write-plan.ts'

/** How long the lock is held after a repair, in milliseconds: the program that undid the entries probably tries again now. */
const keepRepaired = 30

export interface MendParts {
  repository: Repository
  disk: DiskWrites
  identity: ProcessIdentity
  patience: number
  stem: string
}

/**
 * Files of commits of a moment ago (oldest first) that the branch and the disk have as the commits left them, but of which the index has a state from
 * before: a `git commit` that had read the index earlier has written it back. (Git refuses that commit itself, but the next one would take our
 * files back.) What a writer has staged since is another state. Of each, `before` is what the index has.
 */
export function undoneFiles(
  repository: Repository,
  plans: ReadonlyArray<WritePlan>,
  index: IndexFile,
): Array<PlannedFile> {
  const { gitDir, commonDir, objects } = repository
  const branch = plans.at(-1)?.branch
  if (branch === undefined || checkedOutBranch(gitDir) !== branch) return []
  const head = headCommit(gitDir, commonDir, branch)
  if (head === null) return []
  const earlier = new Map<string, Set<string | null>>()
  const latest = new Map<string, PlannedFile>()
  for (const file of plans.flatMap((plan) => plan.files)) {
    latest.set(file.path, file)
    earlier.set(file.path, (earlier.get(file.path) ?? new Set()).add(file.before))
  }
  return [...latest.values()].flatMap((file) => {
    const listed = findEntry(index, Buffer.from(file.path))?.id ?? null
    if (listed === file.after || !earlier.get(file.path)!.has(listed)) return []
    if ((entryAt(objects, head, file.path)?.id ?? null) !== file.after) return []
    const undone = { ...file, before: listed }
    return diskIsOff(repository, undone, file.after) ? [] : [undone]
  })
}

/** What the index shall list for such files. */
export function repairEdits(workTree: string, files: ReadonlyArray<PlannedFile>): Map<string, IndexEdit> {
  const edits = new Map<string, IndexEdit>()
  for (const { path, after, mode } of files) {
    const stat = statOf(join(workTree, path))
    if (after === null) edits.set(path, null)
    // A size of zero lets git compare the bytes.
    else if (stat !== null) edits.set(path, { id: after, mode: indexMode(mode), stat: { ...stat, size: 0n } })
  }
  return edits
}

/** Puts such entries right, all at once. `index` is the one that was found. Returns how many there were. */
export async function mendIndex(
  { repository, disk, identity, patience, stem }: MendParts,
  plans: ReadonlyArray<WritePlan>,
  index: IndexFile,
): Promise<number> {
  const files = undoneFiles(repository, plans, index)
  const last = plans.at(-1)
  if (files.length === 0 || last === undefined) return 0
  const temporary = temporaryFilesOf(repository.gitDir, stem)
  const plan = { ...last, files, text: null }
  disk.makeFolder(temporary.folder)
  await writeJournal(disk, temporary, identity, plan)
  await recoverCommit(repository, disk, { temporary, plan }, patience, keepRepaired)
  return files.length
}
