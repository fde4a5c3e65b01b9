import type { FileKind } from '#domain/content.ts'
import { soundEndings } from '#domain/sound.ts'
import type { ContentFile, ContentFiles } from '../../platform/content-files.ts'
import { messageOf } from '../../platform/errors.ts'
import { independent } from '../../platform/independent.ts'
import { type Frontmatter, readFrontmatter } from '../frontmatter/frontmatter.ts'
import type { Fault } from '../frontmatter/safe-yaml.ts'
import { type AuthorInFile, readAuthor } from './authors.ts'
import type { Entry } from './entry.ts'
import { isReadme, pathKind } from './file-kind.ts'
import { parseItem } from './parse-item.ts'
import type { ReadingRules } from './reading-rules.ts'

const soundName = new RegExp(`\\.(?:${soundEndings})`, 'i')

/** One file of the content folder in memory. JSON: the snapshot on disk consists of these. */
export interface FileRecord {
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
  /**
   * The file names a sound, perhaps one that does not exist; lets others be skipped when sounds are
   * looked for.
   */
  namesSound?: true
  /** Bytes; only files in `downloads/` have it. */
  size?: number
}

/**
 * Parses one listed file. Never throws: a file that can't be read is a record with a fault.
 * `source` is called with the text of a file that is served.
 */
export function readRecord(
  file: ContentFile,
  files: Pick<ContentFiles, 'read' | 'size'>,
  rules: ReadingRules,
  source?: (frontmatter: Frontmatter) => void,
): FileRecord {
  const { path, blob } = file
  if (file.kind === 'link')
    return {
      path,
      blob,
      kind: file.kind,
      faults: [wholeFile('A symbolic link is never followed; put the file itself here')],
    }
  if (file.kind === 'repository')
    return {
      path,
      blob,
      kind: file.kind,
      faults: [wholeFile('A repository inside the content folder is not read')],
    }
  const kind = pathKind(path)
  try {
    switch (kind.kind) {
      case 'misplaced':
        return { path, blob, faults: [wholeFile(kind.message)] }
      case 'author': {
        const read = readAuthor(kind.name, files.read(blob))
        if ('faults' in read) return { path, blob, faults: read.faults }
        const { author, warnings } = read
        return { path, blob, author, ...(warnings.length > 0 && { warnings }) }
      }
      case 'settings':
        return { path, blob }
      case 'asset':
        return path.startsWith('downloads/')
          ? { path, blob, size: files.size(blob) }
          : { path, blob }
      default:
        return itemRecord(kind, file, files, rules, source)
    }
  } catch (error) {
    return {
      path,
      blob,
      faults: [wholeFile(`The file can't be read: ${messageOf(error)}`)],
      retry: true,
    }
  }
}

function itemRecord(
  { kind, inner }: { kind: FileKind; inner: string },
  { path, blob }: ContentFile,
  files: Pick<ContentFiles, 'read'>,
  rules: ReadingRules,
  source?: (frontmatter: Frontmatter) => void,
): FileRecord {
  const bytes = files.read(blob)
  if (isReadme(inner) && !hasFrontmatter(bytes))
    return { path, blob, ...(kind === 'downloads' && { size: bytes.length }) }
  const parsed = parseItem(kind, inner, bytes, rules)
  const warnings = [...parsed.warnings, ...parsed.unread]
  if (parsed.kind === 'faulty')
    return independent<FileRecord>({
      path,
      blob,
      faults: parsed.faults,
      ...(warnings.length > 0 && { warnings }),
    })
  const { entry } = parsed
  source?.(parsed.frontmatter)
  const namesSound = soundName.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'),
  )
  const read = {
    path,
    blob,
    entry,
    ...(warnings.length > 0 && { warnings }),
    ...(namesSound && { namesSound }),
  }
  return independent<FileRecord>(read)
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
