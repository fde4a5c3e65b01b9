/** Loudness of samples (ITU-R BS.1770-4, EBU R128). */
export interface LoudnessMeter {
  /** Adds samples; all channels have the same number. */
  add(channels: ReadonlyArray<Float32Array>): void
  /** Integrated loudness in LUFS; null when nothing is above the absolute gate of -70 LUFS. */
  integrated(): number | null
}

/** Coefficients of a filter: y = b0·x + b1·x' + b2·x'' - a1·y' - a2·y''. */
type Biquad = readonly [b0: number, b1: number, b2: number, a1: number, a2: number]

/** The gates of BS.1770-4, annex 1: blocks of 400 ms that overlap by 75 %, in steps of 100 ms. */
const stepsPerSecond = 10
const stepsPerBlock = 4
const absoluteGate = -70
const relativeGate = -10
const offset = -0.691

/**
 * Creates a meter for a sample rate. The weights of channels are those of BS.1770: left, right and
 * centre 1, the fourth of six (LFE) 0, surrounds 1.41. A sound shorter than one block is measured
 * as a whole.
 */
export function createLoudnessMeter(sampleRate: number, channelCount: number): LoudnessMeter {
  const stepLength = Math.round(sampleRate / stepsPerSecond)
  const [shelf, highPass] = kWeighting(sampleRate)
  const states = Array.from({ length: channelCount }, () => new Float64Array(4))
  const weights = states.map((_, channel) => weightOf(channel, channelCount))
  /** The weighted mean square of each whole step. */
  const steps: Array<number> = []
  let sum = 0
  let filled = 0

  /** Adds the samples from `from` to `to`, all of one step. */
  function addPart(channels: ReadonlyArray<Float32Array>, from: number, to: number) {
    channels.forEach((samples, channel) => {
      const state = states[channel]
      const weight = weights[channel] ?? 0
      if (state && weight > 0)
        sum += weight * filteredSquares(samples, from, to, state, shelf, highPass)
    })
    filled += to - from
    if (filled < stepLength) return
    steps.push(sum / stepLength)
    sum = 0
    filled = 0
  }

  return {
    add(channels) {
      const length = channels[0]?.length ?? 0
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + stepLength - filled)
        addPart(channels, from, to)
        from = to
      }
    },
    integrated: () => gated(blocksOf(steps, sum, filled, stepLength)),
  }
}

/**
 * The mean squares of the overlapping blocks; one block of everything when the sound is shorter.
 */
function blocksOf(
  steps: ReadonlyArray<number>,
  sum: number,
  filled: number,
  stepLength: number,
): Array<number> {
  if (steps.length < stepsPerBlock) {
    const samples = steps.length * stepLength + filled
    return samples === 0
      ? []
      : [(steps.reduce((all, step) => all + step * stepLength, 0) + sum) / samples]
  }
  return steps
    .slice(stepsPerBlock - 1)
    .map((_, index) => mean(steps.slice(index, index + stepsPerBlock)))
}

function gated(blocks: ReadonlyArray<number>): number | null {
  const audible = blocks.filter((power) => lufs(power) > absoluteGate)
  if (audible.length === 0) return null
  const gate = lufs(mean(audible)) + relativeGate
  const counted = audible.filter((power) => lufs(power) > gate)
  return lufs(mean(counted.length > 0 ? counted : audible))
}

const lufs = (power: number) => offset + 10 * Math.log10(power)
const mean = (values: ReadonlyArray<number>) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function weightOf(channel: number, channelCount: number): number {
  if (channelCount < 5) return 1
  if (channelCount >= 6 && channel === 3) return 0
  return channel < 3 ? 1 : 1.41
}

/**
 * Filters samples from `from` to `to` by both filters and returns the sum of the squares. `state`
 * holds the filters' memories between calls.
 */
function filteredSquares(
  samples: Float32Array,
  from: number,
  to: number,
  state: Float64Array,
  [b0, b1, b2, a1, a2]: Biquad,
  [c0, c1, c2, d1, d2]: Biquad,
): number {
  let [s1 = 0, s2 = 0, h1 = 0, h2 = 0] = state
  let squares = 0
  // Transposed direct form II.
  for (let index = from; index < to; index += 1) {
    const x = samples[index] as number
    const shelved = b0 * x + s1
    s1 = b1 * x - a1 * shelved + s2
    s2 = b2 * x - a2 * shelved
    const y = c0 * shelved + h1
    h1 = c1 * shelved - d1 * y + h2
    h2 = c2 * shelved - d2 * y
    squares += y * y
  }
  state.set([s1, s2, h1, h2])
  return squares
}

/**
 * The two filters of the K-weighting for any sample rate. BS.1770 prints coefficients for 48 kHz;
 * these are the analogue filters behind them, transformed bilinearly, which give the printed ones
 * at 48 kHz.
 */
function kWeighting(sampleRate: number): [shelf: Biquad, highPass: Biquad] {
  const shelfK = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const shelfQ = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const shelf = 1 + shelfK / shelfQ + shelfK * shelfK
  const passK = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const passQ = 0.5003270373238773
  const pass = 1 + passK / passQ + passK * passK
  return [
    [
      (high + (band * shelfK) / shelfQ + shelfK * shelfK) / shelf,
      (2 * (shelfK * shelfK - high)) / shelf,
      (high - (band * shelfK) / shelfQ + shelfK * shelfK) / shelf,
      (2 * (shelfK * shelfK - 1)) / shelf,
      (1 - shelfK / shelfQ + shelfK * shelfK) / shelf,
    ],
    [1, -2, 1, (2 * (passK * passK - 1)) / pass, (1 - passK / passQ + passK * passK) / pass],
  ]
}
