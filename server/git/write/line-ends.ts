import { type GitConfig, isTrue } from '../read/config.ts'
import { shapeError } from '../shape/repository-shape.ts'

/**
 * What git does to the line ends of a file: nothing; CRLF to LF when storing; and also LF to CRLF
 * at checkout (`core.autocrlf` true). Only for texts, by git's own test, without CRLF in the
 * repository.
 */
export type LineEnds = 'keep' | 'store-lf' | 'checkout-crlf'

/** The attributes of a file that are specified: `set`, `unset`, or a value. */
export type Attributes = ReadonlyMap<string, string>

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

/** Counts characters as git's `gather_stats` does. */
function countsOf(bytes: Buffer) {
  const counts = { nul: 0, loneCr: 0, loneLf: 0, crlf: 0, printable: 0, other: 0 }
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === 0x0d) {
      if (bytes[at + 1] === 0x0a) {
        counts.crlf++
        at++
      } else counts.loneCr++
    } else if (byte === 0x0a) counts.loneLf++
    else if (byte === 0x7f) counts.other++
    else if (byte >= 0x20 || byte === 8 || byte === 9 || byte === 27 || byte === 12)
      counts.printable++
    else {
      counts.other++
      if (byte === 0) counts.nul++
    }
  }
  // A trailing end-of-file character (0x1A) does not make a text binary.
  if (bytes.at(-1) === 26) counts.other--
  return counts
}

function isBinary({ loneCr, nul, printable, other }: ReturnType<typeof countsOf>) {
  return loneCr > 0 || nul > 0 || printable >> 7 < other
}

/**
 * How git converts the line ends of files. Supports `core.autocrlf`, `text=auto` and `-text`;
 * throws a RepositoryShapeError for a filter, an encoding, and other attributes that change what is
 * stored.
 */
export function lineEndsBy(
  files: ReadonlyMap<string, Attributes>,
  config: GitConfig,
): ReadonlyMap<string, LineEnds> {
  for (const [path, attributes] of files)
    for (const [name, value] of attributes)
      if (value !== 'unset' && !(name === 'text' && value === 'auto'))
        throw shapeError('attributes', {
          attribute: value === 'set' ? name : `${name}=${value}`,
          path,
        })
  const convert = isTrue(config.get('core.autocrlf')) ? crlf : lf
  return new Map([...files].map(([path, attributes]) => [path, convert(attributes, config)]))
}

const crlf = (attributes: Attributes): LineEnds =>
  isText(attributes) === 'unset' ? 'keep' : 'checkout-crlf'

function lf(attributes: Attributes, config: GitConfig): LineEnds {
  const text = isText(attributes)
  if (text === 'unset') return 'keep'
  if (config.get('core.autocrlf')?.toLowerCase() === 'input') return 'store-lf'
  if (text === undefined) return 'keep'
  return config.get('core.eol')?.toLowerCase() === 'crlf' ? 'checkout-crlf' : 'store-lf'
}

/** `crlf` is the old name of `text`. */
const isText = (attributes: Attributes): string | undefined =>
  attributes.get('text') ?? attributes.get('crlf')
