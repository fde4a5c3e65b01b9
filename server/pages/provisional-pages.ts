import type { CachedPage } from './cached-page.ts'

interface Repository {
  head(): string | null
  /** The blobs that a later commit has replaced; null when that is not known. */
  changedBlobs(from: string, to: string): ReadonlySet<string> | null
}

/**
 * Validates pages of an earlier start until the content is loaded. A page of the current commit is
 * valid. After newer commits, an item's page is valid while its own file is unchanged (other parts,
 * such as a sidebar count, are checked once the content is loaded, within the two seconds that a
 * commit may take to show); a list only if nothing in the content folder changed.
 */
export function provisionalPages(repository: Repository | null): (page: CachedPage) => boolean {
  const since = new Map<string, ReadonlySet<string> | null>()
  return ({ revision, blobs }) => {
    const head = repository && shownCommit(repository)
    if (repository === null || head === null || revision === null) return false
    if (revision === head) return true
    const key = `${revision} ${head}`
    const changed = since.has(key) ? since.get(key) : repository.changedBlobs(revision, head)
    since.set(key, changed ?? null)
    if (!changed) return false
    return blobs.length > 0 ? blobs.every((blob) => !changed.has(blob)) : changed.size === 0
  }
}

function shownCommit({ head }: Repository): string | null {
  try {
    return head()
  } catch {
    // A ref is temporarily unreadable; the content store will report the reason.
    return null
  }
}
