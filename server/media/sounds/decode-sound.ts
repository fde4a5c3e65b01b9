import type { SoundFormat } from '#domain/sound.ts'
import { opusPackets } from './plain-ogg.ts'
import { wavSamples } from './plain-wav.ts'

/** Gets samples in order: one array for each channel, from -1 to 1. */
export type SampleSink = (channels: ReadonlyArray<Float32Array>, sampleRate: number) => void

interface Decoded {
  channelData: ReadonlyArray<Float32Array>
  samplesDecoded: number
  sampleRate: number
}

/**
 * What is decoded at once, so that the samples of a sound are never all in memory: a byte of FLAC
 * or Vorbis may hold thousands.
 */
const chunkBytes = 1024
const wavSamplesAtOnce = 65_536
const opusFramesAtOnce = 500

/**
 * Decodes a sound without tags in pieces. False when the server can not decode its format: AAC, for
 * which there is no free decoder, and compressed WAV. Rejects when the sound is damaged.
 */
export async function decodeSound(
  bytes: Buffer,
  format: SoundFormat,
  sink: SampleSink,
): Promise<boolean> {
  const give = ({ channelData, samplesDecoded, sampleRate }: Decoded) => {
    if (samplesDecoded > 0) sink(channelData, sampleRate)
  }
  switch (format) {
    case 'wav':
      return decodeWav(bytes, sink)
    case 'mp3': {
      const { MPEGDecoder } = await import('mpg123-decoder')
      const decoder = new MPEGDecoder()
      await decoder.ready
      for (const chunk of chunksOf(bytes)) give(decoder.decode(chunk))
      decoder.free()
      return true
    }
    case 'flac': {
      const { FLACDecoder } = await import('@wasm-audio-decoders/flac')
      return decodeStream(bytes, new FLACDecoder(), give)
    }
    case 'vorbis': {
      const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis')
      return decodeStream(bytes, new OggVorbisDecoder(), give)
    }
    case 'opus':
      return decodeOpus(bytes, give)
    case 'aac':
    case 'm4a':
      return false
  }
}

interface StreamDecoder {
  ready: Promise<void>
  decode(chunk: Uint8Array): Promise<Decoded>
  flush(): Promise<Decoded>
  free(): void
}

async function decodeStream(
  bytes: Buffer,
  decoder: StreamDecoder,
  give: (part: Decoded) => void,
): Promise<boolean> {
  await decoder.ready
  for (const chunk of chunksOf(bytes)) give(await decoder.decode(chunk))
  give(await decoder.flush())
  decoder.free()
  return true
}

/** Opus with the channels of mapping families 0 and 1 (RFC 7845, 5.1). */
async function decodeOpus(bytes: Buffer, give: (part: Decoded) => void): Promise<boolean> {
  const found = opusPackets(bytes)
  if (!found) return false
  const { head, packets } = found
  const channels = head.readUInt8(9)
  const isMapped = head.readUInt8(18) === 1
  const { OpusDecoder } = await import('opus-decoder')
  const decoder = new OpusDecoder({
    channels,
    preSkip: head.readUInt16LE(10),
    ...(isMapped && {
      streamCount: head.readUInt8(19),
      coupledStreamCount: head.readUInt8(20),
      channelMappingTable: [...head.subarray(21, 21 + channels)],
    }),
  })
  await decoder.ready
  for (let at = 0; at < packets.length; at += opusFramesAtOnce)
    give(decoder.decodeFrames(packets.slice(at, at + opusFramesAtOnce)))
  decoder.free()
  return true
}

function decodeWav(bytes: Buffer, sink: SampleSink): boolean {
  const samples = wavSamples(bytes)
  const read = samples && wavReader(samples.coding, samples.bits)
  if (!samples || !read) return false
  const { channels, bits, data, sampleRate } = samples
  const width = bits / 8
  const frames = Math.floor(data.length / (width * channels))
  const most = Math.floor(wavSamplesAtOnce / channels)
  for (let from = 0; from < frames; from += most) {
    const count = Math.min(most, frames - from)
    const parts = Array.from({ length: channels }, (_, channel) => {
      const part = new Float32Array(count)
      for (let index = 0; index < count; index += 1)
        part[index] = read(data, ((from + index) * channels + channel) * width)
      return part
    })
    sink(parts, sampleRate)
  }
  return true
}

/** The function that reads one sample, or null for a coding that is not read. */
function wavReader(coding: number, bits: number): ((data: Buffer, at: number) => number) | null {
  if (coding === 3 && bits === 32) return (data, at) => data.readFloatLE(at)
  if (coding === 3 && bits === 64) return (data, at) => data.readDoubleLE(at)
  if (coding !== 1) return null
  if (bits === 8) return (data, at) => (data.readUInt8(at) - 128) / 128
  if (bits === 16 || bits === 24 || bits === 32) {
    const [width, full] = [bits / 8, 2 ** (bits - 1)]
    return (data, at) => data.readIntLE(at, width) / full
  }
  return null
}

function* chunksOf(bytes: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes)
    yield new Uint8Array(bytes.subarray(at, at + chunkBytes))
}
