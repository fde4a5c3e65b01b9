import { createMp3Encoder } from 'wasm-media-encoders'
import { type Signal, sampleRate } from '../downloads/signal/synth.ts'

/** Samples of silence that LAME puts before the sound. */
const encoderDelay = 576
const frameSamples = 1152

/** One or two channels as an MP3 with a constant bit rate in kbit/s. It says how much silence to skip, so that it repeats without a gap. */
export async function encodeMp3(channels: ReadonlyArray<Signal>, bitRate: 64 | 80 | 96 | 128): Promise<Buffer> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate, channels: channels.length === 2 ? 2 : 1, bitrate: bitRate })
  // Each call reuses the bytes of the one before.
  const first = Buffer.from(encoder.encode(channels.map((signal) => Float32Array.from(signal))))
  const frames = Buffer.concat([first, Buffer.from(encoder.finalize())])
  const count = Math.floor(frames.length / frameLength(bitRate))
  return Buffer.concat([infoFrame(frames, bitRate, count, channels[0]?.length ?? 0), frames])
}

/** Bytes of a frame at 48 kHz, where no frame needs padding. */
const frameLength = (bitRate: number) => (144_000 * bitRate) / sampleRate

/** A silent frame before the others with the tags `Info` and `LAME`: the number of frames, and the silence at both ends (LAME, `VbrTag.c`). */
function infoFrame(frames: Buffer, bitRate: number, count: number, samples: number): Buffer {
  const frame = Buffer.alloc(frameLength(bitRate))
  frames.copy(frame, 0, 0, 4)
  const isMono = frame[3]! >> 6 === 3
  const at = 4 + (isMono ? 17 : 32)
  frame.write('Info', at, 'latin1')
  frame.writeUInt32BE(1, at + 4)
  frame.writeUInt32BE(count, at + 8)
  const lame = at + 12
  frame.write('LAME3.100', lame, 'latin1')
  const padding = count * frameSamples - encoderDelay - samples
  frame.writeUIntBE((encoderDelay << 12) | (padding & 0xfff), lame + 21, 3)
  return frame
}
