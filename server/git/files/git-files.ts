import { dirname, join } from 'node:path'
import type { ContentFiles } from '../../platform/content-files.ts'
import { bytesOf } from '../../platform/disk-reads.ts'
import { blobId } from '../../platform/object-id.ts'
import { lastChanges } from '../history/history.ts'
import { watchHead } from '../read/head-watch.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { diffFolder, listFolder } from '../read/tree.ts'
import { toStored } from '../write/line-ends.ts'

/**
 * The content folder as committed on the site's branch; a revision is a commit id. While the
 * repository is unreadable, a blob is read from the work tree, at one of its paths by `pathsOf`.
 */
export function createGitFiles(
  repository: Repository,
  pathsOf: (blob: string) => Iterable<string> = () => [],
): ContentFiles {
  const { objects, gitDir, commonDir, prefix, branch } = repository
  const current = () => headCommit(repository)
  /** One attempt only: the watch repeats soon, so it never waits for a ref. */
  const glance = () => headCommit(repository, branch, 1)
  /** The last returned revision; a commit between that call and a later `watch` must be noticed. */
  let answered: { revision: string | null } | null = null
  return {
    revision() {
      answered = { revision: current() }
      return answered.revision
    },
    list: (revision) => listFolder(objects, revision, prefix),
    diff: (from, to) => diffFolder(objects, prefix, from, to),
    read: (blob) =>
      objects.read(blob, 'blob').catch((error: unknown) => {
        const copy = copyOnDisk(repository.contentDir, blob, pathsOf(blob))
        if (copy === null) throw error
        return copy
      }),
    size: objects.size,
    watch: (listener) =>
      watchHead({
        read: glance,
        known: (answered ?? { revision: current() }).revision,
        folders: [gitDir, dirname(join(commonDir, 'refs', 'heads', branch ?? 'HEAD'))],
        listener,
      }),
    lastChanges: (revision, known) => lastChanges(repository, revision, known),
  }
}

/**
 * The content of a blob from a file in the work tree, with the line ends that git stores; null when
 * no file matches.
 */
function copyOnDisk(contentDir: string, blob: string, paths: Iterable<string>): Buffer | null {
  for (const path of paths) {
    const bytes = bytesOf(join(contentDir, path))
    if (bytes === null) continue
    for (const stored of [bytes, toStored(bytes, 'store-lf', null)])
      if (blobId(stored) === blob) return stored
  }
  return null
}
