import { mostChannels, type PlainSound } from './sound-format.ts'

interface Page {
  flags: number
  granule: bigint
  serial: number
  sequence: number
  /** The lengths of its segments. */
  lacing: Buffer
  body: Buffer
  whole: Buffer
}

const opusRate = 48_000
const endOfStream = 4

/**
 * Removes the comments of an Ogg file with one stream of Opus or Vorbis (RFC 3533, RFC 7845). Null
 * when it is damaged, cut off, or has other streams.
 */
export function plainOgg(bytes: Buffer): PlainSound | null {
  const pages = oggPages(bytes)
  const [first] = pages ?? []
  if (!pages || !first || pages.some((page) => page.serial !== first.serial)) return null
  const isOpus = first.body.toString('latin1', 0, 8) === 'OpusHead'
  const header = headerPackets(pages, isOpus ? 2 : 3)
  if (!header) return null
  const [ident, , ...rest] = header.packets
  if (!ident || ident.length < 19 || ident.readUInt8(isOpus ? 9 : 11) > mostChannels) return null
  const sound = pages.slice(header.pages)
  const last = sound.findLast(({ granule }) => granule >= 0n)
  if (!last) return null
  const written = [
    pageOf({ ...first, sequence: 0 }),
    ...packed([emptyComments(isOpus), ...rest], first.serial),
  ]
  const shift = written.length - header.pages
  const moved =
    shift === 0
      ? sound.map(({ whole }) => whole)
      : sound.map((page) => pageOf({ ...page, sequence: page.sequence + shift }))
  const samples = Number(last.granule) - (isOpus ? ident.readUInt16LE(10) : 0)
  const rate = isOpus ? opusRate : ident.readUInt32LE(12)
  return {
    bytes: Buffer.concat([...written, ...moved]),
    duration: rate > 0 ? Math.max(0, samples) / rate : null,
  }
}

/** The packets of the sound in an Ogg file of Opus, with the header that names its channels. */
export function opusPackets(bytes: Buffer): { head: Buffer; packets: Array<Buffer> } | null {
  const pages = oggPages(bytes)
  const header = pages && headerPackets(pages, 2)
  const head = header?.packets[0]
  return header && head ? { head, packets: packetsOf(pages.slice(header.pages)) } : null
}

/** All pages; null when one is damaged or cut off. What follows the last page is left out. */
function oggPages(bytes: Buffer): Array<Page> | null {
  const pages: Array<Page> = []
  let from = 0
  while (bytes.toString('latin1', from, from + 4) === 'OggS') {
    if (from + 27 > bytes.length) return null
    const lacing = bytes.subarray(from + 27, from + 27 + bytes.readUInt8(from + 26))
    const start = from + 27 + lacing.length
    const to = start + lacing.reduce((sum, length) => sum + length, 0)
    if (to > bytes.length) return null
    const whole = bytes.subarray(from, to)
    if (checksum(whole) !== whole.readUInt32LE(22)) return null
    pages.push({
      flags: bytes.readUInt8(from + 5),
      granule: bytes.readBigInt64LE(from + 6),
      serial: bytes.readUInt32LE(from + 14),
      sequence: bytes.readUInt32LE(from + 18),
      lacing,
      body: bytes.subarray(start, to),
      whole,
    })
    from = to
    if (pages.at(-1)!.flags & endOfStream) break
  }
  return pages
}

function packetsOf(pages: ReadonlyArray<Page>): Array<Buffer> {
  const packets: Array<Buffer> = []
  let parts: Array<Buffer> = []
  for (const { lacing, body } of pages) {
    let at = 0
    for (const length of lacing) {
      parts.push(body.subarray(at, at + length))
      at += length
      if (length === 255) continue
      packets.push(parts.length === 1 ? parts[0]! : Buffer.concat(parts))
      parts = []
    }
  }
  return packets
}

/**
 * The first `count` packets and the number of pages that they fill; null when the sound does not
 * begin on a page of its own.
 */
function headerPackets(
  pages: ReadonlyArray<Page>,
  count: number,
): { packets: Array<Buffer>; pages: number } | null {
  let ended = 0
  for (const [index, { lacing }] of pages.entries()) {
    ended += lacing.filter((length) => length < 255).length
    if (ended > count || (ended === count && lacing.at(-1) === 255)) return null
    if (ended === count) return { packets: packetsOf(pages.slice(0, index + 1)), pages: index + 1 }
  }
  return null
}

/** A comment packet without vendor and comments (RFC 7845, 5.2; Vorbis I, 5.2). */
function emptyComments(isOpus: boolean): Buffer {
  const none = Buffer.alloc(8)
  return isOpus
    ? Buffer.concat([Buffer.from('OpusTags'), none])
    : Buffer.concat([Buffer.from('\x03vorbis', 'latin1'), none, Buffer.from([1])])
}

/** Pages with packets of the header, from page 1 on. */
function packed(packets: ReadonlyArray<Buffer>, serial: number): Array<Buffer> {
  const lacing = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ])
  const body = Buffer.concat(packets)
  const pages: Array<Buffer> = []
  let [at, isContinued] = [0, false]
  for (let from = 0; from < lacing.length; from += 255) {
    const own = lacing.slice(from, from + 255)
    const to = at + own.reduce((sum, length) => sum + length, 0)
    const ends = own.some((length) => length < 255)
    pages.push(
      pageOf({
        flags: isContinued ? 1 : 0,
        granule: ends ? 0n : -1n,
        serial,
        sequence: 1 + pages.length,
        lacing: Buffer.from(own),
        body: body.subarray(at, to),
      }),
    )
    at = to
    isContinued = own.at(-1) === 255
  }
  return pages
}

function pageOf({ flags, granule, serial, sequence, lacing, body }: Omit<Page, 'whole'>): Buffer {
  const head = Buffer.alloc(27)
  head.write('OggS', 0, 'latin1')
  head.writeUInt8(flags, 5)
  head.writeBigInt64LE(granule, 6)
  head.writeUInt32LE(serial, 14)
  head.writeUInt32LE(sequence, 18)
  head.writeUInt8(lacing.length, 26)
  const page = Buffer.concat([head, lacing, body])
  page.writeUInt32LE(checksum(page), 22)
  return page
}

/**
 * CRC-32 with the polynomial 0x04c11db7, not reflected (RFC 3533, 6); the four bytes of the sum
 * itself count as 0.
 */
function checksum(page: Buffer): number {
  let sum = 0
  for (let at = 0; at < page.length; at += 1) {
    const byte = at >= 22 && at < 26 ? 0 : page[at]!
    sum = ((sum << 8) ^ crcTable[(sum >>> 24) ^ byte]!) >>> 0
  }
  return sum
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit += 1)
    value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})
