import { RemoteError } from './remote-error.ts'

/** Marks the end of a part of a conversation. */
export const flush = Buffer.from('0000')

/** One line of git's wire protocol: its length in four hexadecimal digits, then the bytes. */
export function pktLine(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

/** The lines of an answer, as they come in; null stands for a flush. Throws a RemoteError for what is no such protocol. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    let at = 0
    while (held.length - at >= 4) {
      const length = lengthAt(held, at)
      if (length > 0 && held.length - at < length) break
      yield length === 0 ? null : held.subarray(at + 4, at + length)
      at += Math.max(4, length)
    }
    held = held.subarray(at)
  }
  if (held.length > 0) throw new RemoteError('protocol', 'The remote broke off in the middle of its answer.')
}

function lengthAt(bytes: Buffer, at: number): number {
  const digits = bytes.toString('latin1', at, at + 4)
  const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : -1
  if (length !== 0 && length < 4)
    throw new RemoteError('protocol', 'The remote does not answer like a git server; look at GIT_REMOTE.')
  return length
}

/**
 * The data of a multiplexed answer (`side-band-64k`), ended by a flush or the end of the lines. What the server says beside it goes to `note`; what it fails
 * with is thrown.
 */
export async function* readSideBand(
  lines: AsyncIterable<Buffer | null>,
  note: (text: string) => void = () => {},
): AsyncGenerator<Buffer> {
  for await (const line of lines) {
    if (line === null) return
    if (line[0] === 1) yield line.subarray(1)
    else if (line[0] === 2) note(line.toString('utf8', 1))
    else throw new RemoteError('refused', `The remote says: ${plainText(line.toString('utf8', 1))}`)
  }
}

/** What a server says, as one short line without control characters. */
export function plainText(text: string): string {
  const printable = Array.from(text, (character) => (character < ' ' || character === '\x7f' ? ' ' : character)).join(
    '',
  )
  return printable.replace(/ +/g, ' ').trim().slice(0, 300)
}
