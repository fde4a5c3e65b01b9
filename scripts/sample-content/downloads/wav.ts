import { type Signal, sampleRate } from './signal/synth.ts'

/** The signal of a file that `encodeWav` has written. */
export function decodeWav(bytes: Uint8Array): Signal {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return Float64Array.from(
    { length: view.getUint32(40, true) / 3 },
    // The upper three bytes of a signed number of four.
    (_, index) => (view.getInt32(43 + index * 3, true) >> 8) / 8_388_607,
  )
}

/** A mono signal as a 24-bit PCM WAV file at 48 kHz. Samples beyond full scale are an error: the maker forgot to normalize. */
export function encodeWav(signal: Signal): Uint8Array {
  const dataBytes = signal.length * 3
  const bytes = new Uint8Array(44 + dataBytes + (dataBytes % 2))
  const view = new DataView(bytes.buffer)
  const text = (at: number, letters: string) => bytes.set(new TextEncoder().encode(letters), at)
  text(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 3, true)
  view.setUint16(32, 3, true)
  view.setUint16(34, 24, true)
  text(36, 'data')
  view.setUint32(40, dataBytes, true)
  for (let index = 0; index < signal.length; index++) {
    const value = signal[index]!
    if (!(Math.abs(value) <= 1)) throw new RangeError(`Sample ${index} is ${value}, beyond full scale`)
    const level = Math.round(value * 8_388_607)
    bytes[44 + index * 3] = level & 0xff
    bytes[45 + index * 3] = (level >> 8) & 0xff
    bytes[46 + index * 3] = (level >> 16) & 0xff
  }
  return bytes
}
