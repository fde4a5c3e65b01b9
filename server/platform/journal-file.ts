import { createHash } from 'node:crypto'
import { z } from 'zod'

/** One write to a journal, which is there as a whole or not at all: a checksum and a list of entries, on a line of its own. */
export function journalLine(entries: ReadonlyArray<unknown>): Buffer {
  return lineOf(JSON.stringify(entries))
}

/** How much of a journal's bytes can be read. */
export interface JournalText {
  entries: Array<unknown>
  /** The number of bytes from the beginning that are whole lines. */
  length: number
  /** What comes behind them: nothing; a line that was being written when its process or machine ended; or what no write leaves behind. */
  rest: 'none' | 'unfinished' | 'damaged'
}

/**
 * Reads a journal's bytes. `committed` is how many of them are known to have been written to their end: damage in there is damage, while behind it one write
 * may have been interrupted, which a loss of power leaves in any state. Null: not known; then only a line that begins as lines do and breaks off is unfinished.
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
          ? end < 0 && breaksOff(bytes.toString('utf8', length))
          : length >= committed && !holdsLine(bytes, length)
      return { entries, length, rest: isUnfinished ? 'unfinished' : 'damaged' }
    }
    for (const entry of batch) entries.push(entry)
    length = end + 1
  }
  return { entries, length, rest: committed !== null && length < committed ? 'damaged' : 'none' }
}

/** How far a journal is known to be written: bytes of a generation, and the hash of all of them. */
const commitMark = z.object({ generation: z.int().positive(), length: z.int().min(0), digest: z.string() })
export type CommitMark = z.infer<typeof commitMark>

/** Always of the same length, so that one write can overwrite it in place. */
export function markText({ generation, length, digest }: CommitMark): Buffer {
  return lineOf(JSON.stringify([{ generation, length, digest }]).padEnd(markLength))
}

/** Null when the bytes are no mark. */
export function readMark(bytes: Buffer): CommitMark | null {
  const text = bytes.toString('utf8')
  const [mark] = (text.endsWith('\n') && readLine(text.slice(0, -1))) || []
  return commitMark.safeParse(mark).data ?? null
}

export function journalDigest() {
  return createHash('sha256')
}

/** The beginning of a line, as an interrupted write leaves it. */
function breaksOff(text: string): boolean {
  return !text.includes('\0') && (/^[0-9a-f]{0,16} ?$/.test(text) || /^[0-9a-f]{16} \[/.test(text))
}

/** Whether a good line comes somewhere behind. */
function holdsLine(bytes: Buffer, from: number): boolean {
  for (let start = bytes.indexOf(0x0a, from) + 1; start > 0; start = bytes.indexOf(0x0a, start) + 1) {
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

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, checksumLength)
}
