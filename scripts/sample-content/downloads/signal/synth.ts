/** Every sound of the packs is made, and written, at this rate. */
export const sampleRate = 48_000

/** Mono samples, nominally within -1 … 1. */
export type Signal = Float64Array

/** One value per sample; `sample` gets the time in seconds. */
export function render(seconds: number, sample: (time: number) => number): Signal {
  return Float64Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) => sample(index / sampleRate))
}

/** A sine that starts at zero and follows `frequency` (Hz at a time) without a phase jump. `bend` adds phase in radians: FM. */
export function sine(
  seconds: number,
  frequency: (time: number) => number,
  bend: (time: number) => number = () => 0,
): Signal {
  let phase = 0
  return render(seconds, (time) => {
    const value = Math.sin(phase + bend(time))
    phase += (2 * Math.PI * frequency(time)) / sampleRate
    return value
  })
}

/** White noise from a seeded source, so that every build makes the same bytes. */
export function noise(seconds: number, random: () => number): Signal {
  return render(seconds, () => random() * 2 - 1)
}

/** The signal times a gain that changes over time. */
export function shape(signal: Signal, gain: (time: number) => number): Signal {
  return signal.map((value, index) => value * gain(index / sampleRate))
}

/** Sums signals; each may have a gain and start later. The longest sets the length. */
export function mix(...parts: Array<{ signal: Signal; gain?: number; at?: number }>): Signal {
  const starts = parts.map((part) => Math.round((part.at ?? 0) * sampleRate))
  const out = new Float64Array(Math.max(...parts.map((part, index) => part.signal.length + starts[index]!)))
  for (const [index, { signal, gain = 1 }] of parts.entries()) {
    for (let at = 0; at < signal.length; at++) out[at + starts[index]!]! += signal[at]! * gain
  }
  return out
}

/** An exponential fall from 1; `tau` is the time in which it falls to 37 %. */
export function decay(time: number, tau: number): number {
  return Math.exp(-time / tau)
}

/** A raised-cosine rise from 0 to 1 over `seconds`, then 1: an attack that does not click. */
export function attack(time: number, seconds: number): number {
  return time >= seconds ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * time) / seconds)
}

/** 1 until `end - seconds`, then a raised-cosine fall to 0 at `end`. */
export function release(time: number, end: number, seconds: number): number {
  return attack(Math.max(0, end - time), seconds)
}
