import type { CachedPage } from './cached-page.ts'

interface Boot {
  head(): string | null
  changes(from: string, to: string): Array<{ before: string | null }>
}

/**
 * Validates pages of an earlier start until the content is loaded. A page of the current commit is
 * valid. After newer commits, an item's page is valid while its own file is unchanged (other parts,
 * such as a sidebar count, are checked once the content is loaded, within the two seconds that a
 * commit may take to show); a list only if nothing in the content folder changed.
 */
export function provisionalPages(boot: Boot | null): (page: CachedPage) => boolean {
  const since = new Map<string, ReadonlySet<string | null> | null>()

  function changedSince(revision: string, head: string): ReadonlySet<string | null> | null {
    const key = `${revision} ${head}`
    let changed = since.get(key)
    if (changed === undefined) {
      changed = changedBlobs(boot, revision, head)
      since.set(key, changed)
    }
    return changed
  }

  return (page) => {
    const head = shownCommit(boot)
    if (head === null || page.revision === null) return false
    if (page.revision === head) return true
    const changed = changedSince(page.revision, head)
    if (changed === null) return false
    return page.blobs.length > 0
      ? page.blobs.every((blob) => !changed.has(blob))
      : changed.size === 0
  }
}

function shownCommit(boot: Boot | null): string | null {
  try {
    return boot?.head() ?? null
  } catch {
    // A ref is temporarily unreadable; the content store will report the reason.
    return null
  }
}

function changedBlobs(
  boot: Boot | null,
  from: string,
  to: string,
): ReadonlySet<string | null> | null {
  try {
    return new Set(boot?.changes(from, to).map((change) => change.before))
  } catch {
    // The older commit does not exist any more (rewritten history), so the page is rendered again.
    return null
  }
}
