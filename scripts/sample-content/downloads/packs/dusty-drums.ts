import type { Pack } from '../pack.ts'
import { sampler12, saturate } from '../signal/color.ts'
import { filter } from '../signal/filter.ts'
import { finish, peak } from '../signal/finish.ts'
import { seededRandom } from '../signal/random.ts'
import { attack, decay, mix, noise, render, type Signal, shape, sine } from '../signal/synth.ts'
import { encodeWav } from '../wav.ts'

/** A drum's body: a sine that falls from `from` to `to` Hz and dies away. */
function drum(seconds: number, to: number, from: number, fall: number, tail: number): Signal {
  return shape(
    sine(seconds, (time) => to + (from - to) * decay(time, fall)),
    (time) => attack(time, 0.0008) * decay(time, tail),
  )
}

/** A burst of filtered noise: a click, a skin, a wire. */
function burst(
  seed: string,
  seconds: number,
  tail: number,
  bands: { high?: number; low?: number; center?: number; q?: number },
): Signal {
  let signal = noise(seconds, seededRandom(seed))
  if (bands.center) signal = filter(signal, 'bandpass', bands.center, bands.q ?? 1)
  if (bands.high) signal = filter(signal, 'highpass', bands.high)
  if (bands.low) signal = filter(signal, 'lowpass', bands.low)
  return shape(signal, (time) => attack(time, 0.0005) * decay(time, tail))
}

/**
 * Six square waves that share no harmonic: the cymbal of analog drum machines, band-limited so that it does not alias. Each
 * starts at a phase of its own; together at zero they would fade in instead of striking.
 */
function metal(seconds: number, scale: number): Signal {
  const partials = [205.3, 304.4, 369.6, 522.7, 540, 800].flatMap((base, square) => {
    const frequency = base * scale
    const count = Math.floor((17_000 / frequency + 1) / 2)
    return Array.from({ length: count }, (_, index) => {
      const harmonic = 2 * index + 1
      return { frequency: frequency * harmonic, phase: (square + 1) * 1.7 * harmonic, gain: 1 / harmonic }
    })
  })
  return render(seconds, (time) =>
    partials.reduce(
      (sum, { frequency, phase, gain }) => sum + gain * Math.sin(2 * Math.PI * frequency * time + phase),
      0,
    ),
  )
}

/** Struck wood or a rim: a few sines with a decay each. */
function struck(seconds: number, modes: Array<[hertz: number, gain: number, tail: number]>): Signal {
  return mix(
    ...modes.map(([hertz, gain, tail]) => ({
      signal: shape(
        sine(seconds, () => hertz),
        (time) => decay(time, tail),
      ),
      gain,
    })),
  )
}

/** The dust: saturation, a 12-bit sampler's grain, and a hiss that follows the sound so that it ends with it. */
function dusty(seed: string, signal: Signal, { drive = 1.6, grain = 0.55, hiss = 0.006, low = 13_000 } = {}): Signal {
  const level = 1 / peak(signal)
  const warm = saturate(
    signal.map((value) => value * level),
    drive,
    0.12,
  )
  let envelope = 0
  const random = seededRandom(`${seed} hiss`)
  const hissing = warm.map((value) => {
    envelope = Math.max(Math.abs(value), envelope * 0.9997)
    return value + (random() * 2 - 1) * hiss * envelope
  })
  return filter(sampler12(hissing, grain), 'lowpass', low)
}

const sounds: Record<string, (seed: string) => Signal> = {
  'Kick 01 Round': (seed) =>
    dusty(
      seed,
      mix(
        { signal: drum(0.6, 49, 172, 0.024, 0.15) },
        { signal: burst(seed, 0.05, 0.004, { high: 1200, low: 6000 }), gain: 0.22 },
      ),
      { low: 9000 },
    ),
  'Kick 02 Cardboard': (seed) =>
    dusty(
      seed,
      mix(
        { signal: drum(0.4, 61, 215, 0.016, 0.085) },
        { signal: burst(seed, 0.12, 0.022, { center: 310, q: 2.2 }), gain: 2.2 },
        { signal: burst(`${seed} tip`, 0.03, 0.003, { high: 2000 }), gain: 0.12 },
      ),
      { drive: 2.1, low: 8000 },
    ),
  'Kick 03 Felt': (seed) =>
    dusty(
      seed,
      mix({ signal: drum(0.8, 43.6, 118, 0.034, 0.21) }, { signal: burst(seed, 0.06, 0.009, { low: 900 }), gain: 0.2 }),
      { drive: 1.3, low: 5000 },
    ),
  'Snare 01 Brushed': (seed) =>
    dusty(
      seed,
      mix(
        { signal: drum(0.4, 186, 240, 0.012, 0.075), gain: 0.6 },
        { signal: drum(0.3, 331, 380, 0.01, 0.045), gain: 0.3 },
        { signal: burst(seed, 0.5, 0.105, { high: 900, low: 8500 }), gain: 0.8 },
      ),
    ),
  'Snare 02 Paper': (seed) =>
    dusty(
      seed,
      mix(
        { signal: drum(0.25, 224, 300, 0.008, 0.04), gain: 0.55 },
        { signal: burst(seed, 0.3, 0.052, { center: 3600, q: 0.6 }), gain: 1 },
        { signal: burst(`${seed} wire`, 0.4, 0.09, { high: 4200 }), gain: 0.16 },
      ),
      { drive: 2 },
    ),
  'Rim 01 Tight': (seed) =>
    dusty(
      seed,
      mix(
        {
          signal: struck(0.15, [
            [1720, 0.8, 0.011],
            [842, 0.6, 0.017],
            [2610, 0.25, 0.006],
          ]),
        },
        { signal: burst(seed, 0.03, 0.002, { high: 2500 }), gain: 0.35 },
      ),
    ),
  'Clap 01 Room': (seed) =>
    dusty(
      seed,
      mix(
        ...[0, 0.0105, 0.0205, 0.031].map((at, index) => ({
          signal: burst(`${seed} ${index}`, 0.06, 0.0065, { center: 1250, q: 1.1, high: 500 }),
          at,
          gain: 0.8 + index * 0.08,
        })),
        { signal: burst(`${seed} tail`, 0.4, 0.085, { center: 1150, q: 0.8, high: 500 }), at: 0.031, gain: 0.5 },
      ),
    ),
  'Hat 01 Closed': (seed) =>
    dusty(
      seed,
      shape(
        mix(
          { signal: filter(filter(metal(0.16, 1.52), 'highpass', 6500), 'highpass', 6500) },
          { signal: burst(seed, 0.16, 1, { high: 7000 }), gain: 0.5 },
        ),
        (time) => attack(time, 0.0006) * decay(time, 0.021),
      ),
      { grain: 0.4, low: 15_000 },
    ),
  'Hat 02 Tick': (seed) =>
    dusty(
      seed,
      shape(
        mix(
          { signal: filter(metal(0.1, 1.83), 'highpass', 7800), gain: 0.6 },
          { signal: burst(seed, 0.1, 1, { center: 9000, q: 1.4 }), gain: 0.9 },
        ),
        (time) => attack(time, 0.0005) * (0.8 * decay(time, 0.006) + 0.2 * decay(time, 0.022)),
      ),
      { grain: 0.4, low: 15_000 },
    ),
  'Hat 03 Open': (seed) =>
    dusty(
      seed,
      shape(
        mix(
          { signal: filter(filter(metal(0.62, 1.52), 'highpass', 6200), 'highpass', 6200) },
          { signal: burst(seed, 0.62, 1, { high: 7000 }), gain: 0.45 },
        ),
        (time) => attack(time, 0.0008) * decay(time, 0.13),
      ),
      { grain: 0.4, low: 15_000 },
    ),
  'Shaker 01 Sand': (seed) =>
    dusty(
      seed,
      shape(
        burst(seed, 0.2, 1, { center: 6800, q: 0.9, high: 3000 }),
        (time) => attack(time, 0.022) * decay(time, 0.032),
      ),
      { grain: 0.35, low: 14_000 },
    ),
  'Tom 01 Low': (seed) =>
    dusty(
      seed,
      mix(
        { signal: drum(0.7, 87.3, 131, 0.05, 0.15) },
        { signal: burst(seed, 0.1, 0.014, { center: 700, q: 0.8 }), gain: 0.25 },
      ),
    ),
  'Tom 02 Mid': (seed) =>
    dusty(
      seed,
      mix(
        { signal: drum(0.55, 130.8, 192, 0.042, 0.115) },
        { signal: burst(seed, 0.1, 0.012, { center: 950, q: 0.8 }), gain: 0.25 },
      ),
    ),
  'Wood 01 Block': (seed) =>
    dusty(
      seed,
      struck(0.25, [
        [618, 0.8, 0.028],
        [1483, 0.4, 0.016],
        [2790, 0.16, 0.008],
      ]),
    ),
  'Dust 01 Vinyl': (seed) => {
    const random = seededRandom(`${seed} specks`)
    const specks = Array.from({ length: 34 }, (_, index) => ({
      signal: burst(`${seed} ${index}`, 0.012, 0.0006 + random() * 0.0014, { center: 1500 + random() * 4500, q: 0.8 }),
      at: 0.02 + random() * 1.9,
      gain: 0.12 + 0.88 * random() ** 4,
    }))
    const bed = shape(
      burst(`${seed} bed`, 2, 10, { center: 2400, q: 0.35 }),
      (time) => 0.045 * attack(time, 0.05) * attack(Math.max(0, 2 - time), 0.05),
    )
    return filter(mix(...specks, { signal: bed }), 'lowpass', 9000)
  },
}

export const dustyDrums: Pack = {
  slug: 'dusty-drum-one-shots',
  title: 'Dusty Drum One-Shots',
  readme: `
DUSTY DRUM ONE-SHOTS
Fifteen drum hits with tape-style saturation and the grain of a 12-bit sampler.
48 kHz, 24 bit, mono, peak at -1 dBFS, no silence in front.

In Ableton Live 11 or 12
1. Unzip, then drag the folder into Places in the browser (or into your User Library).
2. Drop an empty Drum Rack on a MIDI track. Select the WAV files in the browser and drag them all onto one pad:
   Live fills that pad and the ones after it, one Simpler (or Drum Sampler) each.
3. Put the three hats into one choke group: show the I/O list of the rack's chains and set Choke to 1 for each.
   A closed hat then cuts the open one.
4. Let velocity do more than volume: in each Simpler, a low-pass near 6 kHz with 20-30 % of velocity to its frequency
   makes soft hits darker, as on a real drum.
5. "Dust 01 Vinyl" is a bed of crackle: loop it in Simpler's Classic mode under the beat at about -24 dB.

For any other sampler or DAW these are plain WAV files: drag them in.
`,
  files: () =>
    Object.entries(sounds).map(([name, make]) => ({ path: `${name}.wav`, bytes: encodeWav(finish(make(name))) })),
}
