import { dirname, join } from 'node:path'
import { blobId } from '../../platform/blob-id.ts'
import { bytesOf } from '../../platform/disk-reads.ts'
import { lastChanges } from '../history/history.ts'
import type { ContentFiles } from '../read/files.ts'
import { watchHead } from '../read/head-watch.ts'
import { toStored } from '../read/line-ends.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { diffFolder, listFolder } from '../read/tree.ts'

/**
 * The content folder as the commits of the site's branch hold it; a revision is a commit id. What is not committed does not exist. `pathsOf` names paths
 * that a blob has: while the repository can't be read, the same bytes are taken from the work tree.
 */
export function createGitFiles(
  repository: Repository,
  pathsOf: (blob: string) => Iterable<string> = () => [],
): ContentFiles {
  const { objects, gitDir, commonDir, prefix, branch } = repository
  const current = () => headCommit(gitDir, commonDir, branch)
  /** The watch comes again soon: it never waits for a ref. */
  const glance = () => headCommit(gitDir, commonDir, branch, 1)
  /** What was answered last: a commit between that answer and a later `watch` must not go unnoticed. */
  let answered: { revision: string | null } | null = null
  return {
    revision() {
      answered = { revision: current() }
      return answered.revision
    },
    list: async (revision) => listFolder(objects, revision, prefix),
    diff: async (from, to) => diffFolder(objects, prefix, from, to),
    read(blob) {
      try {
        return objects.read(blob, 'blob')
      } catch (error) {
        const copy = copyOnDisk(repository.contentDir, blob, pathsOf(blob))
        if (copy === null) throw error
        return copy
      }
    },
    size: (blob) => objects.size(blob),
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

/** Bytes of a file in the work tree that are those of a blob, with the line ends that git stores; null when there is none. */
function copyOnDisk(contentDir: string, blob: string, paths: Iterable<string>): Buffer | null {
  for (const path of paths) {
    const bytes = bytesOf(join(contentDir, path))
    if (bytes === null) continue
    for (const stored of [bytes, toStored(bytes, 'store-lf', null)]) if (blobId(stored) === blob) return stored
  }
  return null
}
