import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { DurableFile } from '../../platform/durable-file.ts'
import { openJournal } from '../../platform/journal.ts'
import { restoredMark } from './restored-mark.ts'
import { sendingSummary } from './sending-summary.ts'
import type { SendingJournals } from './sendings.ts'

/** The records of sendings in a folder: for each issue a journal, and a summary once it has ended. `noticed` gets a message about lines that were cut off. */
export function sendingJournals(folder: string, noticed: (message: string) => void): SendingJournals {
  const restored = path.join(folder, restoredMark)
  const summaryFile = (issue: number) => path.join(folder, `issue-${issue}.json`)
  const summaryOn = (issue: number) => new DurableFile(summaryFile(issue), (value) => sendingSummary.parse(value))
  return {
    // The journal can tell it as well.
    summary: (issue) =>
      summaryOn(issue)
        .read()
        .catch(() => null),
    async keepSummary(issue, summary) {
      if (summary) await summaryOn(issue).write(summary)
      else await rm(summaryFile(issue), { force: true })
    },
    restored: async () => existsSync(restored),
    settled: () => rm(restored, { force: true }),
    async issues() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      // Of a journal that was deleted its mark tells: nothing must be sent a second time.
      const found = names.flatMap((name) => /^issue-(\d+)(?:\.\d+\.journal|-committed)$/.exec(name)?.[1] ?? [])
      return [...new Set(found.map(Number))]
    },
    async open(issue) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const entries: Array<unknown> = []
      const journal = await openJournal({
        folder,
        name: `issue-${issue}`,
        first: 1,
        replay: (entry) => entries.push(entry),
        noticed,
      })
      await journal.mark()
      return { entries, journal }
    },
  }
}
