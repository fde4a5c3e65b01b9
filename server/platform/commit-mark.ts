import { type FileHandle, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { DurableFile } from './durable-file.ts'
import { UnreadableFile } from './errors.ts'
import { type CommitMark, markText, readMark } from './journal-file.ts'

/**
 * The file `NAME-committed` beside a journal: the length of the journal at the last confirmed write. It is overwritten in place after every
 * write, but not synced: a power failure may leave an earlier mark, never one that is ahead of the journal.
 */
export function createCommitMark(folder: string, name: string) {
  const file = path.join(folder, `${name}-committed`)
  let handle: FileHandle | null = null

  return {
    file,
    /** Null when there is none. Throws UnreadableFile for one that is damaged. */
    async read(): Promise<CommitMark | null> {
      let bytes: Buffer
      try {
        bytes = await readFile(file)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
      const mark = readMark(bytes)
      if (mark) return mark
      throw new UnreadableFile(
        `${file} is damaged; restore it from a backup, or delete it to take the journal beside it as it is.`,
      )
    },
    /** Makes the file say this, where `found` is what it says now; from then on it can be moved. */
    async open(mark: CommitMark, found: CommitMark | null): Promise<void> {
      const text = markText(mark)
      if (!found || !markText(found).equals(text))
        await new DurableFile<Buffer>(file, Buffer.from, (bytes) => [bytes.toString('utf8')]).write(text)
      await handle?.close()
      handle = await open(file, 'r+')
    },
    isOpen: () => handle !== null,
    /** Moves the mark, where there is one. */
    async move(mark: CommitMark): Promise<void> {
      const bytes = markText(mark)
      await handle?.write(bytes, 0, bytes.length, 0)
    },
    async close(): Promise<void> {
      const closing = handle
      handle = null
      await closing?.datasync().catch(() => undefined)
      await closing?.close()
    },
  }
}
