import type { Snapshot, SnapshotFile } from './snapshot.ts'

/** A burst of commits writes one snapshot. */
const delay = 5_000

/** Writes the snapshot some seconds after the last change, and at the end. */
export function createSnapshotKeeper(file: SnapshotFile, log: { warn(message: string): void }) {
  let due: { timer: NodeJS.Timeout; take: () => Snapshot | null } | null = null
  let writing: Promise<void> = Promise.resolve()

  function write(): Promise<void> {
    const snapshot = due?.take() ?? null
    if (due) clearTimeout(due.timer)
    due = null
    if (!snapshot) return writing
    writing = writing
      .then(() => file.write(snapshot))
      .catch((error) => {
        const reason = error instanceof Error ? error.message : String(error)
        log.warn(`What was parsed can't be kept for the next start: ${reason}`)
      })
    return writing
  }

  return {
    read: () => file.read(),
    /** `take` is asked for the state when it is written. */
    due(take: () => Snapshot | null) {
      if (due) clearTimeout(due.timer)
      due = { timer: setTimeout(write, delay).unref(), take }
    },
    /** Writes what is due at once. */
    close: write,
  }
}
