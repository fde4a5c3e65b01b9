import { dirname, join } from 'node:path'
import { allDone } from '../../platform/all-done.ts'
import { statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites, Permissions } from '../../platform/disk-writes.ts'
import type { ProcessIdentity } from '../../platform/process-identity.ts'
import type { Repository } from '../read/open-repository.ts'
import { writeObjects } from './object-writer.ts'
import type { PreparedCommit } from './prepare-commit.ts'
import { type CleanFile, diskBytes, permissionsOf } from './work-file.ts'
import { stagedPath, type TemporaryFiles, writeJournal } from './write-journal.ts'
import type { WritePlan } from './write-plan.ts'

/** So many files are written at once. */
const together = 16

/** Writes all that can wait unseen for its turn: objects, new files, the later locks, and the plan. */
export async function stageCommit(
  { repository, disk, identity }: { repository: Repository; disk: DiskWrites; identity: ProcessIdentity },
  temporary: TemporaryFiles,
  { branch, prepared, clean }: { branch: string; prepared: PreparedCommit; clean: ReadonlyArray<CleanFile> },
): Promise<WritePlan> {
  const plan: WritePlan = {
    branch,
    before: prepared.head,
    after: prepared.commit!,
    text: prepared.objects.find(({ id }) => id === prepared.commit)?.bytes.toString('base64') ?? null,
    files: prepared.files.map(({ path, before, after, mode, lineEnds }, at) => ({
      ...{ path, before, after, mode, lineEnds },
      ...{ crlf: clean[at]!.crlf, permissions: clean[at]!.permissions },
    })),
  }
  disk.makeFolder(temporary.folder)
  const { head, branch: branchSeed, index } = temporary.seeds
  if (statOf(index) === null) disk.createEmpty(index)
  if (statOf(head) === null) disk.createEmpty(head)
  const place = async (path: string, bytes: Buffer, permissions?: Permissions): Promise<void> => {
    disk.remove(path)
    await disk.create(path, bytes, permissions)
  }
  const staging = prepared.files.map(({ stored, path, mode }, at) => {
    const { crlf, permissions } = clean[at]!
    const staged = stagedPath(temporary, join(repository.workTree, path), at)
    const put = async () => {
      if (stored !== null) await place(staged, diskBytes(stored(), crlf), permissionsOf({ permissions, mode }))
    }
    return { staged, put }
  })
  // What lies outside the temporary folder is only found again by the plan.
  const atOnce = staging.length <= together && staging.every(({ staged }) => dirname(staged) === temporary.folder)
  const writeTemporaryFiles = async () => {
    await allDone([
      writeJournal(disk, temporary, identity, plan),
      place(branchSeed, Buffer.from(`${plan.after}\n`)),
      ...(atOnce ? staging.map(({ put }) => put()) : []),
    ])
    // A few at a time: a pull may bring thousands of files, and pictures among them.
    for (let at = 0; at < staging.length && !atOnce; at += together)
      await allDone(staging.slice(at, at + together).map(({ put }) => put()))
    await disk.syncFolders([temporary.folder])
  }
  // The disk takes what several wait for in one go.
  await allDone([writeTemporaryFiles(), writeObjects(repository.commonDir, disk, prepared.objects)])
  return plan
}
