import { expect, test } from 'vitest'
import { createLoudnessMeter } from './loudness.ts'
import { matchedGains } from './sound.ts'

/** A sine of 1 kHz with a peak level in dBFS. */
function sine(seconds: number, level: number, sampleRate: number, frequency = 1000): Float32Array {
  const amplitude = 10 ** (level / 20)
  const samples = new Float32Array(Math.round(seconds * sampleRate))
  const step = (2 * Math.PI * frequency) / sampleRate
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = amplitude * Math.sin(step * index)
  return samples
}

function joined(...parts: ReadonlyArray<Float32Array>): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** The loudness of the same samples in `channelCount` channels, added in uneven pieces. */
function loudnessOf(samples: Float32Array, sampleRate: number, channelCount = 2): number | null {
  const meter = createLoudnessMeter(sampleRate, channelCount)
  for (let at = 0; at < samples.length; at += 1153)
    meter.add(Array.from({ length: channelCount }, () => samples.subarray(at, at + 1153)))
  return meter.integrated()
}

// EBU Tech 3341, table 1: the expected values have a tolerance of 0.1 LU.
test.each([
  ['case 1: -23 dBFS for 20 s', -23, 48_000, (rate: number) => sine(20, -23, rate)],
  ['case 1 at 44.1 kHz', -23, 44_100, (rate: number) => sine(20, -23, rate)],
  ['case 2: -33 dBFS for 20 s', -33, 48_000, (rate: number) => sine(20, -33, rate)],
  [
    'case 3: the relative gate ignores 10 s of -36 dBFS before and behind',
    -23,
    48_000,
    (rate: number) => joined(sine(10, -36, rate), sine(60, -23, rate), sine(10, -36, rate)),
  ],
  [
    'case 4: the absolute gate ignores 10 s of -72 dBFS too',
    -23,
    48_000,
    (rate: number) =>
      joined(
        sine(10, -72, rate),
        sine(10, -36, rate),
        sine(60, -23, rate),
        sine(10, -36, rate),
        sine(10, -72, rate),
      ),
  ],
  [
    'case 5: both loud parts count',
    -23,
    48_000,
    (rate: number) => joined(sine(20, -26, rate), sine(20.1, -20, rate), sine(20, -26, rate)),
  ],
])('a stereo sine of 1 kHz is as loud as EBU Tech 3341 says, %s', (_, expected, rate, make) => {
  expect(Math.abs(loudnessOf(make(rate), rate)! - expected)).toBeLessThan(0.1)
})

test('low notes weigh less than the middle, high ones more, and one channel half of two', () => {
  const at = (frequency: number, channels = 2) =>
    loudnessOf(sine(2, -20, 48_000, frequency), 48_000, channels)!
  expect(at(40)).toBeLessThan(at(1000) - 3)
  expect(at(8000)).toBeGreaterThan(at(1000) + 3)
  expect(at(1000) - at(1000, 1)).toBeCloseTo(3.01, 1)
})

test('silence has no loudness, and a click shorter than a block has one', () => {
  expect(loudnessOf(new Float32Array(48_000), 48_000)).toBeNull()
  expect(loudnessOf(new Float32Array(0), 48_000)).toBeNull()
  expect(loudnessOf(sine(0.1, -23, 48_000), 48_000)).toBeCloseTo(-23, 0)
})

test('sounds are matched to the quietest, so that none gets louder', () => {
  const [loud, quiet, unknown] = matchedGains([-10, -16, null])
  expect([20 * Math.log10(loud!), quiet, unknown]).toEqual([expect.closeTo(-6, 5), 1, 1])
  expect(matchedGains([null, null])).toEqual([1, 1])
})
