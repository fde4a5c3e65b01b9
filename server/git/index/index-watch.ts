import { type FSWatcher, watch } from 'node:fs'

/** So long after a commit the index is watched, in milliseconds: a `git commit` that had read it before takes no longer to write it. */
const watched = 2000

/** The index is looked at then in any case: some file systems have no events. */
const early = 100

export interface IndexWatch {
  /** Begins, or goes on for the whole time again. */
  start(): void
  stop(): void
}

/** Calls `look` whenever the index in this folder is replaced within some time after `start`, and at its end. Keeps no process alive. */
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
    // No events to be had here: the timers have to do.
    return null
  }
}
