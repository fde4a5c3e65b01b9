import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { DurableFile } from '../../platform/durable-file.ts'
import { openJournal } from '../../platform/journal.ts'
import { ignoreMissing } from '../../platform/whole-file.ts'
import { scheduleFile } from './schedule-file.ts'
import { readRecord } from './sending-record.ts'
import type { SendingStore } from './sending-store.ts'
import { sendingSummary } from './sending-summary.ts'

/** Name of the file in `DATA_DIR/sendings` that marks the folder as restored from a backup. */
export const restoredMark = 'restored'

/**
 * Stores sendings in a folder: per issue a journal, and a summary when it has ended. `noticed` gets
 * a message for the log when lines were cut off.
 */
export function sendingJournals(folder: string, noticed: (message: string) => void): SendingStore {
  const restored = path.join(folder, restoredMark)
  const summaryFile = (issue: number) => path.join(folder, `issue-${issue}.json`)
  const summaryOn = (issue: number) =>
    new DurableFile(summaryFile(issue), (value) => sendingSummary.parse(value))
  return {
    schedules: scheduleFile(folder),
    // An unreadable summary counts as missing; it is created again from the journal.
    summary: (issue) =>
      summaryOn(issue)
        .read()
        .catch(() => null),
    async storeSummary(issue, summary) {
      if (summary) await summaryOn(issue).write(summary)
      else await rm(summaryFile(issue), { force: true })
    },
    restored: async () => existsSync(restored),
    forgetRestored: () => rm(restored, { force: true }),
    async issues() {
      const names = (await readdir(folder).catch(ignoreMissing)) ?? []
      // A commit mark without its journal still counts as a sending, so that the issue is not sent
      // twice.
      const found = names.flatMap(
        (name) => /^issue-(\d+)(?:\.\d+\.journal|-committed)$/.exec(name)?.[1] ?? [],
      )
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
      try {
        await journal.mark()
        return { record: readRecord(entries), journal }
      } catch (error) {
        await journal.close()
        throw error
      }
    },
  }
}
