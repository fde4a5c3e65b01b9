import { bytesOf, lettersOf } from './true-charsets.ts'

/**
 * The line that starts each mail of an `.mbox` file (RFC 4155), behind an empty line: 'From sender
 * date'.
 */
const separator = /(?<=\n\r?\n)From \S[^\n]{0,295}\d{4}[^\n]{0,3000}\n?/g
/** What stands before the first line, as before others. */
const emptyLine = '\n\r\n'
/** The bytes that are searched at once, and the bytes behind them in which a line may end. */
const step = 1024 * 1024
const longestLine = 4096

/** Makes one character of each byte. */
const decoder = new TextDecoder('latin1')

/** Whether the bytes are the start of an `.mbox` file. */
export function isMailbox(start: Uint8Array): boolean {
  return (emptyLine + decoder.decode(start)).search(separator) === emptyLine.length
}

/** Yields the parts of an `.mbox` file with its mails. */
export async function* mailsOf(box: Blob): AsyncGenerator<Blob> {
  let start = box.size
  for await (const { from, to } of separatorsIn(box)) {
    if (from > start) yield box.slice(start, from)
    start = to
  }
  if (start < box.size) yield box.slice(start)
}

/** The places of the lines between mails. */
async function* separatorsIn(box: Blob) {
  for (let at = 0; at < box.size; at += step) {
    const around = box.slice(Math.max(0, at - emptyLine.length), at + step + longestLine)
    const text = decoder.decode(await around.arrayBuffer())
    for (const { 0: line, index } of `${at === 0 ? emptyLine : ''}${text}`.matchAll(separator)) {
      const from = at + index - emptyLine.length
      if (from < at + step) yield { from, to: from + line.length }
    }
  }
}

const mark = /(?<![^\n])>(?=>{0,99}From )/g

/** A mail without the marks of lines that would separate mails in a mailbox. */
export function withoutMarks(mail: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return decoder.decode(mail).search(mark) < 0 ? mail : bytesOf(lettersOf(mail).replace(mark, ''))
}
