import { id3End, type PlainSound } from './sound-format.ts'

/**
 * A frame's header: its length in bytes, its samples, and what is the same in all frames of a file.
 */
interface Frame {
  length: number
  samples: number
  sampleRate: number
  stream: string
}

type ReadFrame = (bytes: Buffer, at: number) => Frame | null

/**
 * Frames that must follow each other before bytes count as the start of the sound: a picture in a
 * tag may look like one frame.
 */
const provingFrames = 3
/** The share of bytes between frames that a file may have. */
const toleratedJunk = 0.05

/**
 * Removes ID3v1, ID3v2, APE and Lyrics3 tags from an MP3: its frames remain. Null when it has no
 * frames or lacks some that it declares.
 */
export function plainMp3(bytes: Buffer): PlainSound | null {
  const found = framesOf(bytes, mpegFrame)
  if (!found) return null
  const { first, count, bytes: frames, sampleRate, samples } = found
  const declared = declaredFrames(frames, first)
  // The frame that declares the number contains no sound.
  const sounding = declared === null ? count : count - 1
  if (declared !== null && sounding < declared) return null
  return { bytes: frames, duration: (sounding * (samples / count)) / sampleRate }
}

/** Removes tags from AAC in ADTS. Null when it has no frames. */
export function plainAac(bytes: Buffer): PlainSound | null {
  const found = framesOf(bytes, adtsFrame)
  return found && { bytes: found.bytes, duration: found.samples / found.sampleRate }
}

function framesOf(bytes: Buffer, read: ReadFrame) {
  const start = id3End(bytes)
  const end = tagsStart(bytes)
  const parts: Array<Buffer> = []
  let first: Frame | null = null
  let [at, count, samples, junk] = [start, 0, 0, 0]
  while (at < end) {
    const found = nextFrame(bytes, at, end, read, first)
    if (found < 0) break
    junk += found - at
    let to = found
    for (let frame = read(bytes, to); frame && to + frame.length <= end; frame = read(bytes, to)) {
      if (first && frame.stream !== first.stream) break
      first ??= frame
      count += 1
      samples += frame.samples
      to += frame.length
    }
    parts.push(bytes.subarray(found, to))
    at = to
  }
  if (!first || count < provingFrames || junk > toleratedJunk * (end - start)) return null
  return { first, count, samples, sampleRate: first.sampleRate, bytes: Buffer.concat(parts) }
}

/** The place of the next frame that others follow; -1 when there is none. */
function nextFrame(
  bytes: Buffer,
  from: number,
  end: number,
  read: ReadFrame,
  first: Frame | null,
): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at < end; at = bytes.indexOf(0xff, at + 1)) {
    let to = at
    let stream = first?.stream
    let proven = 0
    for (; proven < provingFrames && to < end; proven += 1) {
      const frame = read(bytes, to)
      if (!frame || (stream !== undefined && frame.stream !== stream)) break
      stream = frame.stream
      to += frame.length
    }
    // At the end of the file fewer frames are left, but then the last one ends with it.
    if (proven === provingFrames || (proven > 0 && to === end)) return at
  }
  return -1
}

const bitRates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const mpegRates = [44_100, 48_000, 32_000]

/**
 * A frame of MPEG audio layer III (ISO/IEC 11172-3, 2.4.1.3; 13818-3). A free bit rate is not read.
 */
function mpegFrame(bytes: Buffer, at: number): Frame | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return null
  const [b1, b2] = [bytes[at + 1]!, bytes[at + 2]!]
  const version = (b1 >> 3) & 3
  const isLayer3 = (b1 & 0xe6) === 0xe2
  const base = mpegRates[(b2 >> 2) & 3]
  const isMpeg1 = version === 3
  const bitRate = bitRates[isMpeg1 ? 'mpeg1' : 'mpeg2'][b2 >> 4]
  if (!isLayer3 || version === 1 || !base || !bitRate) return null
  const sampleRate = base / (isMpeg1 ? 1 : version === 2 ? 2 : 4)
  const length = Math.floor(((isMpeg1 ? 144 : 72) * bitRate * 1000) / sampleRate) + ((b2 >> 1) & 1)
  return { length, samples: isMpeg1 ? 1152 : 576, sampleRate, stream: `${version} ${sampleRate}` }
}

const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
  7350,
]

/** A frame of ADTS (ISO/IEC 13818-7, 6.2). */
function adtsFrame(bytes: Buffer, at: number): Frame | null {
  if (at + 7 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return null
  const sampleRate = aacRates[(bytes[at + 2]! >> 2) & 0x0f]
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5)
  if (!sampleRate || length < 8) return null
  return {
    length,
    samples: 1024 * ((bytes[at + 6]! & 3) + 1),
    sampleRate,
    stream: String(sampleRate),
  }
}

/**
 * The number of frames that the `Xing` or `Info` header in the first frame declares; null without
 * one.
 */
function declaredFrames(frames: Buffer, first: Frame): number | null {
  const isMpeg1 = first.samples === 1152
  const isMono = frames[3]! >> 6 === 3
  const at = 4 + (isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17)
  if (!/^(?:Xing|Info)$/.test(frames.toString('latin1', at, at + 4))) return null
  return frames.readUInt32BE(at + 4) & 1 ? frames.readUInt32BE(at + 8) : null
}

/** Where the tags at the end of the file start; its length without any. */
function tagsStart(bytes: Buffer): number {
  let end = bytes.length
  for (;;) {
    const start = tagBefore(bytes, end)
    if (start === null || start < 0 || start >= end) return end
    end = start
  }
}

function tagBefore(bytes: Buffer, end: number): number | null {
  const text = (from: number, length: number) =>
    bytes.toString('latin1', Math.max(0, end - from), end - from + length)
  if (end >= 128 && text(128, 3) === 'TAG') return end - 128
  if (end >= 227 && text(227, 4) === 'TAG+') return end - 227
  if (end >= 32 && text(32, 8) === 'APETAGEX') {
    const hasHeader = (bytes.readUInt32LE(end - 12) & 0x80000000) !== 0
    return end - bytes.readUInt32LE(end - 20) - (hasHeader ? 32 : 0)
  }
  if (end >= 15 && text(9, 9) === 'LYRICS200') return end - 15 - Number.parseInt(text(15, 6), 10)
  return null
}
