import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { removeLeftovers, writeWholeFile } from '../platform/whole-file.ts'
import type { LastChanges } from './content-files.ts'
import type { FileRecord } from './file-record.ts'
import type { LoadedFiles } from './loading.ts'

/** Raised when reading a file gives another entry than before, so that a snapshot of older code is not used. */
export const parsingVersion = 2

export interface Snapshot extends LoadedFiles {
  changes: LastChanges | null
}

interface Header {
  version: string
  revision: string
  timeZone: string
  /** Revision that the times of the records belong to. */
  changesRevision: string | null
  count: number
}

type Line = Array<[record: FileRecord, time: number | null]>

const recordsPerLine = 500

export interface SnapshotFile {
  /** The snapshot, or null when there is none that this version of the code can use. */
  read(): Promise<Snapshot | null>
  /** Replaces the file as a whole. Rejects when the disk refuses. */
  write(snapshot: Snapshot): Promise<void>
}

/**
 * What was parsed, kept between starts in `content.ndjson`: a header, then lines of records, so that neither reading nor writing holds
 * the event loop. It is a cache: a file that is damaged or of another version counts as none.
 */
export function createSnapshotFile(cacheDir: string, build: string): SnapshotFile {
  const path = join(cacheDir, 'content.ndjson')
  const version = `${parsingVersion} ${build}`
  return {
    async read() {
      try {
        return await readSnapshot(path, version)
      } catch {
        return null
      }
    },
    async write(snapshot) {
      await mkdir(cacheDir, { recursive: true })
      await removeLeftovers(path)
      await writeWholeFile(path, linesOf(version, snapshot), { stored: 'soon' })
    },
  }
}

async function readSnapshot(path: string, version: string): Promise<Snapshot | null> {
  const lines = createInterface({ input: createReadStream(path, { highWaterMark: 1 << 20 }), crlfDelay: 0 })
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
  const { revision, timeZone, changesRevision } = header
  return {
    revision,
    timeZone,
    records,
    changes:
      changesRevision === null ? null : { revision: changesRevision, times, complete: times.size === records.size },
  }
}

function* linesOf(version: string, snapshot: Snapshot): Generator<string> {
  const { revision, timeZone, records, changes } = snapshot
  const header: Header = {
    version,
    revision,
    timeZone,
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
