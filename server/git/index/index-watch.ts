import { type FSWatcher, watch } from 'node:fs'

/**
 * How long the index is watched after a commit, in milliseconds: a `git commit` that read it before writes it within
 * that time.
 */
const watched = 2000

/** The index is also checked after this time, because some file systems have no events; in milliseconds. */
const early = 100

export interface IndexWatch {
  /** Starts to watch, or extends the time. */
  start(): void
  stop(): void
}

/**
 * Calls `look` whenever the index in this folder is replaced within some time after `start`, and at the end of that
 * time. Does not keep the process alive.
 */
export function createIndexWatch(gitDir: string, look: () => unknown): IndexWatch {
  let watcher: FSWatcher | null = null
  let timers: Array<NodeJS.Timeout> = []
  const stop = (): void => {
    watcher?.close()
    watcher = null
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }
  return {
    start() {
      for (const timer of timers) clearTimeout(timer)
      const end = (): void => {
        stop()
        look()
      }
      timers = [setTimeout(look, early).unref(), setTimeout(end, watched).unref()]
      watcher ??= watchFolder(gitDir, (name) => {
        if (name === null || name === 'index') look()
      })
    },
    stop,
  }
}

function watchFolder(folder: string, onEvent: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => onEvent(name))
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    // Without events, the timers must suffice.
    return null
  }
}
