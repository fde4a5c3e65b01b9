import type { SiteSettings } from '#domain/site-settings.ts'
import type { ContentFile, ContentFiles, LastChanges } from '../../platform/content-files.ts'
import { messageOf } from '../../platform/errors.ts'
import { readAhead } from '../../platform/read-ahead.ts'
import { createTurns } from '../../platform/turns.ts'
import type { Frontmatter } from '../frontmatter/frontmatter.ts'
import type { Fault } from '../frontmatter/safe-yaml.ts'
import { pathKind, settingsPath } from './file-kind.ts'
import { contentOf, createTextSharing, type FileRecord, recordOf } from './file-record.ts'
import { type ReadingRules, readingRules, sameRules } from './reading-rules.ts'
import { readSettings } from './settings.ts'

/** The content folder at one revision, parsed. */
export interface LoadedFiles {
  revision: string
  /** The rules that the records were read by. */
  rules: ReadingRules
  records: ReadonlyMap<string, FileRecord>
  /** The settings of `site.yaml`; not part of a snapshot. */
  settings?: SiteSettings
  settingsFaults?: ReadonlyArray<Fault>
}

/** The part of `ContentFiles` that a load needs. */
export type ReadableFiles = Pick<ContentFiles, 'list' | 'diff' | 'read' | 'size'>

/**
 * `visit` is only called for at least so many files: fewer are read again in less time than a
 * thread needs to start.
 */
const manyFiles = 5_000

/**
 * Called with each file that is served when it is read, with its texts, and the settings that it
 * was read by.
 */
export type FileVisitor = (record: FileRecord, texts: Frontmatter, settings: SiteSettings) => void

export interface LoadResult extends LoadedFiles {
  settings: SiteSettings
  settingsFaults: ReadonlyArray<Fault>
  /** Paths that differ from the files at the start of the load, including deleted ones. */
  changed: ReadonlyArray<string>
}

/**
 * Updates loaded files to a revision; only files that differ are read and parsed. When nothing is
 * loaded, or the repository no longer has the loaded revision, the whole folder is listed and known
 * blobs are reused. `visit` gets the files that are read, when they are many. Yields to the event
 * loop. Rejects when the revision can't be read.
 */
export async function loadRevision(
  files: ReadableFiles,
  revision: string,
  from: LoadedFiles | null,
  visit?: FileVisitor,
): Promise<LoadResult> {
  const known = from?.records ?? new Map<string, FileRecord>()
  const { touched, removed } = await differing(files, revision, from)
  const records = new Map(known)
  for (const path of removed) records.delete(path)

  const settingsFile = touched.find(({ path }) => path === settingsPath)
  const { settings, settingsFaults } =
    settingsFile || removed.includes(settingsPath) || !from?.settings
      ? await readSiteSettings(files, (settingsFile ?? records.get(settingsPath))?.blob ?? null)
      : { settings: from.settings, settingsFaults: from.settingsFaults ?? [] }
  const rules = readingRules(settings)
  const stale =
    from && !sameRules(from.rules, rules) ? [...touched, ...readByRules(records, touched)] : touched

  const visitor = stale.length >= manyFiles ? visit : undefined
  const share = createTextSharing()
  const turns = createTurns()
  for await (const [file, content] of readAhead(stale, (one) => contentOf(one, files))) {
    let texts: Frontmatter | undefined
    const record = share(
      recordOf(file, content, rules, visitor && ((frontmatter) => (texts = frontmatter))),
    )
    records.set(file.path, record)
    if (texts) visitor?.(record, texts, settings)
    if (turns.isDue()) await turns.take()
  }
  return {
    revision,
    rules,
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
    const touched = changes.flatMap(({ path, kind, after }) =>
      after === null ? [] : [{ path, kind, blob: after }],
    )
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

function isSame(file: ContentFile, record: FileRecord | undefined) {
  return record?.blob === file.blob && (record.kind ?? 'file') === file.kind && !record.retry
}

/** The files that were not read again and whose values depend on the rules. */
function readByRules(
  records: ReadonlyMap<string, FileRecord>,
  touched: ReadonlyArray<ContentFile>,
): Array<ContentFile> {
  const done = new Set(touched.map(({ path }) => path))
  return [...records.values()]
    .filter(({ path }) => !done.has(path) && !['asset', 'settings'].includes(pathKind(path).kind))
    .map(asFile)
}

function asFile({ path, blob, kind }: FileRecord): ContentFile {
  return { path, blob, kind: kind ?? 'file' }
}

async function readSiteSettings(files: ReadableFiles, blob: string | null) {
  try {
    const { settings, faults } = readSettings(blob === null ? null : await files.read(blob))
    return { settings, settingsFaults: faults }
  } catch (error) {
    const { settings } = readSettings(null)
    return {
      settings,
      settingsFaults: [{ line: 1, message: `The file can't be read: ${messageOf(error)}` }],
    }
  }
}

/** The dates of the last changes of files, read for one revision after the other. */
export function createLastChanges(
  files: Pick<ContentFiles, 'lastChanges'>,
  log: { warn(message: string): void },
) {
  let known: LastChanges | null = null
  let learning: Promise<void> = Promise.resolve()
  let closed = false
  return {
    known: () => known,
    /** Starts from the dates of a snapshot. */
    start(changes: LastChanges | null) {
      known = changes
    },
    /**
     * Resolves when the dates of a revision are known; never rejects. A long history takes long, so
     * callers should set a time limit.
     */
    learn(revision: string): Promise<void> {
      learning = learning.then(async () => {
        if (closed || known?.revision === revision) return
        try {
          known = await files.lastChanges(revision, known ?? undefined)
        } catch (error) {
          if (!closed)
            log.warn(`The dates of last changes can't be read from git: ${messageOf(error)}`)
        }
      })
      return learning
    },
    /** Ends learning and logging. */
    close() {
      closed = true
    },
  }
}
