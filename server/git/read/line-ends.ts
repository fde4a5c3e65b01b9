/**
 * What git does to the line ends of a file: nothing; CRLF to LF when storing; and also LF to CRLF at checkout
 * (`core.autocrlf` true). Applies only to texts, by git's own test, that have no CRLF in the repository.
 */
export type LineEnds = 'keep' | 'store-lf' | 'checkout-crlf'

/** The bytes that git stores for a file; `before` is the stored content of the path so far. */
export function toStored(bytes: Buffer, lineEnds: LineEnds, before: Buffer | null): Buffer {
  if (lineEnds === 'keep' || !bytes.includes('\r\n')) return bytes
  const counts = countsOf(bytes)
  if (isBinary(counts) || (before !== null && countsOf(before).crlf > 0)) return bytes
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
}

/** The bytes that git writes into the work tree for stored ones. */
export function toCheckout(stored: Buffer, lineEnds: LineEnds): Buffer {
  if (lineEnds !== 'checkout-crlf') return stored
  const counts = countsOf(stored)
  if (counts.loneLf === 0 || counts.crlf > 0 || counts.loneCr > 0 || isBinary(counts)) return stored
  return Buffer.from(stored.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
}

interface Counts {
  nul: number
  loneCr: number
  loneLf: number
  crlf: number
  printable: number
  other: number
}

/** Counts characters as git's `gather_stats` does. */
function countsOf(bytes: Buffer): Counts {
  const counts: Counts = { nul: 0, loneCr: 0, loneLf: 0, crlf: 0, printable: 0, other: 0 }
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === 0x0d) {
      if (bytes[at + 1] === 0x0a) {
        counts.crlf++
        at++
      } else counts.loneCr++
    } else if (byte === 0x0a) counts.loneLf++
    else if (byte === 0x7f) counts.other++
    else if (byte >= 0x20 || byte === 8 || byte === 9 || byte === 27 || byte === 12) counts.printable++
    else {
      counts.other++
      if (byte === 0) counts.nul++
    }
  }
  // A trailing end-of-file character (0x1A) does not make a text binary.
  if (bytes.at(-1) === 26) counts.other--
  return counts
}

function isBinary({ loneCr, nul, printable, other }: Counts): boolean {
  return loneCr > 0 || nul > 0 || printable >> 7 < other
}
