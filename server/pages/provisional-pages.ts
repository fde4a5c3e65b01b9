import type { KeptPage } from './cached-page.ts'

interface Boot {
  head(): string | null
  changes(from: string, to: string): Array<{ before: string | null }>
}

/**
 * Decides about pages of an earlier start until the content is loaded: a page of the shown commit holds; after newer commits a page of an item
 * holds while the item's own file is unchanged (what else it shows, a sidebar count for instance, is checked as soon as the content is there,
 * within the two seconds that a commit may take to show); a list only when nothing in the content folder changed.
 */
export function provisionalPages(boot: Boot | null): (page: KeptPage) => boolean {
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
    return page.blobs.length > 0 ? page.blobs.every((blob) => !changed.has(blob)) : changed.size === 0
  }
}

function shownCommit(boot: Boot | null): string | null {
  try {
    return boot?.head() ?? null
  } catch {
    // A ref that can't be read just now: the content store will tell what is wrong with it.
    return null
  }
}

function changedBlobs(boot: Boot | null, from: string, to: string): ReadonlySet<string | null> | null {
  try {
    return new Set(boot?.changes(from, to).map((change) => change.before))
  } catch {
    // The older commit is gone (a rewritten history): nothing can be said, so the page is made anew.
    return null
  }
}
