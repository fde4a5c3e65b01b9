import { type FSWatcher, watch } from 'node:fs'

export interface HeadWatch {
  /** Reads the watched value. An error is temporary; the value is read again in the next round. */
  read(): string | null
  /** The current value; any other value is a change. */
  known: string | null
  /** Folders that change together with the value; their events only make the next read sooner. */
  folders: ReadonlyArray<string>
  listener(): void
}

/**
 * The value is read at this interval even without file system events, so that no change is missed;
 * in milliseconds.
 */
const interval = 300

/** A git command changes many files within a few milliseconds; one read after them is enough. */
const quietMs = 5

/**
 * Calls `listener` once for each change of the value, within a third of a second. Does not keep the
 * process alive. Returns a function that stops.
 */
export function watchHead({ read, known, folders, listener }: HeadWatch): () => void {
  let last = known
  let soon: NodeJS.Timeout | null = null

  const check = () => {
    soon = null
    const now = readOr(read, last)
    if (now === last) return
    last = now
    listener()
  }
  const checkSoon = () => {
    soon ??= setTimeout(check, quietMs).unref()
  }

  const timer = setInterval(check, interval).unref()
  const watchers = folders
    .map((folder) => watchFolder(folder, checkSoon))
    .filter((watcher) => watcher !== null)
  checkSoon()
  return () => {
    clearInterval(timer)
    if (soon !== null) clearTimeout(soon)
    for (const watcher of watchers) watcher.close()
  }
}

/**
 * A ref that is temporarily unreadable (being rewritten, slow disk) keeps its last value; reading
 * the revision throws the error.
 */
function readOr(read: () => string | null, last: string | null): string | null {
  try {
    return read()
  } catch {
    return last
  }
}

/**
 * Calls `onEvent` with the name of each entry of a folder that changes. Null where the file system
 * has no events or the system's limit of watches is reached; then the caller depends on its timer.
 */
export function watchFolder(
  folder: string,
  onEvent: (name: string | null) => void,
): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => onEvent(name))
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}
