import { riffChunks, riffFile } from '../riff.ts'
import type { PlainSound } from './sound-format.ts'

/**
 * Chunks that define the sound; all others (`LIST`, `id3 `, `bext`, `iXML`, cues with names) are
 * removed.
 */
const kept: ReadonlySet<string> = new Set(['fmt ', 'fact', 'data'])

/** How the samples of a WAV are stored. */
export interface WavSamples {
  channels: number
  sampleRate: number
  /** 1: whole numbers, 3: floating point; others are compressed. */
  coding: number
  bits: number
  data: Buffer
}

/** Removes tags from a WAV. Null when its structure is invalid or samples are missing. */
export function plainWav(bytes: Buffer): PlainSound | null {
  const samples = wavSamples(bytes)
  if (!samples) return null
  const parts = (riffChunks(bytes) ?? []).filter(({ type }) => kept.has(type))
  const { channels, sampleRate, bits, data } = samples
  const bytesPerSecond = sampleRate * channels * (bits / 8)
  return {
    bytes: riffFile(
      'WAVE',
      parts.map((part) => part.bytes),
    ),
    duration: bits > 0 ? data.length / bytesPerSecond : null,
  }
}

/** The samples of a WAV; null when its structure is invalid. */
export function wavSamples(bytes: Buffer): WavSamples | null {
  const chunks = new Map(
    (riffChunks(bytes) ?? []).map((chunk) => [chunk.type, chunk.bytes.subarray(8)]),
  )
  const format = chunks.get('fmt ')
  const data = chunks.get('data')
  if (!format || format.length < 16 || !data || data.length === 0) return null
  const [tag, channels, sampleRate, bits] = [
    format.readUInt16LE(0),
    format.readUInt16LE(2),
    format.readUInt32LE(4),
    format.readUInt16LE(14),
  ]
  if (channels < 1 || channels > 8 || sampleRate < 1000 || sampleRate > 400_000) return null
  // WAVE_FORMAT_EXTENSIBLE: the coding begins the sub format.
  const coding = tag === 0xfffe && format.length >= 26 ? format.readUInt16LE(24) : tag
  return { channels, sampleRate, coding, bits, data }
}
