import type { Pack } from '../pack.ts'
import { filter } from '../signal/filter.ts'
import { finish } from '../signal/finish.ts'
import { seededRandom } from '../signal/random.ts'
import { attack, decay, mix, noise, type Signal, shape, sine } from '../signal/synth.ts'
import { encodeWav } from '../wav.ts'

/** The C of an octave in Live's naming, where C3 is MIDI note 60, in Hz. */
function c(octave: number): number {
  return 440 * 2 ** (((octave + 2) * 12 - 69) / 12)
}

interface Voice {
  hertz: number
  seconds: number
  /** Modulator's frequency as a multiple of the carrier's. Away from whole numbers it rings like glass. */
  ratio: number
  /** Modulation at the start, in radians, and how fast it falls. */
  index: number
  indexTail: number
  tail: number
  attack?: number
  /** Beats per second between the two carriers of the voice. */
  beat?: number
  /** Depth of a slow vibrato, as a part of the frequency. */
  vibrato?: number
}

/** Two FM pairs a little apart, so that the tone shimmers. */
function ring({
  hertz,
  seconds,
  ratio,
  index,
  indexTail,
  tail,
  attack: rise = 0.0015,
  beat = 0.7,
  vibrato = 0,
}: Voice): Signal {
  const pair = (frequency: number) =>
    sine(
      seconds,
      (time) => frequency * (1 + vibrato * attack(time, 0.5) * Math.sin(2 * Math.PI * 4.6 * time)),
      (time) => index * decay(time, indexTail) * Math.sin(2 * Math.PI * frequency * ratio * time),
    )
  return shape(
    mix({ signal: pair(hertz - beat / 2), gain: 0.5 }, { signal: pair(hertz + beat / 2), gain: 0.5 }),
    (time) => attack(time, rise) * decay(time, tail),
  )
}

/** The tick of a hard mallet. */
function tick(seed: string, center: number, gain: number): { signal: Signal; gain: number } {
  const hit = filter(noise(0.03, seededRandom(seed)), 'bandpass', center, 1.2)
  return { signal: shape(hit, (time) => attack(time, 0.0006) * decay(time, 0.0025)), gain }
}

const sounds: Record<string, (seed: string) => Signal> = {
  'Glass Bell C4': (seed) =>
    mix(
      { signal: ring({ hertz: c(4), seconds: 2.2, ratio: 3.51, index: 1.7, indexTail: 0.3, tail: 0.42 }) },
      { signal: ring({ hertz: c(5), seconds: 0.8, ratio: 2.41, index: 0.6, indexTail: 0.1, tail: 0.14 }), gain: 0.3 },
      tick(seed, 5200, 0.12),
    ),
  'Singing Bowl C3': () =>
    mix(
      {
        signal: ring({
          hertz: c(3),
          seconds: 2.3,
          ratio: 2.756,
          index: 0.9,
          indexTail: 0.7,
          tail: 0.62,
          attack: 0.012,
          beat: 1.1,
        }),
      },
      {
        signal: ring({
          hertz: c(4) * 1.498,
          seconds: 1.6,
          ratio: 1.5,
          index: 0.3,
          indexTail: 0.4,
          tail: 0.36,
          attack: 0.02,
        }),
        gain: 0.16,
      },
    ),
  'Tine C4': (seed) =>
    mix(
      { signal: ring({ hertz: c(4), seconds: 1.5, ratio: 1, index: 1.1, indexTail: 0.34, tail: 0.34, beat: 0.5 }) },
      { signal: ring({ hertz: c(4), seconds: 0.5, ratio: 14, index: 0.9, indexTail: 0.05, tail: 0.08 }), gain: 0.32 },
      tick(seed, 3600, 0.08),
    ),
  'Celeste C5': (seed) =>
    mix(
      { signal: ring({ hertz: c(5), seconds: 1.3, ratio: 3, index: 0.55, indexTail: 0.12, tail: 0.26, beat: 0.9 }) },
      { signal: ring({ hertz: c(6), seconds: 0.7, ratio: 1, index: 0.2, indexTail: 0.1, tail: 0.11 }), gain: 0.22 },
      tick(seed, 4200, 0.1),
    ),
  'Frozen Pluck C3': (seed) =>
    mix(
      { signal: ring({ hertz: c(3), seconds: 1.1, ratio: 2, index: 3.4, indexTail: 0.075, tail: 0.2 }) },
      { signal: ring({ hertz: c(4), seconds: 0.7, ratio: 3.02, index: 1.2, indexTail: 0.04, tail: 0.1 }), gain: 0.25 },
      tick(seed, 2600, 0.1),
    ),
  'Wine Glass C5': () =>
    ring({
      hertz: c(5),
      seconds: 1.9,
      ratio: 1,
      index: 0.22,
      indexTail: 2,
      tail: 0.42,
      attack: 0.16,
      beat: 1.6,
      vibrato: 0.0016,
    }),
  'Shard C5': (seed) =>
    mix(
      {
        signal: ring({
          hertz: c(5),
          seconds: 0.6,
          ratio: Math.SQRT2,
          index: 3.6,
          indexTail: 0.03,
          tail: 0.085,
          beat: 3,
        }),
      },
      {
        signal: ring({ hertz: c(6) * 1.19, seconds: 0.3, ratio: 2.32, index: 1.4, indexTail: 0.02, tail: 0.04 }),
        gain: 0.4,
      },
      tick(seed, 7000, 0.25),
    ),
  'Low Chime C2': (seed) =>
    mix(
      { signal: ring({ hertz: c(2), seconds: 2.2, ratio: 5.19, index: 1.5, indexTail: 0.4, tail: 0.55, beat: 0.6 }) },
      { signal: ring({ hertz: c(3), seconds: 1.4, ratio: 2.76, index: 0.8, indexTail: 0.2, tail: 0.3 }), gain: 0.3 },
      tick(seed, 1800, 0.08),
    ),
  'Glass Chord Cm9': (seed) =>
    mix(
      ...[0, 3, 10, 14].map((semitones, index) => ({
        signal: ring({
          hertz: c(3) * 2 ** (semitones / 12),
          seconds: 1.7,
          ratio: 3.01,
          index: 0.9,
          indexTail: 0.2,
          tail: 0.38,
        }),
        at: index * 0.014,
        gain: 1 - index * 0.12,
      })),
      tick(seed, 3200, 0.1),
    ),
}

export const glassFm: Pack = {
  slug: 'glass-fm-hits',
  title: 'Glass FM Hits',
  readme: `
GLASS FM HITS
Nine struck-glass sounds made with two-operator FM: bells, a bowl, tines, a pluck, a chord.
48 kHz, 24 bit, mono, peak at -1 dBFS. Everything is tuned to C (the chord to C minor 9) at A = 440 Hz, and the octave
in the name follows Live's numbering, where C3 is MIDI note 60.

In Ableton Live 11 or 12
1. Unzip and drag a file onto an empty MIDI track: Live loads it into Simpler. All are tuned to C, so the keys play in
   tune at once; use Transpose in steps of 12 to change the octave.
2. Classic mode, Voices 6 or more, Release 600 ms to 1 s: repeated notes then ring into each other like real bells.
3. Simpler's Spread at 20-30 % makes the mono file wide without touching its attack.
4. Behind it: Hybrid Reverb, Decay 3-5 s, Dry/Wet 20 %, and a low cut near 250 Hz on the wet signal.
5. Short copies make percussion: Simpler in One-Shot mode with Fade Out at 60 ms, two octaves up.

For any other sampler or DAW these are plain WAV files: drag them in and set the root key to the name's note.
`,
  files: () =>
    Object.entries(sounds).map(([name, make]) => ({
      path: `${name}.wav`,
      bytes: encodeWav(finish(make(name), { fadeIn: 0.0008, fadeOut: 0.06, floor: 30 })),
    })),
}
