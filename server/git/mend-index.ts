import type { DiskWrites } from './disk-writes.ts'
import type { IndexFile } from './index-file.ts'
import { diskIsOff, indexIsOff } from './interrupted-file.ts'
import type { Repository } from './open-repository.ts'
import type { ProcessIdentity } from './process-identity.ts'
import { checkedOutBranch, headCommit } from './refs.ts'
import { settle } from './settle.ts'
import { entryAt } from './tree.ts'
import { createWorkshop, writeJournal } from './write-journal.ts'
import type { WritePlan } from './write-plan.ts'

/** The lock is kept so long after mending, in milliseconds: whoever undid the entries probably tries again just now. */
const keepMended = 30

export interface MendParts {
  repository: Repository
  disk: DiskWrites
  identity: ProcessIdentity
  patience: number
  stem: string
}

/**
 * Looks after a commit of a moment ago: a `git commit` that had read the index before it and was slow may have written its old index over the new one
 * (git then refuses that commit, but the next one would take our files back). Such entries are put right; what a writer has staged since is another state
 * and stays. `index` is the one that was found. Returns whether there were any.
 */
export async function mendIndex(
  { repository, disk, identity, patience, stem }: MendParts,
  plan: WritePlan,
  index: IndexFile,
): Promise<boolean> {
  const { gitDir, commonDir, objects } = repository
  if (checkedOutBranch(gitDir) !== plan.branch) return false
  const head = headCommit(gitDir, commonDir, plan.branch)
  if (head === null) return false
  const files = plan.files.filter(
    (file) =>
      (entryAt(objects, head, file.path)?.id ?? null) === file.after &&
      indexIsOff(index, file, file.after) &&
      !diskIsOff(repository, file, file.after),
  )
  if (files.length === 0) return false
  const workshop = createWorkshop(gitDir, stem)
  const rest = { ...plan, files }
  disk.makeFolder(workshop.folder)
  await writeJournal(disk, workshop, identity, rest)
  await settle(repository, disk, { workshop, plan: rest }, patience, keepMended)
  return true
}
