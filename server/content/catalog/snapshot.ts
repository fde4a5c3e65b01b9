import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { LastChanges } from '../../platform/content-files.ts'
import { messageOf } from '../../platform/errors.ts'
import { removeLeftovers, writeWholeFile } from '../../platform/whole-file.ts'
import type { FileRecord } from '../read/file-record.ts'
import type { LoadedFiles } from '../read/loading.ts'
import type { ReadingRules } from '../read/reading-rules.ts'

/**
 * Increased when the same file is parsed to another entry than before: snapshots of other versions
 * are not used.
 */
const parsingVersion = 11

export interface Snapshot extends LoadedFiles {
  changes: LastChanges | null
}

interface Header {
  version: string
  revision: string
  rules: ReadingRules
  /** The revision at which the times of the records were read. */
  changesRevision: string | null
  count: number
}

type Line = Array<[record: FileRecord, time: number | null]>

const recordsPerLine = 500

/** Milliseconds between a change and the snapshot, so that several commits cause one snapshot. */
const delayMs = 5_000

/**
 * Stores the parsed files in `content.ndjson` for the next start: a header, then lines of records,
 * so that neither reading nor writing blocks the event loop. It is a cache: a damaged file, or one
 * of another version, is ignored.
 */
export function createSnapshots(
  cacheDir: string,
  build: string,
  log: { warn(message: string): void },
) {
  const path = join(cacheDir, 'content.ndjson')
  const version = `${parsingVersion} ${build}`
  let due: { timer: NodeJS.Timeout; take: () => Snapshot | null } | null = null
  let writing: Promise<void> = Promise.resolve()

  /** Writes the pending snapshot now. */
  function write() {
    const snapshot = due?.take() ?? null
    if (due) clearTimeout(due.timer)
    due = null
    if (snapshot) writing = writing.then(() => replace(snapshot))
    return writing
  }

  async function replace(snapshot: Snapshot) {
    try {
      await mkdir(cacheDir, { recursive: true })
      await removeLeftovers(path)
      await writeWholeFile(path, linesOf(version, snapshot), { stored: 'soon' })
    } catch (error) {
      log.warn(`The parsed files cannot be stored for the next start: ${messageOf(error)}`)
    }
  }

  return {
    /** The snapshot, or null when there is none that this version of the code can use. */
    read: () => readSnapshot(path, version).catch(() => null),
    /**
     * Schedules a write some seconds after the last call. `take` is called then and returns the
     * state.
     */
    due(take: () => Snapshot | null) {
      if (due) clearTimeout(due.timer)
      due = { timer: setTimeout(write, delayMs).unref(), take }
    },
    close: write,
  }
}

async function readSnapshot(path: string, version: string): Promise<Snapshot | null> {
  const lines = createInterface({
    input: createReadStream(path, { highWaterMark: 1 << 20 }),
    crlfDelay: 0,
  })
  let header: Header | null = null
  const records = new Map<string, FileRecord>()
  const times = new Map<string, number>()
  for await (const line of lines) {
    if (!header) {
      header = JSON.parse(line) as Header
      if (header.version !== version) return null
      continue
    }
    for (const [record, time] of JSON.parse(line) as Line) {
      records.set(record.path, record)
      if (time !== null) times.set(record.path, time)
    }
  }
  if (!header || records.size !== header.count) return null
  const { revision, rules, changesRevision } = header
  return {
    revision,
    rules,
    records,
    changes:
      changesRevision === null
        ? null
        : { revision: changesRevision, times, complete: times.size === records.size },
  }
}

function* linesOf(version: string, snapshot: Snapshot): Generator<string> {
  const { revision, rules, records, changes } = snapshot
  const header: Header = {
    version,
    revision,
    rules,
    changesRevision: changes?.revision ?? null,
    count: records.size,
  }
  yield `${JSON.stringify(header)}\n`
  let line: Line = []
  for (const record of records.values()) {
    line.push([record, changes?.times.get(record.path) ?? null])
    if (line.length < recordsPerLine) continue
    yield `${JSON.stringify(line)}\n`
    line = []
  }
  if (line.length > 0) yield `${JSON.stringify(line)}\n`
}
