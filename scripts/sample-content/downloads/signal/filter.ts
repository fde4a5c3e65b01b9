import { type Signal, sampleRate } from './synth.ts'

export type FilterKind = 'lowpass' | 'highpass' | 'bandpass'

/**
 * A second-order filter after Robert Bristow-Johnson's Audio EQ Cookbook. `cutoff` in Hz may move over time.
 * The band-pass has 0 dB at its peak.
 */
export function filter(
  signal: Signal,
  kind: FilterKind,
  cutoff: number | ((time: number) => number),
  q = Math.SQRT1_2,
): Signal {
  const out = new Float64Array(signal.length)
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  let [b0, b1, b2, a1, a2] = coefficients(kind, typeof cutoff === 'number' ? cutoff : cutoff(0), q)
  for (let index = 0; index < signal.length; index++) {
    // A moving cutoff is read every 16 samples: a third of a millisecond, far below what is heard as a step.
    if (typeof cutoff !== 'number' && index % 16 === 0) {
      ;[b0, b1, b2, a1, a2] = coefficients(kind, cutoff(index / sampleRate), q)
    }
    const x = signal[index]!
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    ;[x2, x1, y2, y1] = [x1, x, y1, y]
    out[index] = y
  }
  return out
}

function coefficients(kind: FilterKind, cutoff: number, q: number): [number, number, number, number, number] {
  const angle = (2 * Math.PI * Math.min(cutoff, sampleRate * 0.45)) / sampleRate
  const cosine = Math.cos(angle)
  const alpha = Math.sin(angle) / (2 * q)
  const a0 = 1 + alpha
  const feedback = [(-2 * cosine) / a0, (1 - alpha) / a0] as const
  if (kind === 'bandpass') return [alpha / a0, 0, -alpha / a0, ...feedback]
  const edge = kind === 'lowpass' ? 1 - cosine : 1 + cosine
  return [edge / 2 / a0, (kind === 'lowpass' ? edge : -edge) / a0, edge / 2 / a0, ...feedback]
}
