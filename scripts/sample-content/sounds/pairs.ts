import { filter } from '../downloads/signal/filter.ts'
import { seededRandom } from '../downloads/signal/random.ts'
import { attack, decay, mix, noise, release, type Signal, shape } from '../downloads/signal/synth.ts'
import { duck, echoes, limit, monoBelow, repitch, reverb, stretchSlices } from './effects.ts'
import { bassNote, bell, chord, crushed, drums, hat, hertz, kick, pattern, saw, snare } from './instruments.ts'

/** One channel, or left and right. */
export type Sound = readonly [Signal] | readonly [Signal, Signal]

/** The sounds of a comparison in an article, by the name of their files in `content/media/2026`. */
export interface Comparison {
  article: string
  seconds: number
  sounds(): Readonly<Record<string, Sound>>
}

const bassLine = (cutoff: number | ((time: number) => number)) =>
  pattern(
    120,
    ...[
      [33, [0, 8, 16]],
      [36, [24]],
    ].map(([note, steps]) => ({ sound: bassNote(0.98, note as number, cutoff), steps: steps as Array<number> })),
  )

const minor = [57, 60, 64, 67]

function pad(seed: string, drift: number): Signal {
  const random = seededRandom(seed)
  const voices = minor.flatMap((note) =>
    [0, 1].map(() => {
      const [rate, phase] = [0.2 + random() * 0.5, random() * 6]
      const detune = (time: number) => 2 ** ((drift * Math.sin(2 * Math.PI * rate * time + phase)) / 1200)
      return { signal: saw(5, hertz(note - 12), detune), gain: 0.16 }
    }),
  )
  const level = (time: number) => attack(time, 0.7) * release(time, 5, 0.8)
  return shape(
    filter(mix(...voices), 'lowpass', (time) => 900 + 500 * Math.sin(time * 1.2)),
    level,
  )
}

const swung = (percent: number) =>
  Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? at * 2 : at * 2 - 2 + (4 * percent) / 100))

/** Everything that can be heard is made here: no recording, no sample of somebody else. */
export const comparisons: ReadonlyArray<Comparison> = [
  {
    article: 'sidechain-that-breathes',
    seconds: 4,
    sounds() {
      const beat = pattern(120, { sound: kick(), steps: [0, 4, 8, 12, 16, 20, 24, 28], gain: 0.9 })
      const bass = bassLine(420)
      const ducked = (release: number) => duck(bass, beat, { threshold: -22, ratio: 4, attack: 0.001, release })
      const under = (low: Signal): Sound => [mix({ signal: beat }, { signal: low, gain: 0.7 })]
      return {
        'sidechain-off': under(bass),
        'sidechain-125-ms': under(ducked(0.05)),
        'sidechain-too-long': under(ducked(0.6)),
      }
    },
  },
  {
    article: 'roar-parallel-saturation',
    seconds: 4,
    sounds() {
      const dry = drums(120)
      return {
        'drums-dry': [dry],
        'drums-parallel-saturation': [mix({ signal: dry, gain: 0.85 }, { signal: crushed(dry), gain: 0.4 })],
      }
    },
  },
  {
    article: 'echo-dub-throws',
    seconds: 6,
    sounds() {
      const stab = chord(0.4, minor, 1800, 0.16)
      const stabs = pattern(120, { sound: stab, steps: [0, 6, 12] })
      const thrown = echoes(stab, 0.375, 0.72, 9)
      return { 'stab-dry': [stabs], 'stab-thrown': [mix({ signal: stabs }, { signal: thrown, at: 1.5 })] }
    },
  },
  {
    article: 'hybrid-reverb-spaces',
    seconds: 4,
    sounds() {
      const hits = pattern(90, { sound: snare(), steps: [0, 8], gain: 0.8 })
      const room = (predelay: number): Sound =>
        ['left', 'right'].map((side) =>
          mix({ signal: hits }, { signal: reverb(hits, side, { predelay, seconds: 1.6 }), gain: 1.4 }),
        ) as unknown as readonly [Signal, Signal]
      return { 'snare-reverb-no-predelay': room(0), 'snare-reverb-60-ms-predelay': room(0.06) }
    },
  },
  {
    article: 'operator-fm-bells',
    seconds: 4,
    sounds() {
      const phrase = (ratio: number): Sound => [
        mix(
          ...[76, 83, 79, 88].map((note, index) => ({
            signal: bell(3 - index * 0.25, note, ratio),
            gain: 0.6,
            at: index * 0.4,
          })),
        ),
      ]
      return { 'bell-ratio-3': phrase(3), 'bell-ratio-3-5': phrase(3.5) }
    },
  },
  {
    article: 'wavetable-bass-from-scratch',
    seconds: 4,
    sounds: () => ({
      'bass-filter-still': [bassLine(260)],
      'bass-filter-moving': [bassLine((time) => 180 + 1700 * decay(time, 0.16))],
    }),
  },
  {
    article: 'mid-side-low-end',
    seconds: 4,
    sounds() {
      const low = (steps: ReadonlyArray<number>) => pattern(120, { sound: bassNote(0.48, 33, 500), steps })
      const air = (seed: string) => shape(filter(noise(4, seededRandom(seed)), 'bandpass', 6000, 0.6), () => 0.08)
      const side = (steps: ReadonlyArray<number>, seed: string) => mix({ signal: low(steps) }, { signal: air(seed) })
      const wide = [side([0, 8, 16, 24], 'left'), side([4, 12, 20, 28], 'right')] as const
      const longest = Math.max(wide[0].length, wide[1].length)
      const even = wide.map((signal) => mix({ signal }, { signal: new Float64Array(longest) })) as [Signal, Signal]
      return { 'low-end-wide': even, 'low-end-mono-below-120': monoBelow(even, 120) }
    },
  },
  {
    article: 'groove-pool-swing',
    seconds: 4,
    sounds() {
      const beat = (percent: number): Sound => [
        pattern(
          120,
          { sound: kick(), steps: [0, 8, 16, 24], gain: 0.9 },
          { sound: snare(), steps: [4, 12, 20, 28], gain: 0.6 },
          { sound: hat(), steps: swung(percent), gain: 0.6 },
        ),
      ]
      return { 'groove-straight': beat(50), 'groove-swing-62': beat(62) }
    },
  },
  {
    article: 'drift-analog-pads',
    seconds: 5,
    sounds: () => ({ 'pad-still': [pad('still', 0)], 'pad-drifting': [pad('drift', 11)] }),
  },
  {
    article: 'warp-modes',
    seconds: 4.8,
    sounds() {
      const loop = drums(120)
      return { 'warp-re-pitch': [repitch(loop, 100 / 120)], 'warp-beats': [stretchSlices(loop, 0.125, 100 / 120)] }
    },
  },
  {
    article: 'loudness-without-regret',
    seconds: 4,
    sounds() {
      const song = mix(
        { signal: drums(120) },
        { signal: bassLine(400), gain: 0.35 },
        { signal: chord(4, minor, 1400, 3), gain: 0.25 },
      )
      return { 'master-untouched': [song], 'master-pushed-12-db': [limit(song, 4, 1)] }
    },
  },
]
