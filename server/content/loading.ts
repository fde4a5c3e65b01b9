import { setImmediate } from 'node:timers/promises'
import type { SiteSettings } from '#domain/content.ts'
import type { ContentFile, ContentFiles } from './content-files.ts'
import { pathKind, settingsPath } from './file-kind.ts'
import { createTextSharing, type FileRecord, readRecord } from './file-record.ts'
import type { Fault } from './safe-yaml.ts'
import { readSettings } from './settings.ts'

/** The content folder at one revision, parsed. */
export interface LoadedFiles {
  revision: string
  /** The time zone that dates without an offset were read in. */
  timeZone: string
  records: ReadonlyMap<string, FileRecord>
  /** What `site.yaml` says; a snapshot leaves it out. */
  settings?: SiteSettings
  settingsFaults?: ReadonlyArray<Fault>
}

/** The part of `ContentFiles` that a load needs. */
export type ReadableFiles = Pick<ContentFiles, 'list' | 'diff' | 'read' | 'size'>

export interface LoadResult extends LoadedFiles {
  settings: SiteSettings
  settingsFaults: ReadonlyArray<Fault>
  /** Paths that differ from where the load started, removed ones included. */
  changed: ReadonlyArray<string>
}

/** How long parsing may hold the event loop, in milliseconds. */
const slice = 10

/**
 * Brings what is loaded to a revision. Only what differs is read and parsed; without a start, or when the start is gone from the
 * repository, the folder is listed and every file whose blob is known is kept. Yields to the event loop. Rejects when the revision can't be read.
 */
export async function loadRevision(
  files: ReadableFiles,
  revision: string,
  from: LoadedFiles | null,
): Promise<LoadResult> {
  const known = from?.records ?? new Map<string, FileRecord>()
  const { touched, removed } = await differing(files, revision, from)
  const records = new Map(known)
  for (const path of removed) records.delete(path)

  const settingsFile = touched.find(({ path }) => path === settingsPath)
  const { settings, settingsFaults } =
    settingsFile || removed.includes(settingsPath) || !from?.settings
      ? readSiteSettings(files, (settingsFile ?? records.get(settingsPath))?.blob ?? null)
      : { settings: from.settings, settingsFaults: from.settingsFaults ?? [] }
  const stale = from && from.timeZone !== settings.timeZone ? [...touched, ...dated(records, touched)] : touched

  const share = createTextSharing()
  let sliceEnd = performance.now() + slice
  for (const file of stale) {
    records.set(file.path, share(readRecord(file, files, settings.timeZone)))
    if (performance.now() < sliceEnd) continue
    await setImmediate()
    sliceEnd = performance.now() + slice
  }
  return {
    revision,
    timeZone: settings.timeZone,
    records,
    settings,
    settingsFaults,
    changed: [...removed, ...stale.map(({ path }) => path)],
  }
}

async function differing(files: ReadableFiles, revision: string, from: LoadedFiles | null) {
  const retries = [...(from?.records.values() ?? [])].filter((record) => record.retry).map(asFile)
  if (from?.revision === revision) return { touched: retries, removed: [] }
  const changes = from ? await files.diff(from.revision, revision).catch(() => null) : null
  if (changes) {
    const touched = changes.flatMap(({ path, kind, after }) => (after === null ? [] : [{ path, kind, blob: after }]))
    const named = new Set(changes.map(({ path }) => path))
    return {
      touched: [...touched, ...retries.filter(({ path }) => !named.has(path))],
      removed: changes.filter(({ after }) => after === null).map(({ path }) => path),
    }
  }
  const listed = await files.list(revision)
  const paths = new Set(listed.map(({ path }) => path))
  return {
    touched: listed.filter((file) => !isSame(file, from?.records.get(file.path))),
    removed: [...(from?.records.keys() ?? [])].filter((path) => !paths.has(path)),
  }
}

function isSame(file: ContentFile, record: FileRecord | undefined): boolean {
  return record?.blob === file.blob && (record.kind ?? 'file') === file.kind && !record.retry
}

/** The files not read anew already whose dates depend on the time zone. */
function dated(records: ReadonlyMap<string, FileRecord>, touched: ReadonlyArray<ContentFile>): Array<ContentFile> {
  const done = new Set(touched.map(({ path }) => path))
  return [...records.values()]
    .filter(({ path }) => !done.has(path) && !['asset', 'settings'].includes(pathKind(path).kind))
    .map(asFile)
}

function asFile({ path, blob, kind }: FileRecord): ContentFile {
  return { path, blob, kind: kind ?? 'file' }
}

function readSiteSettings(files: ReadableFiles, blob: string | null) {
  try {
    const { settings, faults } = readSettings(blob === null ? null : files.read(blob))
    return { settings, settingsFaults: faults }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const { settings } = readSettings(null)
    return { settings, settingsFaults: [{ line: 1, message: `The file can't be read: ${reason}` }] }
  }
}
