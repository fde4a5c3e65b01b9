import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { allDone, type DiskWrites } from '../../platform/disk-writes.ts'
import { readingEnvironment } from '../program/git-environment.ts'
import { askGit } from '../program/local-git.ts'
import { effectiveConfig, type GitConfig } from '../read/config.ts'
import type { Repository } from '../read/open-repository.ts'
import { entryAt } from '../read/tree.ts'
import { attributesFiles, attributesOf } from '../write/attributes.ts'
import { checkContentPath } from '../write/content-path.ts'
import { type Attributes, lineEndsBy } from '../write/line-ends.ts'
import { type CommitRequest, prepareCommit } from '../write/prepare-commit.ts'
import type { NewObject } from '../write/rewrite-tree.ts'

/** A chain of commits to which no branch refers yet. */
export interface Chain {
  /** The last commit. */
  tip(): string
  /**
   * Adds one commit for a request; when nothing differs, `commit` is the last one. Throws a
   * ConflictError when the request is based on another version of a file, and the other errors of
   * `prepareCommit`.
   */
  add(
    request: CommitRequest,
  ): Promise<{ commit: string; blobs: ReadonlyMap<string, string | null> }>
  /** Resolves when the objects of all commits are on the disk. */
  store(): Promise<void>
}

/** Begins a chain of commits on top of `head`. */
export function createChain(
  repository: Repository,
  head: string,
  { disk, now }: { disk: DiskWrites; now: () => Date },
): Chain {
  let config: GitConfig | null = null
  const lineEndsOf = async (paths: ReadonlyArray<string>) => {
    config ??= await effectiveConfig(repository, null)
    return lineEndsBy(await attributesAt(repository, head, paths), config)
  }
  const made: Array<NewObject> = []
  const writes: Array<Promise<void>> = []
  let tip = head
  return {
    tip: () => tip,
    async add(request) {
      for (const { path } of request.changes) checkContentPath(path)
      const { commit, objects, blobs, written } = await prepareCommit(
        repository,
        { disk, lineEndsOf, time: now() },
        tip,
        request,
      )
      // The next commit reads trees of this one.
      repository.objects.hold(objects.map(({ id, type, bytes }) => ({ id, type, data: bytes })))
      made.push(...objects)
      writes.push(written)
      tip = commit ?? tip
      return { commit: tip, blobs }
    },
    async store() {
      try {
        await allDone(writes)
      } finally {
        repository.objects.release(made.map(({ id }) => id))
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
