import { filter } from './filter.ts'
import { mix, type Signal, sampleRate } from './synth.ts'

/** Tape-like saturation. `bias` makes it lopsided, which adds even harmonics; the offset that this leaves is filtered out. */
export function saturate(signal: Signal, drive: number, bias = 0): Signal {
  const zero = Math.tanh(bias)
  const bent = signal.map((value) => (Math.tanh(value * drive + bias) - zero) / Math.tanh(drive))
  return bias === 0 ? bent : filter(bent, 'highpass', 15)
}

/**
 * The grain of an early sampler: 12 bits at about 26 kHz, low-passed before and after, blended with the clean signal.
 * The signal should peak near 1 to use the 12 bits.
 */
export function sampler12(signal: Signal, amount: number): Signal {
  const step = sampleRate / 26_040
  const source = filter(signal, 'lowpass', 10_500)
  let held = 0
  let next = 0
  const grain = source.map((value, index) => {
    if (index >= next) {
      held = Math.round(value * 2048) / 2048
      next += step
    }
    return held
  })
  return mix({ signal, gain: 1 - amount }, { signal: filter(grain, 'lowpass', 12_000), gain: amount })
}
