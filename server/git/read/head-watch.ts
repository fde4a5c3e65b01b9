import { type FSWatcher, watch } from 'node:fs'

export interface HeadWatch {
  /** Reads the value that is watched. When it throws, the state is a passing one and is read again at the next turn. */
  read(): string | null
  /** The value known so far: another one is a change. */
  known: string | null
  /** Folders in which something happens when the value changes; events there only make it sooner. */
  folders: ReadonlyArray<string>
  listener(): void
}

/** The value is read this often whatever the file system says, so that no change is ever missed. */
const interval = 300

/** A git command touches many files within a few milliseconds; one look behind them is enough. */
const settle = 5

/** Calls `listener` once for each change of the value, within a third of a second. Keeps no process alive. Returns how to stop. */
export function watchHead({ read, known, folders, listener }: HeadWatch): () => void {
  let last = known
  let soon: NodeJS.Timeout | null = null

  const look = (): void => {
    soon = null
    const now = readOr(read, last)
    if (now === last) return
    last = now
    listener()
  }
  const lookSoon = (): void => {
    soon ??= setTimeout(look, settle).unref()
  }

  const timer = setInterval(look, interval).unref()
  const watchers = folders.map((folder) => watchFolder(folder, lookSoon)).filter((watcher) => watcher !== null)
  lookSoon()
  return () => {
    clearInterval(timer)
    if (soon !== null) clearTimeout(soon)
    for (const watcher of watchers) watcher.close()
  }
}

/** A ref that cannot be read just now (a program rewrites it, the disk hesitates) keeps its last value; who asks for the revision gets the error. */
function readOr(read: () => string | null, last: string | null): string | null {
  try {
    return read()
  } catch {
    return last
  }
}

/** Some file systems and containers have no events, or not enough of them: then the timer alone has to do. */
function watchFolder(folder: string, onEvent: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, onEvent)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}
