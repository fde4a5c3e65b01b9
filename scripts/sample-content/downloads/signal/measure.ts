import { peak } from './finish.ts'
import { type Signal, sampleRate } from './synth.ts'

export interface Measurement {
  seconds: number
  /** dBFS. */
  peak: number
  /** dBFS over the whole length. */
  rms: number
  /** Mean of all samples, as a factor of full scale. */
  offset: number
  /** Power-weighted mean frequency in Hz: where the weight of the sound lies. */
  centroid: number
  /** The strongest partial in Hz, to a fraction of a cent for a steady tone. */
  strongest: number
}

/** The figures by which a one-shot is judged. */
export function measure(signal: Signal): Measurement {
  const power = powerSpectrum(signal)
  const bin = sampleRate / (power.length * 2)
  const total = power.reduce((sum, value) => sum + value, 0)
  return {
    seconds: signal.length / sampleRate,
    peak: decibels(peak(signal)),
    rms: decibels(Math.sqrt(signal.reduce((sum, value) => sum + value * value, 0) / signal.length)),
    offset: signal.reduce((sum, value) => sum + value, 0) / signal.length,
    centroid: power.reduce((sum, value, index) => sum + value * index * bin, 0) / total,
    strongest: strongestBin(power) * bin,
  }
}

function decibels(factor: number): number {
  return 20 * Math.log10(factor)
}

/** The index of the largest bin, refined by the parabola through the logarithms of it and its neighbors. */
function strongestBin(power: Float64Array): number {
  let best = 1
  for (let index = 1; index < power.length - 1; index++) if (power[index]! > power[best]!) best = index
  const [left, middle, right] = [-1, 0, 1].map((step) => Math.log(power[best + step]! + Number.MIN_VALUE))
  const curve = left! - 2 * middle! + right!
  return curve === 0 ? best : best + (left! - right!) / (2 * curve)
}

/** Power of the frequencies from 0 to half the sample rate, of the signal under a Hann window and padded to a power of two. */
function powerSpectrum(signal: Signal): Float64Array {
  const size = 2 ** Math.ceil(Math.log2(signal.length * 2))
  const real = new Float64Array(size)
  const imaginary = new Float64Array(size)
  for (let index = 0; index < signal.length; index++) {
    real[index] = signal[index]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / signal.length))
  }
  transform(real, imaginary)
  return real.slice(0, size / 2).map((value, index) => value * value + imaginary[index]! ** 2)
}

/** The radix-2 Fourier transform, in place. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length
  for (let index = 1, reversed = 0; index < size; index++) {
    let bit = size >> 1
    for (; reversed & bit; bit >>= 1) reversed ^= bit
    reversed ^= bit
    if (index < reversed) {
      ;[real[index], real[reversed]] = [real[reversed]!, real[index]!]
      ;[imaginary[index], imaginary[reversed]] = [imaginary[reversed]!, imaginary[index]!]
    }
  }
  for (let length = 2; length <= size; length *= 2) {
    const half = length / 2
    for (let offset = 0; offset < half; offset++) {
      const angle = (-2 * Math.PI * offset) / length
      const [cosine, sinus] = [Math.cos(angle), Math.sin(angle)]
      for (let start = offset; start < size; start += length) {
        const end = start + half
        const r = real[end]! * cosine - imaginary[end]! * sinus
        const i = real[end]! * sinus + imaginary[end]! * cosine
        real[end] = real[start]! - r
        imaginary[end] = imaginary[start]! - i
        real[start]! += r
        imaginary[start]! += i
      }
    }
  }
}
