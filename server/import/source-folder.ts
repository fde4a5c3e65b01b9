import { createReadStream, existsSync, type ReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Complaint } from '#domain/import/entry.ts'
import type { FileClaim } from '#domain/import/file-ledger.ts'
import { ImportRefused } from './import-refused.ts'
import { unpack } from './unpack.ts'

/**
 * The files of an export: a folder, an unpacked archive, or one file. Paths have forward slashes.
 */
export interface SourceFolder {
  /** The path of the folder on the disk. */
  root: string
  /**
   * Whether the owner of the site named the folder itself, so that git may read its repository;
   * what is in an archive may come from anybody.
   */
  isTrusted: boolean
  files: ReadonlyArray<string>
  /** Folders of tools and links, which are not read. */
  unread: ReadonlyArray<FileClaim>
  complaints: ReadonlyArray<Complaint>
  has(file: string): boolean
  /** Throws when the file is larger than `maxBytes`. */
  read(file: string, maxBytes?: number): Promise<Buffer>
  text(file: string, maxBytes?: number): Promise<string>
  stream(file: string): ReadStream
  /** The files that were read as streams: those that list many texts. */
  streamed(): Iterable<string>
  sizeOf(file: string): Promise<number>
}

/** The most files of an export, and the largest that is read as a whole. */
const mostFiles = 200_000
const largestFile = 64 * 1024 * 1024

const skipped =
  /^(?:\.git|node_modules|\.obsidian|\.trash|\.DS_Store|__MACOSX|\.jekyll-cache|_site|\.astro|\.cache)$/

/** Opens an export. An archive is unpacked into `scratch`. Throws ImportRefused. */
export async function openSource(
  file: string,
  scratch: string,
  progress?: (done: number, total: number) => void,
): Promise<SourceFolder> {
  if (!existsSync(file)) throw new ImportRefused(`There is no file ${file}.`)
  const found = await stat(file)
  if (found.isDirectory()) return folderAt(file, await filesBelow(file), [], true)
  const head = await firstBytes(file)
  if (head.toString('latin1', 0, 4) !== 'PK\x03\x04') {
    return folderAt(path.dirname(file), { files: [path.basename(file)], unread: [] }, [])
  }
  const root = path.join(scratch, 'unpacked')
  await mkdir(root, { recursive: true })
  const complaints = await unpack(file, root, (bytes) => progress?.(bytes, found.size))
  complaints.push(...(await unpackParts(root)))
  const { files, unread } = await filesBelow(root)
  const inArchive = `${path.basename(file)}/`
  const damaged = complaints.flatMap(({ place, message }) =>
    place.startsWith(inArchive) && place !== inArchive
      ? [{ file: place.slice(inArchive.length), fate: 'left-out' as const, reason: message }]
      : [],
  )
  return folderAt(root, { files, unread: [...damaged, ...unread] }, complaints)
}

/**
 * Unpacks the parts of a large export (`Export-Part-1.zip`), each in its folder. An archive inside
 * a part stays packed.
 */
async function unpackParts(root: string): Promise<Array<Complaint>> {
  const complaints: Array<Complaint> = []
  const { files } = await filesBelow(root)
  for (const file of files.filter((one) => /\bPart-\d{1,4}\.zip$/i.test(one))) {
    const archive = path.join(root, file)
    complaints.push(...(await unpack(archive, path.dirname(archive))))
    await rm(archive)
  }
  return complaints
}

async function firstBytes(file: string): Promise<Buffer> {
  const chunks: Array<Buffer> = []
  for await (const chunk of createReadStream(file, { end: 63 })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

type FoundFiles = Pick<SourceFolder, 'files' | 'unread'>

async function filesBelow(root: string): Promise<FoundFiles> {
  const files: Array<string> = []
  const unread: Array<FileClaim> = []
  const leave = (file: string, reason: string) => unread.push({ file, fate: 'left-out', reason })
  const open = ['']
  for (let folder = open.pop(); folder !== undefined; folder = open.pop())
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
      const inner = folder === '' ? entry.name : `${folder}/${entry.name}`
      // Links are not followed: they may lead out of the export.
      if (skipped.test(entry.name))
        leave(entry.isDirectory() ? `${inner}/` : inner, 'Tools keep their own files there')
      else if (entry.isDirectory()) open.push(inner)
      else if (!entry.isFile()) leave(inner, 'A link or a device is not read')
      else if (files.push(inner) > mostFiles)
        throw new ImportRefused(`The export has more than ${mostFiles} files.`)
    }
  return { files: files.sort(), unread }
}

function folderAt(
  root: string,
  { files, unread }: FoundFiles,
  complaints: ReadonlyArray<Complaint>,
  isTrusted = false,
): SourceFolder {
  const known = new Set(files)
  const streamed = new Set<string>()
  const at = (file: string) => {
    if (!known.has(file)) throw new Error(`${file} is no file of the export.`)
    return path.join(root, file)
  }
  const read = async (file: string, maxBytes = largestFile) => {
    const { size } = await stat(at(file))
    if (size > maxBytes)
      throw new ImportRefused(`${file} has ${size} bytes; at most ${maxBytes} are read.`)
    return readFile(at(file))
  }
  return {
    root,
    isTrusted,
    files,
    unread,
    complaints,
    has: (file) => known.has(file),
    read,
    text: async (file, maxBytes) => (await read(file, maxBytes)).toString('utf8'),
    stream(file) {
      streamed.add(file)
      return createReadStream(at(file))
    },
    streamed: () => streamed,
    sizeOf: async (file) => (await stat(at(file))).size,
  }
}
