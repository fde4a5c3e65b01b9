import type { FileKind } from '#domain/content.ts'
import type { ContentFile, ContentFiles } from './content-files.ts'
import type { Entry } from './entry.ts'
import { isReadme, pathKind } from './file-kind.ts'
import { type Frontmatter, readFrontmatter } from './frontmatter.ts'
import { parseItem } from './parse-item.ts'
import type { Fault } from './safe-yaml.ts'

/** What is kept of one file in the content folder. JSON: the snapshot on disk holds these. */
export interface FileRecord {
  path: string
  blob: string
  /** Set for what is no file; such a blob is never read. */
  kind?: 'link' | 'repository'
  entry?: Entry
  faults?: Array<Fault>
  /** What the writer should look at although the file is served. */
  warnings?: Array<Fault>
  /** The file could not be read this time; the next start tries again. */
  retry?: true
  /** Bytes; only files in `downloads/` have it. */
  size?: number
}

/** Parses one listed file. Never throws: a file that can't be read is a record with a fault. `source` is given what was read of one that is served. */
export function readRecord(
  file: ContentFile,
  files: Pick<ContentFiles, 'read' | 'size'>,
  timeZone: string,
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
    return { path, blob, kind: file.kind, faults: [wholeFile('A repository inside the content folder is not read')] }
  const kind = pathKind(path)
  try {
    switch (kind.kind) {
      case 'misplaced':
        return { path, blob, faults: [wholeFile(kind.message)] }
      case 'settings':
        return { path, blob }
      case 'asset':
        return path.startsWith('downloads/') ? { path, blob, size: files.size(blob) } : { path, blob }
      default:
        return itemRecord(kind, file, files, timeZone, source)
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { path, blob, faults: [wholeFile(`The file can't be read: ${reason}`)], retry: true }
  }
}

function itemRecord(
  { kind, inner }: { kind: FileKind; inner: string },
  { path, blob }: ContentFile,
  files: Pick<ContentFiles, 'read'>,
  timeZone: string,
  source?: (frontmatter: Frontmatter) => void,
): FileRecord {
  const bytes = files.read(blob)
  if (isReadme(inner) && !hasFrontmatter(bytes))
    return { path, blob, ...(kind === 'downloads' && { size: bytes.length }) }
  const parsed = parseItem(kind, inner, bytes, timeZone)
  if (parsed.kind === 'faulty') return { path, blob, faults: parsed.faults }
  const { entry, warnings } = parsed
  source?.(parsed.frontmatter)
  const read = { path, blob, entry, ...(warnings.length > 0 && { warnings }) }
  // A text cut out of a file keeps the whole file in memory; going through JSON makes texts of their own.
  return JSON.parse(JSON.stringify(read)) as FileRecord
}

/** Whether a README is meant for visitors: it says more of itself than a text for people who look into the folder. */
function hasFrontmatter(bytes: Uint8Array): boolean {
  const file = readFrontmatter(bytes)
  return file.kind === 'frontmatter' && Object.keys(file.data).length > 0
}

function wholeFile(message: string): Fault {
  return { line: 1, message }
}

/**
 * Lets thousands of records share the few texts that repeat. Changes the record in place and returns it.
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
    if (!entry || entry.kind === 'downloads' || entry.kind === 'pages' || entry.kind === 'newsletters') return record
    entry.item.tags = entry.item.tags.map(share)
    if (entry.kind === 'news') entry.item.category = share(entry.item.category)
    return record
  }
}
