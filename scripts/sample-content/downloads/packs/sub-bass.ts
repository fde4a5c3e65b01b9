import type { Pack } from '../pack.ts'
import { saturate } from '../signal/color.ts'
import { filter } from '../signal/filter.ts'
import { finish } from '../signal/finish.ts'
import { attack, decay, mix, release, type Signal, shape, sine } from '../signal/synth.ts'
import { encodeWav } from '../wav.ts'

/** C1 in Live's naming (MIDI note 36). */
const root = 440 * 2 ** ((36 - 69) / 12)

/** The root, bent upwards by `octaves` at the start. */
function falling(seconds: number, octaves: number, fall: number): Signal {
  return sine(seconds, (time) => root * 2 ** (octaves * decay(time, fall)))
}

/** A held note: quick rounded start, level, rounded end. */
function held(signal: Signal, seconds: number, rise = 0.006, end = 0.12): Signal {
  return shape(signal, (time) => attack(time, rise) * release(time, seconds, end))
}

const steady = (seconds: number, multiple = 1) => sine(seconds, () => root * multiple)

const sounds: Record<string, () => Signal> = {
  'Sub 01 Clean Sine C1': () => held(steady(1.2), 1.2),
  'Sub 02 Soft Knock C1': () => shape(falling(1.1, 1, 0.016), (time) => attack(time, 0.002) * decay(time, 0.28)),
  'Sub 03 Long Boom C1': () =>
    saturate(
      shape(falling(2, 2, 0.011), (time) => attack(time, 0.0015) * decay(time, 0.5)),
      1.6,
    ),
  'Sub 04 Short Round C1': () => shape(falling(0.5, 0.5, 0.012), (time) => attack(time, 0.003) * decay(time, 0.085)),
  'Sub 05 Warm Tape C1': () => held(saturate(steady(1.2), 2.2, 0.3), 1.2, 0.008),
  'Sub 06 Three Tones C1': () =>
    held(
      mix(
        { signal: steady(1.2) },
        { signal: shape(steady(1.2, 2), (time) => decay(time, 0.5)), gain: 0.25 },
        { signal: shape(steady(1.2, 3), (time) => decay(time, 0.22)), gain: 0.12 },
      ),
      1.2,
    ),
  'Sub 07 Breathing C1': () => {
    const tones = mix(
      { signal: sine(1.6, () => root), gain: 0.75 },
      { signal: sine(1.6, () => root + 0.9), gain: 0.25 },
    )
    return held(tones, 1.6, 0.01, 0.25)
  },
  'Sub 08 FM Growl C1': () =>
    held(
      filter(
        sine(
          1.1,
          () => root,
          (time) => (0.5 + 1.3 * decay(time, 0.18)) * Math.sin(2 * Math.PI * root * time),
        ),
        'lowpass',
        700,
      ),
      1.1,
    ),
  'Sub 09 Filter Pluck C1': () =>
    shape(
      filter(
        mix(...Array.from({ length: 14 }, (_, index) => ({ signal: steady(1, index + 1), gain: 1 / (index + 1) }))),
        'lowpass',
        (time) => 90 + 850 * decay(time, 0.07),
        0.9,
      ),
      (time) => attack(time, 0.002) * decay(time, 0.24),
    ),
  'Sub 10 Octave Dive C1': () =>
    held(
      sine(1.5, (time) => root * 2 ** -(time < 0.5 ? 0 : attack(time - 0.5, 0.9))),
      1.5,
      0.006,
      0.3,
    ),
}

export const subBass: Pack = {
  slug: 'sub-bass-one-shots',
  title: 'Sub Bass One-Shots',
  readme: `
SUB BASS ONE-SHOTS
Ten sub basses: clean, knocking, warm, growling. 48 kHz, 24 bit, mono, peak at -1 dBFS.
All play C1 at 65.4 Hz (Live's numbering, MIDI note 36), so any of them can replace another without retuning.

In Ableton Live 11 or 12
1. Unzip and drag a file onto an empty MIDI track: Live loads it into Simpler, and C3 plays it at its own pitch (C1).
   Play D3 for a D, and so on. Most systems carry notes down to about F0 (43.7 Hz), seven keys below.
2. Simpler in Classic mode, Voices 1: a new note cuts the old one, and the low end stays one tone. Glide at 40-60 ms
   slides between notes that overlap.
3. Keep the sub mono: Utility after it, Bass Mono on at 120 Hz.
4. "Sub 03 Long Boom" wants One-Shot mode set to Gate instead of Trigger: the note's length then decides how long it
   rings.
5. On small speakers only harmonics are heard. Add Saturator, Soft Clip on, Drive 3-6 dB, and lower its Output by the
   same amount, or choose 05, 06, 08 or 09, which carry harmonics already.

For any other sampler or DAW these are plain WAV files: drag them in and set the root key to MIDI note 36.
`,
  files: () =>
    Object.entries(sounds).map(([name, make]) => ({
      path: `${name}.wav`,
      bytes: encodeWav(finish(make(), { fadeIn: 0.001, fadeOut: 0.03, floor: 12 })),
    })),
}
