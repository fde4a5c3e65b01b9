import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { z } from 'zod'
import { DurableFile } from '../../platform/durable-file.ts'
import { RefusedError } from '../../platform/errors.ts'
import { type Journal, openJournal } from '../../platform/journal.ts'
import { ignoreMissing } from '../../platform/whole-file.ts'
import { type ChangeTables, Tables } from '../../records/memory-tables.ts'
import type { Collection } from '../../records/records.ts'
import { progressOf, sendingSummary, unfinishedOf } from './sending-progress.ts'
import {
  apply,
  type Entry,
  entry,
  type ScheduledSending,
  type SendingCollections,
  scheduledSending,
  sendingRecords,
} from './sending-records.ts'
import type { SendingStore } from './sending-store.ts'

/** Name of the file in `DATA_DIR/sendings` that marks the folder as restored from a backup. */
export const restoredMark = 'restored'

const owner = 'this process'

/** The time by a clock that never goes back while the process runs. */
const steadyTime = () => new Date(performance.timeOrigin + performance.now())

/** The records of a sending in memory, and its journal once it has one. */
interface Opened {
  records: SendingCollections
  journal: Journal | null
}

interface Place {
  folder: string
  noticed: (message: string) => void
}

/**
 * Stores sendings in a folder: the schedules in one file, per issue a journal of its changes, and a
 * summary when it has ended. `noticed` gets a message for the log when lines were cut off.
 */
export function sendingFiles(folder: string, noticed: (message: string) => void): SendingStore {
  const schedules = scheduleFile(folder)
  const opened = new Map<number, Opened>()
  const turns = new Map<number, ReturnType<typeof pLimit>>()
  const restored = path.join(folder, restoredMark)
  let isClosed = false
  const place = { folder, noticed }

  /** Runs the work on an issue one after the other. */
  function inTurn<Result>(issue: number, work: () => Promise<Result>): Promise<Result> {
    const turn = turns.get(issue) ?? pLimit(1)
    turns.set(issue, turn)
    return turn(work)
  }

  /** Runs `work` on a sending, which stays in memory until it has ended. */
  async function withSending<Result>(issue: number, work: (one: Opened) => Promise<Result>) {
    // Another process may have opened the files since.
    if (isClosed) throw new Error('The sendings are closed.')
    const one = opened.get(issue) ?? { records: newRecords(schedules), journal: null }
    const isStored = !opened.has(issue) && (await issuesIn(folder, 'all')).includes(issue)
    if (isStored) one.journal = await readJournal(place, issue, one.records)
    opened.set(issue, one)
    try {
      return await work(one)
    } finally {
      await forgetEnded(issue, one).catch((error: unknown) => noticed(String(error)))
    }
  }

  async function forgetEnded(issue: number, { records, journal }: Opened) {
    const sending = await records.sendings.get({})
    if (sending?.phase === 'running' || sending?.phase === 'paused') return
    const summary = await progressOf(records, issue)
    const file = summaryFile(folder, issue)
    if (summary && !existsSync(file)) await summaryOn(file).write(summary)
    opened.delete(issue)
    await journal?.close()
  }

  return {
    owner,
    isShared: false,
    schedules,
    issues: (which) => issuesIn(folder, which),
    change: (issue, work) =>
      inTurn(issue, () =>
        withSending(issue, (one) =>
          work({
            ...one.records,
            now: steadyTime(),
            write: (entries) => append(place, issue, one, entries),
          }),
        ),
      ),
    progress: (issue) =>
      inTurn(issue, async () => {
        // An unreadable summary counts as missing; it is made again from the journal.
        const summary = opened.has(issue)
          ? null
          : await summaryOn(summaryFile(folder, issue))
              .read()
              .catch(() => null)
        return summary ?? withSending(issue, ({ records }) => progressOf(records, issue))
      }),
    async unfinished() {
      const issues = (await issuesIn(folder, 'unfinished')).sort((one, other) => one - other)
      const sendings = issues.map((issue) =>
        inTurn(issue, () =>
          withSending(issue, ({ records }) => unfinishedOf(records.sendings)),
        ).catch((error: unknown) => {
          if (error instanceof RefusedError) throw error
          return []
        }),
      )
      return {
        schedules: await schedules.find({}, { by: 'at' }),
        sendings: (await Promise.all(sendings)).flat(),
      }
    },
    living: async () => [owner],
    isRestored: async () => existsSync(restored),
    forgetRestored: () => rm(restored, { force: true }),
    async close() {
      isClosed = true
      for (const [issue, { journal }] of opened)
        await inTurn(issue, async () => {
          opened.delete(issue)
          await journal?.close()
        })
    },
  }
}

/** The file with the summary of a sending that has ended. */
const summaryFile = (folder: string, issue: number) => path.join(folder, `issue-${issue}.json`)
const summaryOn = (file: string) => new DurableFile(file, (value) => sendingSummary.parse(value))

/** Stores changes of a sending, and applies them. */
async function append(
  place: Place,
  issue: number,
  one: Opened,
  entries: ReadonlyArray<Entry>,
): Promise<void> {
  if (entries.length === 0) return
  if ((await one.records.sendings.get({}))?.phase === 'ended')
    await rm(summaryFile(place.folder, issue), { force: true })
  const journal = one.journal ?? (await readJournal(place, issue, one.records))
  one.journal = journal
  await journal.append(entries).catch(async (error: unknown) => {
    // A start may be on the disk although its write failed.
    if (entries[0]?.is === 'begin') await journal.append([{ is: 'void' }]).catch(() => {})
    throw error
  })
  await apply(one.records, issue, entries, { owner, now: steadyTime() })
}

/** The issues with a journal. */
async function issuesIn(folder: string, which: 'all' | 'unfinished'): Promise<Array<number>> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? []
  // A commit mark without its journal still counts as a sending, so that the issue is not sent
  // twice.
  const found = names.flatMap(
    (name) => /^issue-(\d+)(?:\.\d+\.journal|-committed)$/.exec(name)?.[1] ?? [],
  )
  return [...new Set(found)]
    .filter((issue) => which === 'all' || !names.includes(`issue-${issue}.json`))
    .map(Number)
}

/** Empty records of one sending. */
function newRecords(schedules: Collection<ScheduledSending>): SendingCollections {
  const { begun, mails } = new Tables(sendingRecords).collections()
  return { begun, sendings: begun, mails, schedules }
}

/** Opens the journal of a sending, and applies its changes to the records. */
async function readJournal(
  { folder, noticed }: Place,
  issue: number,
  records: SendingCollections,
): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lines: Array<unknown> = []
  const replay = (line: unknown) => lines.push(line)
  const journal = await openJournal({ folder, name: `issue-${issue}`, first: 1, replay, noticed })
  try {
    for (const line of lines) {
      const change = entry.parse(line)
      if (change.is !== 'begin' && change.is !== 'void' && !(await records.sendings.get({})))
        throw new Error('The journal does not start with a `begin` entry.')
      await apply(records, issue, [change], { owner: null, now: new Date() })
    }
    await journal.mark()
    return journal
  } catch (error) {
    await journal.close()
    throw error
  }
}

/** The schedules in `scheduled.json` of a folder. */
function scheduleFile(folder: string): Collection<ScheduledSending> {
  const list = z.array(scheduledSending)
  const file = new DurableFile(path.join(folder, 'scheduled.json'), (value) => list.parse(value))
  const inTurn = pLimit(1)
  const spec = { collections: { schedules: sendingRecords.collections.schedules } }

  async function read() {
    const tables = new Tables(spec)
    tables.fill({ schedules: (await file.read()) ?? [] })
    return tables
  }

  const change: ChangeTables = (work) =>
    inTurn(async () => {
      const tables = await read()
      const draft = new Tables(spec, tables)
      const result = await work(draft)
      if (draft.changes().length > 0) await file.write(list.parse(draft.lists().schedules))
      return result
    })
  return new Tables(spec).collections(change, () => inTurn(read)).schedules
}
