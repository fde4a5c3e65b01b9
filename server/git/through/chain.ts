import type { DiskWrites } from '../../platform/disk-writes.ts'
import { effectiveConfig } from '../read/config.ts'
import type { Repository } from '../read/open-repository.ts'
import { entryAt } from '../read/tree.ts'
import { checkContentPath } from '../write/content-path.ts'
import { writeObjects } from '../write/object-writer.ts'
import { type CommitRequest, prepareCommit } from '../write/prepare-commit.ts'
import type { NewObject } from '../write/rewrite-tree.ts'

/** A chain of commits, in memory until they are stored; no branch refers to them yet. */
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
  /** Writes the objects of all commits. */
  store(): Promise<void>
}

/** Begins a chain of commits on top of `head`. */
export function createChain(
  repository: Repository,
  head: string,
  { disk, now }: { disk: DiskWrites; now: () => Date },
): Chain {
  const config = effectiveConfig(repository.gitDir, repository.commonDir, null)
  const read = attributesIn(repository, head)
  const made: Array<NewObject> = []
  let tip = head
  return {
    tip: () => tip,
    async add(request) {
      for (const { path } of request.changes) checkContentPath(path)
      const { commit, objects, blobs } = await prepareCommit(
        repository,
        { config, home: null, time: now(), read },
        tip,
        request,
      )
      // The next commit reads trees of this one.
      repository.objects.hold(objects.map(({ id, type, bytes }) => ({ id, type, data: bytes })))
      made.push(...objects)
      tip = commit ?? tip
      return { commit: tip, blobs }
    },
    async store() {
      try {
        await writeObjects(repository.commonDir, disk, made)
      } finally {
        repository.objects.release(made.map(({ id }) => id))
      }
    },
  }
}

/** Reads `.gitattributes` files from a commit, because a disposable clone has no work tree. */
function attributesIn({ objects, workTree }: Repository, commit: string): (file: string) => string {
  const texts = new Map<string, string>()
  return (file) => {
    const path = file.startsWith(`${workTree}/`) ? file.slice(workTree.length + 1) : ''
    // `.git/info/attributes` of a new clone is empty.
    if (path === '' || path.startsWith('.git/')) return ''
    const known = texts.get(path)
    if (known !== undefined) return known
    const entry = entryAt(objects, commit, path)
    const text = entry?.mode.startsWith('100')
      ? objects.read(entry.id, 'blob').toString('utf8')
      : ''
    texts.set(path, text)
    return text
  }
}
