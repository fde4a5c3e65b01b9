import { createHash } from 'node:crypto'

/** One write to a journal, which is there as a whole or not at all: a checksum and a list of entries, on a line of its own. */
export function journalLine(entries: ReadonlyArray<unknown>): Buffer {
  const json = JSON.stringify(entries)
  return Buffer.from(`${checksum(json)} ${json}\n`)
}

/**
 * The entries of a journal's bytes, and how many of the bytes are good. A last line that was not written to its end is not among them: a process or machine
 * died over it, and nobody was told that it is there. Null when a line before the last one is damaged.
 */
export function readJournal(bytes: Buffer): { entries: Array<unknown>; length: number } | null {
  const entries: Array<unknown> = []
  let length = 0
  while (length < bytes.length) {
    const end = bytes.indexOf(0x0a, length)
    const batch = end < 0 ? null : readLine(bytes.toString('utf8', length, end))
    if (batch === null) return end < 0 || isLast(bytes, end) ? { entries, length } : null
    for (const entry of batch) entries.push(entry)
    length = end + 1
  }
  return { entries, length }
}

/** Whether no good line comes after this one: what a lost write leaves behind may hold line breaks, too. */
function isLast(bytes: Buffer, end: number): boolean {
  for (let from = end + 1; from < bytes.length; ) {
    const next = bytes.indexOf(0x0a, from)
    if (next < 0) return true
    if (readLine(bytes.toString('utf8', from, next)) !== null) return false
    from = next + 1
  }
  return true
}

function readLine(line: string): Array<unknown> | null {
  const json = line.slice(checksumLength + 1)
  if (line[checksumLength] !== ' ' || line.slice(0, checksumLength) !== checksum(json)) return null
  return JSON.parse(json) as Array<unknown>
}

const checksumLength = 16

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, checksumLength)
}
