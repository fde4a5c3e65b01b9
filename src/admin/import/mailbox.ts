import { mailMaxBytes } from './read-mail.ts'

/** One mail of a mailbox; of a too large one only the size is returned. */
export type BoxedMail =
  | { kind: 'mail'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'too-large'; size: number }

const lineFeed = 10
/** The line that starts each mail of an `.mbox` file (RFC 4155): 'From sender date'. */
const separator = /^From \S+.*\d{4}/

/** Whether the bytes are the start of an `.mbox` file. */
export function isMailbox(start: Uint8Array): boolean {
  return separator.test(
    new TextDecoder('latin1').decode(start.subarray(0, 300)).split('\n', 1)[0] ?? '',
  )
}

/** Yields the mails of an `.mbox` file; only one at a time is in memory. */
export async function* mailsOf(box: Blob): AsyncGenerator<BoxedMail> {
  const decoder = new TextDecoder('latin1')
  let mail = new Gatherer()
  let begun = false
  let afterEmpty = true
  for await (const lines of linesOf(box))
    for (const line of lines) {
      // Only lines that start with `F` or `>` can be separators or escaped ones.
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

/** Yields the lines of a file with their line ends, many per step. A very long line is split. */
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

/** Collects the bytes of a mail up to a limit. */
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
