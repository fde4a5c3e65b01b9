import type { FileKind } from '#domain/content.ts'
import type { ContentFile, ContentFiles } from '../../platform/content-files.ts'
import { messageOf } from '../../platform/errors.ts'
import { independent } from '../../platform/independent.ts'
import { type Frontmatter, readFrontmatter } from '../frontmatter/frontmatter.ts'
import type { Fault } from '../frontmatter/safe-yaml.ts'
import { type AuthorInFile, readAuthor } from './authors.ts'
import type { Entry, EntryOf } from './entry.ts'
import { isReadme, type PathKind, pathKind } from './file-kind.ts'
import { type MediaMentions, mentionsIn } from './media-mentions.ts'
import { parseItem } from './parse-item.ts'
import type { ReadingRules } from './reading-rules.ts'

/** One file of the content folder in memory. JSON: the snapshot on disk consists of these. */
export interface FileRecord extends MediaMentions {
  path: string
  blob: string
  /** Set for symbolic links and submodules, whose blob is never read. */
  kind?: 'link' | 'repository'
  entry?: Entry
  /** The author of a file in `authors/`. */
  author?: AuthorInFile
  faults?: Array<Fault>
  /**
   * What keeps nothing from being served: values that are read differently, keys that nothing
   * reads.
   */
  warnings?: Array<Fault>
  /** The file could not be read; the next start reads it again. */
  retry?: true
  /** Bytes; only files in `downloads/` have it. */
  size?: number
}

/** A file whose entry is of one kind. */
export type RecordOf<Kind extends keyof EntryOf> = Omit<FileRecord, 'entry'> & {
  entry: EntryOf[Kind]
}

const neverRead = {
  link: 'A symbolic link is never followed; put the file itself here',
  repository: 'A repository inside the content folder is not read',
}

/** What a record needs of a file: its bytes or its size, or why they can't be read. */
export interface FileContent {
  bytes?: Uint8Array
  size?: number
  failure?: unknown
}

/** Reads what the record of a file needs. Never throws. */
export async function contentOf(
  { path, blob, kind }: ContentFile,
  files: Pick<ContentFiles, 'read' | 'size'>,
): Promise<FileContent> {
  if (kind !== 'file') return {}
  const place = pathKind(path).kind
  try {
    if (place === 'asset')
      return path.startsWith('downloads/') ? { size: await files.size(blob) } : {}
    if (place === 'misplaced' && !path.endsWith('.md')) return {}
    return { bytes: await files.read(blob) }
  } catch (failure) {
    return { failure }
  }
}

/**
 * The record of a listed file. Never throws: a file that can't be read is a record with a fault.
 * `source` is called with the text of a file that is served.
 */
export function recordOf(
  file: ContentFile,
  content: FileContent,
  rules: ReadingRules,
  source?: (frontmatter: Frontmatter) => void,
): FileRecord {
  const { path, blob } = file
  if (file.kind !== 'file')
    return {
      path,
      blob,
      kind: file.kind,
      faults: [wholeFile(neverRead[file.kind])],
    }
  try {
    if (content.failure !== undefined) throw content.failure
    const kind = pathKind(path)
    const { bytes, size } = content
    return independent<FileRecord>({
      path,
      blob,
      ...(size !== undefined && { size }),
      ...(bytes && { ...mentionsIn(bytes), ...parsedFile(kind, bytes, rules, source) }),
      ...(kind.kind === 'misplaced' && { faults: [wholeFile(kind.message)] }),
    })
  } catch (error) {
    return {
      path,
      blob,
      faults: [wholeFile(`The file can't be read: ${messageOf(error)}`)],
      retry: true,
    }
  }
}

type ParsedFile = Omit<FileRecord, 'path' | 'blob'>

function parsedFile(
  kind: PathKind,
  bytes: Uint8Array,
  rules: ReadingRules,
  source?: (frontmatter: Frontmatter) => void,
): ParsedFile {
  if (kind.kind === 'author') return authorRecord(kind.name, bytes)
  return 'inner' in kind ? itemRecord(kind, bytes, rules, source) : {}
}

function authorRecord(name: string, bytes: Uint8Array): ParsedFile {
  const read = readAuthor(name, bytes)
  if ('faults' in read) return { faults: read.faults }
  const { author, warnings } = read
  return { author, ...(warnings.length > 0 && { warnings }) }
}

function itemRecord(
  { kind, inner }: { kind: FileKind; inner: string },
  bytes: Uint8Array,
  rules: ReadingRules,
  source?: (frontmatter: Frontmatter) => void,
): ParsedFile {
  if (isReadme(inner) && !hasFrontmatter(bytes))
    return kind === 'downloads' ? { size: bytes.length } : {}
  const parsed = parseItem(kind, inner, bytes, rules)
  const warnings = [...parsed.warnings, ...parsed.unread]
  const noted = warnings.length > 0 && { warnings }
  if (parsed.kind === 'faulty') return { faults: parsed.faults, ...noted }
  source?.(parsed.frontmatter)
  return { entry: parsed.entry, ...noted }
}

/**
 * Whether a README has frontmatter, so that it is an item for visitors and not a description of its
 * folder.
 */
function hasFrontmatter(bytes: Uint8Array): boolean {
  const file = readFrontmatter(bytes)
  return file.kind === 'frontmatter' && Object.keys(file.data).length > 0
}

function wholeFile(message: string): Fault {
  return { line: 1, message }
}

/**
 * Saves memory: equal tags and categories of all records become one string. Changes the record in
 * place and returns it.
 */
export function createTextSharing(): (record: FileRecord) => FileRecord {
  const texts = new Map<string, string>()
  const share = (text: string) => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }
  return (record) => {
    const { entry } = record
    if (!entry || !('item' in entry)) return record
    const { item } = entry
    if ('tags' in item) item.tags = item.tags.map(share)
    if ('category' in item) item.category = share(item.category)
    return record
  }
}
