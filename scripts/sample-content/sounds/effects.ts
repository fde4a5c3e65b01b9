import { filter } from '../downloads/signal/filter.ts'
import { seededRandom } from '../downloads/signal/random.ts'
import { mix, noise, type Signal, sampleRate, shape } from '../downloads/signal/synth.ts'

/** The gain of a compressor with a hard knee that listens to `key`; times in seconds, threshold in dBFS. */
function compressorGain(
  key: Signal,
  { threshold, ratio, attack, release }: { threshold: number; ratio: number; attack: number; release: number },
): Float64Array {
  const [rise, fall] = [attack, release].map((seconds) => Math.exp(-1 / (seconds * sampleRate))) as [number, number]
  let reduction = 0
  return key.map((value) => {
    const level = 20 * Math.log10(Math.max(1e-6, Math.abs(value)))
    const wanted = Math.max(0, level - threshold) * (1 - 1 / ratio)
    const speed = wanted > reduction ? rise : fall
    reduction = wanted + (reduction - wanted) * speed
    return 10 ** (-reduction / 20)
  })
}

/** A compressor whose sidechain is another sound. Where the key has ended, the gain has returned. */
export function duck(signal: Signal, key: Signal, settings: Parameters<typeof compressorGain>[1]): Signal {
  const whole = new Float64Array(signal.length)
  whole.set(key.subarray(0, signal.length))
  const gain = compressorGain(whole, settings)
  return signal.map((value, index) => value * (gain[index] ?? 1))
}

/** A limiter that sees the peaks 2 ms before they come. */
export function limit(signal: Signal, gain: number, ceiling: number): Signal {
  const ahead = Math.round(0.002 * sampleRate)
  const pushed = signal.map((value) => value * gain)
  let held = 1
  const release = Math.exp(-1 / (0.08 * sampleRate))
  return pushed.map((value, index) => {
    const next = Math.abs(pushed[Math.min(pushed.length - 1, index + ahead)] ?? 0)
    const allowed = next > ceiling ? ceiling / next : 1
    held = allowed < held ? allowed : 1 - (1 - held) * release
    return Math.max(-ceiling, Math.min(ceiling, value * held))
  })
}

/** Repeats that get duller and softer. */
export function echoes(signal: Signal, seconds: number, feedback: number, count: number): Signal {
  let repeat = signal
  const parts = [{ signal, gain: 0, at: 0 }]
  for (let number = 1; number <= count; number += 1) {
    repeat = filter(filter(repeat, 'lowpass', 3200), 'highpass', 350)
    parts.push({ signal: repeat, gain: feedback ** number, at: number * seconds })
  }
  return mix(...parts)
}

/** The sound in a room of noise that decays, with a gap before the room answers. One seed for each side makes it wide. */
export function reverb(
  signal: Signal,
  seed: string,
  { predelay, seconds }: { predelay: number; seconds: number },
): Signal {
  const tail = filter(
    shape(noise(seconds, seededRandom(seed)), (time) => Math.exp((-6.9 * time) / seconds)),
    'lowpass',
    5200,
  )
  const out = new Float64Array(signal.length + tail.length + Math.round(predelay * sampleRate))
  // Every 7th sample of the room is enough for a dense tail.
  const shift = Math.round(predelay * sampleRate)
  for (let tap = 0; tap < tail.length; tap += 7) {
    const gain = tail[tap]! * 0.06
    for (let index = 0; index < signal.length; index += 1) out[index + tap + shift]! += signal[index]! * gain
  }
  return out
}

/** The lows of both sides in the middle: what differs below `frequency` is removed. */
export function monoBelow([left, right]: readonly [Signal, Signal], frequency: number): [Signal, Signal] {
  const middle = left.map((value, index) => (value + right[index]!) / 2)
  const side = filter(
    filter(
      left.map((value, index) => (value - right[index]!) / 2),
      'highpass',
      frequency,
    ),
    'highpass',
    frequency,
  )
  return [middle.map((value, index) => value + side[index]!), middle.map((value, index) => value - side[index]!)]
}

/** The sound at another speed: pitch and length change together. */
export function repitch(signal: Signal, factor: number): Signal {
  return Float64Array.from({ length: Math.round(signal.length / factor) }, (_, index) => {
    const at = index * factor
    const before = Math.floor(at)
    const share = at - before
    return (signal[before] ?? 0) * (1 - share) + (signal[before + 1] ?? 0) * share
  })
}

/** Each slice of a grid keeps its pitch and moves to its place on a slower one; the gap behind it fades to silence. */
export function stretchSlices(signal: Signal, slice: number, factor: number): Signal {
  const length = Math.round(slice * sampleRate)
  const parts = Array.from({ length: Math.ceil(signal.length / length) }, (_, number) => {
    const part = signal.slice(number * length, (number + 1) * length)
    const fade = Math.round(0.004 * sampleRate)
    const faded = part.map((value, index) => value * Math.min(1, (part.length - index) / fade))
    return { signal: faded, at: (number * slice) / factor }
  })
  return mix(...parts)
}
