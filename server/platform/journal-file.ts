import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * Serialises one write to a journal as one line: a checksum and a JSON list of entries. A reader
 * accepts the whole line or none of it.
 */
export function journalLine(entries: ReadonlyArray<unknown>): Buffer {
  return lineOf(JSON.stringify(entries))
}

/** The readable part of a journal. */
export interface JournalText {
  entries: Array<unknown>
  /** Length in bytes of the complete lines at the beginning. */
  length: number
  /** The bytes after them: none, a line whose write was interrupted, or damage. */
  rest: 'none' | 'unfinished' | 'damaged'
}

/**
 * Parses the bytes of a journal. `committed` is the number of bytes whose write was confirmed: an
 * error inside them is damage. After them one write may have been interrupted, and a power failure
 * may leave any bytes there. With null (unknown), only an incomplete but well-formed line counts as
 * interrupted.
 */
export function readJournal(bytes: Buffer, committed: number | null): JournalText {
  const entries: Array<unknown> = []
  let length = 0
  while (length < bytes.length) {
    const end = bytes.indexOf(0x0a, length)
    const batch = end < 0 ? null : readLine(bytes.toString('utf8', length, end))
    if (batch === null) {
      const isUnfinished =
        committed === null
          ? end < 0 && isLineStart(bytes.toString('utf8', length))
          : length >= committed && !containsLine(bytes, length)
      return { entries, length, rest: isUnfinished ? 'unfinished' : 'damaged' }
    }
    for (const entry of batch) entries.push(entry)
    length = end + 1
  }
  return { entries, length, rest: committed !== null && length < committed ? 'damaged' : 'none' }
}

/** Confirmed length of a journal: generation, bytes, and the hash of these bytes. */
const commitMark = z.object({
  generation: z.int().positive(),
  length: z.int().min(0),
  digest: z.string(),
})
export type CommitMark = z.infer<typeof commitMark>

/** Serialises a mark with a fixed length, so that one write overwrites it in place. */
export function markText({ generation, length, digest }: CommitMark): Buffer {
  return lineOf(JSON.stringify([{ generation, length, digest }]).padEnd(markLength))
}

/** Parses a mark; null when the bytes are not one. */
export function readMark(bytes: Buffer): CommitMark | null {
  const text = bytes.toString('utf8')
  const [mark] = (text.endsWith('\n') && readLine(text.slice(0, -1))) || []
  return commitMark.safeParse(mark).data ?? null
}

export function journalDigest() {
  return createHash('sha256')
}

/** Whether the text is the start of a line, as an interrupted write leaves it. */
function isLineStart(text: string) {
  return !text.includes('\0') && (/^[0-9a-f]{0,16} ?$/.test(text) || /^[0-9a-f]{16} \[/.test(text))
}

/** Whether a complete line starts somewhere after `from`. */
function containsLine(bytes: Buffer, from: number): boolean {
  for (
    let start = bytes.indexOf(0x0a, from) + 1;
    start > 0;
    start = bytes.indexOf(0x0a, start) + 1
  ) {
    const next = bytes.indexOf(0x0a, start)
    if (next >= 0 && readLine(bytes.toString('utf8', start, next)) !== null) return true
  }
  return false
}

function lineOf(json: string): Buffer {
  return Buffer.from(`${checksum(json)} ${json}\n`)
}

function readLine(line: string): Array<unknown> | null {
  const json = line.slice(checksumLength + 1)
  if (line[checksumLength] !== ' ' || line.slice(0, checksumLength) !== checksum(json)) return null
  return JSON.parse(json) as Array<unknown>
}

const checksumLength = 16
const markLength = 140

function checksum(text: string) {
  return createHash('sha256').update(text).digest('hex').slice(0, checksumLength)
}
