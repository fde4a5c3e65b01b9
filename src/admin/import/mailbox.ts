import { mailMaxBytes } from './read-mail.ts'

/** One mail of a mailbox; `tooLarge` has its size alone, its bytes were let go. */
export type BoxedMail = { kind: 'mail'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'too-large'; size: number }

const lineFeed = 10
/** The line that begins each mail of an `.mbox`: 'From sender date'. */
const separator = /^From \S+.*\d{4}/

/** Whether bytes begin as a mailbox does. */
export function isMailbox(start: Uint8Array): boolean {
  return separator.test(new TextDecoder('latin1').decode(start.subarray(0, 300)).split('\n', 1)[0] ?? '')
}

/** The mails of an `.mbox`, one after the other: no more than one is in memory, however large the box is. */
export async function* mailsOf(box: Blob): AsyncGenerator<BoxedMail> {
  const decoder = new TextDecoder('latin1')
  let mail = new Gatherer()
  let begun = false
  let afterEmpty = true
  for await (const lines of linesOf(box))
    for (const line of lines) {
      // Only these two can begin a line that means something here.
      const text = line[0] === 0x46 || line[0] === 0x3e ? decoder.decode(line.subarray(0, 300)) : ''
      if (afterEmpty && separator.test(text)) {
        if (begun && mail.size > 0) yield mail.end()
        mail = new Gatherer()
        begun = true
      } else if (begun) mail.add(/^>+From /.test(text) ? line.subarray(1) : line)
      afterEmpty = line[0] === lineFeed || (line.length === 2 && line[0] === 0x0d)
    }
  if (begun && mail.size > 0) yield mail.end()
}

/** The lines of a file with their ends, many at a time. A line that has no end for long comes in pieces. */
async function* linesOf(file: Blob): AsyncGenerator<Array<Uint8Array>> {
  let rest: Uint8Array<ArrayBufferLike> = new Uint8Array()
  const step = 1024 * 1024
  for (let at = 0; at < file.size; at += step) {
    const chunk = new Uint8Array(await file.slice(at, at + step).arrayBuffer())
    const bytes = new Uint8Array(rest.length + chunk.length)
    bytes.set(rest)
    bytes.set(chunk, rest.length)
    const lines: Array<Uint8Array> = []
    let start = 0
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      lines.push(bytes.subarray(start, end + 1))
      start = end + 1
    }
    rest = bytes.slice(start)
    if (rest.length > step) {
      lines.push(rest)
      rest = new Uint8Array()
    }
    yield lines
  }
  if (rest.length > 0) yield [rest]
}

/** The bytes of a mail, as long as they are not too many. */
class Gatherer {
  size = 0
  private parts: Array<Uint8Array> = []

  add(line: Uint8Array): void {
    this.size += line.length
    if (this.size > mailMaxBytes) this.parts = []
    else this.parts.push(line.slice())
  }

  end(): BoxedMail {
    if (this.size > mailMaxBytes) return { kind: 'too-large', size: this.size }
    const bytes = new Uint8Array(this.size)
    let at = 0
    for (const part of this.parts) {
      bytes.set(part, at)
      at += part.length
    }
    return { kind: 'mail', bytes }
  }
}
