import { createLoudnessMeter, type LoudnessMeter } from '#domain/loudness.ts'
import { outlineOf, type SoundFacts } from '#domain/sound.ts'
import { asBuffer } from '../../platform/as-buffer.ts'
import { decodeSound } from './decode-sound.ts'
import { plainSound } from './plain-sound.ts'
import { formatOfSound } from './sound-format.ts'

/** What is known of the bytes of a sound file. */
export interface InspectedSound {
  facts: SoundFacts
  /** Whether the bytes contain no tags. */
  isPlain: boolean
  /**
   * False when it can not be decoded although the server knows its format, or when less sound is in
   * it than it declares.
   */
  isWhole: boolean
}

/**
 * The share of the declared duration that must be decoded: encoders add some silence that decoders
 * remove.
 */
const wholeShare = 0.9
/** Samples of one level of the outline before it is reduced to `waveformBars`. */
const levelSamples = 512

/** The longest sound that is decoded, in seconds; the header tells it before. */
export const longestSound = 3 * 60 * 60
/**
 * Silence in FLAC or Opus has some 700 samples in a byte; a file that is made to decode for ever
 * has millions.
 */
const samplesPerByte = 1000
/** The samples of the longest sound, in all its channels. */
const mostSamples = longestSound * 96_000

/** Work on sounds, which may take long: a worker thread does it with limits of time and memory. */
export interface SoundTasks {
  /**
   * What the structure of the file tells, without decoding it: quick for any bytes. Null when the
   * bytes are no sound that the site can serve.
   */
  describeSound(bytes: Uint8Array): InspectedSound | null
  /**
   * The same with what decoding tells. Null when the bytes are no sound that the site can serve.
   */
  inspectSound(bytes: Uint8Array): Promise<InspectedSound | null>
  /** The bytes without tags; null as above. */
  plainSound(bytes: Uint8Array): Uint8Array | null
}

export const soundTasks: SoundTasks = {
  describeSound: (input) => described(asBuffer(input))?.sound ?? null,
  async inspectSound(input) {
    const known = described(asBuffer(input))
    if (!known) return null
    const { sound, plain } = known
    const declared = sound.facts.duration ?? 0
    if (declared > longestSound) return sound
    const measured = await measure(plain, sound.facts.format).catch(() => 'damaged' as const)
    if (measured === 'damaged') return sound
    if (measured === null) return { ...sound, isWhole: true }
    const { duration, loudness, peaks } = measured
    return {
      ...sound,
      facts: { ...sound.facts, duration: rounded(duration), loudness, peaks },
      isWhole: duration > 0 && duration >= wholeShare * declared,
    }
  },
  plainSound(bytes) {
    const source = asBuffer(bytes)
    const format = formatOfSound(source)
    return (format && plainSound(source, format)?.bytes) ?? null
  },
}

/** A sound that is not decoded, and its bytes without tags; null as `describeSound`. */
function described(source: Buffer): { sound: InspectedSound; plain: Buffer } | null {
  const format = formatOfSound(source)
  const plain = format && plainSound(source, format)
  if (!format || !plain) return null
  const { bytes, duration } = plain
  const facts = {
    format,
    bytes: bytes.length,
    duration: rounded(duration),
    loudness: null,
    peaks: null,
  }
  return { sound: { facts, isPlain: bytes.equals(source), isWhole: false }, plain: bytes }
}

/**
 * Duration, loudness and outline of a sound without tags; null when its format can not be decoded.
 * Rejects when it is damaged.
 */
async function measure(bytes: Buffer, format: SoundFacts['format']) {
  const levels: Array<number> = []
  let meter: LoudnessMeter | null = null
  let [samples, rate, level, filled] = [0, 0, 0, 0]
  const isDecoded = await decodeSound(bytes, format, (channels, sampleRate) => {
    const [first] = channels
    if (!first) return
    if (samples * channels.length > Math.min(mostSamples, bytes.length * samplesPerByte))
      throw new RangeError('This sound has more than any sound of a musician.')
    rate = sampleRate
    // Browsers play one channel on both speakers.
    const played = channels.length === 1 ? [first, first] : channels
    meter ??= createLoudnessMeter(sampleRate, played.length)
    meter.add(played)
    samples += first.length
    for (let index = 0; index < first.length; index += 1) {
      for (const channel of channels) level = Math.max(level, Math.abs(channel[index] as number))
      filled += 1
      if (filled < levelSamples) continue
      levels.push(level)
      ;[level, filled] = [0, 0]
    }
  })
  if (!isDecoded) return null
  if (filled > 0) levels.push(level)
  const loudness = (meter as LoudnessMeter | null)?.integrated() ?? null
  return {
    duration: rate > 0 ? samples / rate : 0,
    loudness: loudness === null ? null : Math.round(loudness * 100) / 100,
    peaks: outlineOf(levels),
  }
}

const rounded = (seconds: number | null) =>
  seconds === null ? null : Math.round(seconds * 1000) / 1000
