import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { allDone, type DiskWrites } from '../../platform/disk-writes.ts'
import { readingEnvironment } from '../program/git-environment.ts'
import { askGit } from '../program/local-git.ts'
import { effectiveConfig, type GitConfig } from '../read/config.ts'
import type { NewObject } from '../read/objects.ts'
import type { Repository } from '../read/open-repository.ts'
import { entryAt } from '../read/tree.ts'
import { attributesFiles, attributesOf } from '../write/attributes.ts'
import { checkContentPath } from '../write/content-path.ts'
import { type Attributes, lineEndsBy } from '../write/line-ends.ts'
import { type CommitRequest, prepareCommit } from '../write/prepare-commit.ts'

/**
 * Begins a chain of commits, to which no branch refers yet, on top of `head`. Resolve `store`
 * before one does: then the objects of all are on the disk.
 */
export function createChain(
  repository: Repository,
  head: string,
  { disk, now }: { disk: DiskWrites; now: () => Date },
) {
  let config: GitConfig | null = null
  const lineEndsOf = async (paths: ReadonlyArray<string>) => {
    config ??= await effectiveConfig(repository, null)
    return lineEndsBy(await attributesAt(repository, head, paths), config)
  }
  const made: Array<NewObject> = []
  const writes: Array<Promise<void>> = []
  let tip = head
  return {
    /** The last commit. */
    tip: () => tip,
    /**
     * Adds one commit for a request, unless its `willCommit` rejects; `commit` is the last one when
     * nothing differs. Throws the errors of `prepareCommit`.
     */
    async add(request: CommitRequest) {
      for (const { path } of request.changes) checkContentPath(path)
      const { commit, objects, blobs, written } = await prepareCommit(
        repository,
        { disk, lineEndsOf, time: now() },
        tip,
        request,
      )
      // The next commit reads trees of this one.
      repository.objects.hold(objects)
      made.push(...objects)
      writes.push(written)
      if (commit !== null && commit !== tip) await request.willCommit?.(commit)
      tip = commit ?? tip
      return { commit: tip, blobs }
    },
    async store(): Promise<void> {
      try {
        await allDone(writes)
      } finally {
        repository.objects.release(made)
      }
    },
  }
}

/**
 * The attributes of files by the `.gitattributes` of a commit, because a disposable clone has no
 * work tree. Git reads them from an index of their own.
 */
async function attributesAt(
  repository: Repository,
  commit: string,
  paths: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, Attributes>> {
  const listed: Array<string> = []
  for (const file of attributesFiles(paths)) {
    const entry = await entryAt(repository.objects, commit, file)
    if (entry?.mode.startsWith('100')) listed.push(`${entry.mode} ${entry.id}\t${file}\0`)
  }
  const index = join(repository.gitDir, `session-notes-${randomBytes(6).toString('hex')}`)
  const env = { ...readingEnvironment(repository, null), GIT_INDEX_FILE: index }
  const isNamed = listed.length > 0
  try {
    if (isNamed)
      await askGit(repository, ['update-index', '-z', '--index-info'], {
        env,
        input: listed.join(''),
      })
    return await attributesOf(repository, paths, { env, isNamed, from: ['--cached'] })
  } finally {
    rmSync(index, { force: true })
  }
}
