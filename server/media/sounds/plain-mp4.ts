import type { PlainSound } from './sound-format.ts'

/** A box of the ISO base media format (ISO/IEC 14496-12). */
interface Box {
  type: string
  from: number
  /** Where its content starts. */
  inner: number
  to: number
}

/** Boxes that hold only boxes. */
const containers: ReadonlySet<string> = new Set([
  'moov',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'edts',
  'dinf',
  'mvex',
])
/** Boxes with tags, pictures, places or unused bytes. */
const removed: ReadonlySet<string> = new Set([
  'udta',
  'meta',
  'uuid',
  'free',
  'skip',
  'wide',
  'Xtra',
])
/** Boxes that begin with the times of their creation and change, in seconds. */
const dated: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd'])
const offsets: Readonly<Record<string, 4 | 8>> = { stco: 4, co64: 8 }
const mostBoxes = 5000

/**
 * Removes iTunes tags, user data and times from an M4A; the addresses of its sound are corrected.
 * Null when it is damaged or has no sound.
 */
export function plainMp4(bytes: Buffer): PlainSound | null {
  const top = boxesIn(bytes, 0, bytes.length)
  const moov = top?.find(({ type }) => type === 'moov')
  if (!top || !moov || !top.some(({ type }) => type === 'mdat')) return null
  const all = allBoxes(bytes, moov)
  // A fragment finds its sound by its own place, so a video without this table is no file that can
  // be checked.
  if (!all || top.some(({ type }) => type === 'moof')) return null
  // The lengths below are rewritten in four bytes.
  if (all.some(({ type, from, inner }) => containers.has(type) && inner !== from + 8)) return null
  const handlers = all
    .filter(({ type }) => type === 'hdlr')
    .map(({ inner }) => bytes.toString('latin1', inner + 8, inner + 12))
  if (!handlers.includes('soun') || handlers.includes('vide')) return null
  const head = withoutTags(bytes, moov, all)
  const shifts = shiftsOf(top, moov, head.length)
  for (const box of allBoxes(head, { type: 'moov', from: 0, inner: 8, to: head.length }) ?? []) {
    const width = offsets[box.type]
    if (width && !shiftOffsets(head, box, width, shifts)) return null
    if (dated.has(box.type))
      head.fill(0, box.inner + 4, box.inner + (head[box.inner] === 1 ? 20 : 12))
  }
  const parts = top.flatMap((box) =>
    removed.has(box.type) ? [] : [box === moov ? head : bytes.subarray(box.from, box.to)],
  )
  return { bytes: Buffer.concat(parts), duration: durationOf(bytes, all) }
}

/** The boxes between two places; null when one is not whole. */
function boxesIn(bytes: Buffer, start: number, end: number): Array<Box> | null {
  const boxes: Array<Box> = []
  let from = start
  while (from + 8 <= end && boxes.length < mostBoxes) {
    const short = bytes.readUInt32BE(from)
    const size =
      short === 1 ? Number(bytes.readBigUInt64BE(from + 8)) : short === 0 ? end - from : short
    const inner = from + (short === 1 ? 16 : 8)
    if (from + size > end || from + size < inner) return null
    boxes.push({ type: bytes.toString('latin1', from + 4, from + 8), from, inner, to: from + size })
    from += size
  }
  return boxes
}

/** A box and all boxes inside, outer ones first; null when one is not whole. */
function allBoxes(bytes: Buffer, box: Box): Array<Box> | null {
  const found: Array<Box> = [box]
  for (let index = 0; index < found.length && found.length < mostBoxes; index += 1) {
    const { type, inner, to } = found[index]!
    const own = containers.has(type) ? boxesIn(bytes, inner, to) : []
    if (!own) return null
    found.push(...own)
  }
  return found
}

/**
 * A copy of a box without the boxes with tags; the lengths of the boxes around them are corrected.
 */
function withoutTags(bytes: Buffer, moov: Box, all: ReadonlyArray<Box>): Buffer {
  const cut = all
    .filter(({ type }) => removed.has(type))
    .sort((one, other) => one.from - other.from)
  const copy = Buffer.from(bytes.subarray(moov.from, moov.to))
  for (const box of all.filter(({ type }) => containers.has(type))) {
    const less = cut.reduce(
      (sum, { from, to }) => sum + (from >= box.inner && to <= box.to ? to - from : 0),
      0,
    )
    copy.writeUInt32BE(box.to - box.from - less, box.from - moov.from)
  }
  const parts: Array<Buffer> = []
  let at = moov.from
  for (const { from, to } of cut) {
    parts.push(copy.subarray(at - moov.from, from - moov.from))
    at = to
  }
  return Buffer.concat([...parts, copy.subarray(at - moov.from)])
}

/** How far each box moves when boxes before it are removed or `moov` shrinks to `moovLength`. */
function shiftsOf(top: ReadonlyArray<Box>, moov: Box, moovLength: number) {
  let shift = 0
  return top.map((box) => {
    const before = shift
    if (removed.has(box.type)) shift -= box.to - box.from
    if (box === moov) shift -= box.to - box.from - moovLength
    return { from: box.from, to: box.to, shift: before, isData: box.type === 'mdat' }
  })
}

/** Corrects the addresses of chunks; false when one leads outside of the sound. */
function shiftOffsets(
  head: Buffer,
  { inner, to }: Box,
  width: 4 | 8,
  shifts: ReturnType<typeof shiftsOf>,
): boolean {
  const count = head.readUInt32BE(inner + 4)
  if (inner + 8 + count * width > to) return false
  for (let at = inner + 8; at < inner + 8 + count * width; at += width) {
    const offset = width === 4 ? head.readUInt32BE(at) : Number(head.readBigUInt64BE(at))
    const place = shifts.find(({ from, to, isData }) => isData && offset >= from && offset < to)
    if (!place) return false
    if (width === 4) head.writeUInt32BE(offset + place.shift, at)
    else head.writeBigUInt64BE(BigInt(offset + place.shift), at)
  }
  return true
}

/** Seconds, from the header of the movie. */
function durationOf(bytes: Buffer, all: ReadonlyArray<Box>): number | null {
  const box = all.find(({ type }) => type === 'mvhd')
  if (!box) return null
  const isLong = bytes[box.inner] === 1
  const scale = bytes.readUInt32BE(box.inner + (isLong ? 20 : 12))
  const length = isLong
    ? Number(bytes.readBigUInt64BE(box.inner + 24))
    : bytes.readUInt32BE(box.inner + 16)
  return scale > 0 && length > 0 && length < 0xffffffff ? length / scale : null
}
