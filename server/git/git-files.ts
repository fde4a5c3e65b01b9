import { dirname, join } from 'node:path'
import type { ContentFiles } from './files.ts'
import { watchHead } from './head-watch.ts'
import { lastChanges } from './history.ts'
import type { Repository } from './open-repository.ts'
import { headCommit } from './refs.ts'
import { diffFolder, listFolder } from './tree.ts'

/** The content folder as the commits of the site's branch hold it; a revision is a commit id. What is not committed does not exist. */
export function createGitFiles(repository: Repository): ContentFiles {
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
    read: (blob) => objects.read(blob, 'blob'),
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
