import { type FileHandle, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { UnreadableFile } from './errors.ts'
import { type CommitMark, markText, readMark } from './journal-file.ts'
import { ignoreMissing, writeWholeFile } from './whole-file.ts'

/**
 * The file `NAME-committed` beside a journal: the length of the journal after the last confirmed
 * write. Each write overwrites it in place without fsync: after a power failure it may name an
 * earlier length, never a later one than the journal has.
 */
export function createCommitMark(folder: string, name: string) {
  const file = path.join(folder, `${name}-committed`)
  let handle: FileHandle | null = null

  return {
    file,
    /** The stored mark, or null without a file. Throws UnreadableFile for a damaged file. */
    async read(): Promise<CommitMark | null> {
      const bytes = await readFile(file).catch(ignoreMissing)
      if (bytes === null) return null
      const mark = readMark(bytes)
      if (mark) return mark
      throw new UnreadableFile(
        `${file} is damaged; restore it from a backup, or delete it to use the journal beside it without this check.`,
      )
    },
    /**
     * Opens the file for `move`, and writes `mark` unless `found`, its current content, is equal.
     */
    async open(mark: CommitMark, found: CommitMark | null): Promise<void> {
      const text = markText(mark)
      if (!found || !markText(found).equals(text))
        await writeWholeFile(file, text, { stored: 'safely' })
      await handle?.close()
      handle = await open(file, 'r+')
    },
    isOpen: () => handle !== null,
    /** Overwrites the mark; does nothing before `open`. */
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
