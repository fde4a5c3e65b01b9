import { join } from 'node:path'
import { blobId } from '../../platform/blob-id.ts'
import { bytesOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import { readCommit } from '../read/commit.ts'
import { toStored } from '../read/line-ends.ts'
import type { Repository } from '../read/open-repository.ts'
import { writeObjects } from './object-writer.ts'
import { type NewObject, newObject, rewriteTree, type TreeEdit } from './rewrite-tree.ts'
import { stagedPath, type TemporaryFiles } from './write-journal.ts'
import type { PlannedFile, WritePlan } from './write-plan.ts'

/**
 * Writes objects of a planned commit again that the repository does not hold: a gc may have deleted them, and the process died before it saw that. The
 * plan has the commit's bytes, the folders follow from its parent, the files are in the work tree. What cannot be made again is left out.
 */
export async function rebuildCommit(
  repository: Repository,
  disk: DiskWrites,
  temporary: TemporaryFiles,
  plan: WritePlan,
): Promise<void> {
  if (plan.text === null) return
  const commit = newObject('commit', Buffer.from(plan.text, 'base64'))
  const { tree } = readCommit({ read: () => commit.bytes }, commit.id)
  const made: Array<NewObject> = []
  const edits = new Map<string, TreeEdit>()
  for (const [at, file] of plan.files.entries()) {
    edits.set(file.path, file.after === null ? null : { mode: file.mode, id: file.after })
    if (file.after === null || repository.objects.isOnDisk(file.after)) continue
    const bytes = storedBytes(repository, file, stagedPath(temporary, join(repository.workTree, file.path), at))
    if (bytes !== null) made.push(newObject('blob', bytes))
  }
  const before = plan.before === null ? null : readCommit(repository.objects, plan.before).tree
  if (rewriteTree(repository.objects, before, edits, made) !== tree) return
  const missing = [...made, commit].filter(({ id }) => !repository.objects.isOnDisk(id))
  if (missing.length > 0) await writeObjects(repository.commonDir, disk, missing)
}

/** The blob's bytes from where they wait for their place or from the work tree; null when neither has them any more. */
function storedBytes({ objects, workTree }: Repository, file: PlannedFile, staged: string): Buffer | null {
  for (const path of [staged, join(workTree, file.path)]) {
    const bytes = bytesOf(path)
    if (bytes === null) continue
    const before = file.before === null || file.lineEnds === 'keep' ? null : objects.read(file.before, 'blob')
    for (const stored of [bytes, toStored(bytes, file.lineEnds, before)])
      if (blobId(stored) === file.after) return stored
  }
  return null
}
