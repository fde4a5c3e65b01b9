import type { ContentProblem } from '#domain/content.ts'

/** Logs each fault of a file once for each of its versions. */
export function createProblemLog(log: { warn(message: string): void }) {
  let logged: ReadonlySet<string> = new Set()
  return {
    /** Logs those of the current faults that were not passed at the last call. */
    note(problems: ReadonlyArray<ContentProblem>, blobOf: (path: string) => string) {
      const now = new Set<string>()
      for (const { path, line, message } of problems) {
        const key = `${blobOf(path)} ${path}:${line} ${message}`
        if (!logged.has(key) && !now.has(key))
          log.warn(`Content problem: ${path}:${line}: ${message}`)
        now.add(key)
      }
      logged = now
    },
  }
}
