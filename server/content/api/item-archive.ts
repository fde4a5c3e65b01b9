import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/**
 * A zip archive of files, by their paths and blobs, as they are in git: one file at a time, so that
 * an archive of a whole site needs no more memory than its largest file.
 */
export async function* archiveOf(
  files: ReadonlyMap<string, string>,
  read: (blob: string) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const pieces: Array<Uint8Array> = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for (const [path, blob] of files) {
    const bytes = await read(blob)
    // Pictures and sounds are compressed already.
    const entry = path.endsWith('.md') ? new ZipDeflate(path) : new ZipPassThrough(path)
    zip.add(entry)
    entry.push(bytes, true)
    yield* pieces.splice(0)
  }
  zip.end()
  yield* pieces
}
