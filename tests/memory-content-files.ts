import { createHash } from 'node:crypto'
import type { ContentFile, ContentFiles, FileChange } from '../server/platform/content-files.ts'

export interface MemoryContentFiles extends ContentFiles {
  /**
   * Makes a new revision: a text writes a file, null removes it, `kind` adds an entry that is no
   * file. Notifies the watchers.
   */
  commit(
    changes: Record<string, string | Uint8Array | null | { kind: 'link' | 'repository' }>,
    time?: number,
  ): string
  /** The number of blobs that were read. */
  reads(): number
  /** Forgets all states except the last one, like a repository after a forced push and gc. */
  forget(): void
}

/** A content folder in memory, with revisions `r1`, `r2` and so on. */
export function memoryContentFiles(
  first: Parameters<MemoryContentFiles['commit']>[0] = {},
): MemoryContentFiles {
  const states = new Map<string, ReadonlyMap<string, ContentFile>>()
  const blobs = new Map<string, Buffer>()
  const times = new Map<string, number>()
  const listeners = new Set<() => void>()
  let revision: string | null = null
  let count = 0
  let reads = 0
  const state = (id: string) => {
    const found = states.get(id)
    if (!found) throw new Error(`The state ${id} is gone`)
    return found
  }
  const files: MemoryContentFiles = {
    revision: () => revision,
    list: async (id) =>
      [...state(id).values()].sort((left, right) => (left.path < right.path ? -1 : 1)),
    async diff(from, to) {
      const [before, after] = [state(from), state(to)]
      const changes: Array<FileChange> = []
      for (const path of new Set([...before.keys(), ...after.keys()])) {
        const [old, now] = [before.get(path), after.get(path)]
        if (old?.blob === now?.blob && old?.kind === now?.kind) continue
        changes.push({
          path,
          kind: (now ?? old)!.kind,
          before: old?.blob ?? null,
          after: now?.blob ?? null,
        })
      }
      return changes
    },
    async read(blob) {
      reads += 1
      const bytes = blobs.get(blob)
      if (!bytes) throw new Error(`There is no blob ${blob}`)
      return bytes
    },
    size: async (blob) => blobs.get(blob)!.byteLength,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    lastChanges: async (id) => ({ revision: id, times: new Map(times), complete: false }),
    commit(changes, time = 1_767_225_600 + 60 * count) {
      const next = new Map(revision === null ? [] : state(revision))
      for (const [path, change] of Object.entries(changes)) {
        times.set(path, time)
        if (change === null) {
          next.delete(path)
          continue
        }
        const special = typeof change === 'object' && 'kind' in change ? change.kind : null
        const bytes = Buffer.from(special ? path : (change as string | Uint8Array))
        const blob = createHash('sha1').update(bytes).digest('hex')
        blobs.set(blob, bytes)
        next.set(path, { path, blob, kind: special ?? 'file' })
      }
      count += 1
      revision = `r${count}`
      states.set(revision, next)
      for (const listener of listeners) listener()
      return revision
    },
    reads: () => reads,
    forget() {
      for (const id of [...states.keys()]) if (id !== revision) states.delete(id)
    },
  }
  files.commit(first)
  return files
}
