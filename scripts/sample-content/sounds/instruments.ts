import { saturate } from '../downloads/signal/color.ts'
import { filter } from '../downloads/signal/filter.ts'
import { seededRandom } from '../downloads/signal/random.ts'
import { attack, decay, mix, noise, release, render, type Signal, shape, sine } from '../downloads/signal/synth.ts'

/** The frequency of a MIDI note. */
export const hertz = (note: number): number => 440 * 2 ** ((note - 69) / 12)

export function kick(): Signal {
  const body = sine(0.35, (time) => 48 + 180 * decay(time, 0.018))
  const click = filter(noise(0.02, seededRandom('click')), 'highpass', 2500)
  return mix(
    { signal: shape(body, (time) => decay(time, 0.11) * attack(time, 0.0005)) },
    { signal: shape(click, (time) => decay(time, 0.003)), gain: 0.25 },
  )
}

export function snare(): Signal {
  const rattle = filter(noise(0.3, seededRandom('snare')), 'bandpass', 3200, 0.5)
  const shell = sine(0.2, (time) => 185 + 60 * decay(time, 0.012))
  return mix(
    { signal: shape(rattle, (time) => decay(time, 0.075)), gain: 1.1 },
    { signal: shape(shell, (time) => decay(time, 0.05)), gain: 0.6 },
  )
}

export function hat(length = 0.03): Signal {
  const bright = filter(noise(length * 6, seededRandom('hat')), 'highpass', 7500)
  return shape(bright, (time) => 0.5 * decay(time, length))
}

/** A saw without the partials that would fold back. */
export function saw(seconds: number, frequency: number, detune: (time: number) => number = () => 1): Signal {
  const partials = Math.min(60, Math.floor(18_000 / frequency))
  let phase = 0
  return render(seconds, (time) => {
    phase += (2 * Math.PI * frequency * detune(time)) / 48_000
    let value = 0
    for (let number = 1; number <= partials; number += 1) value += Math.sin(phase * number) / number
    return value * 0.55
  })
}

/** A note of a bass: a saw and a sine an octave below, with a level that holds and ends softly. */
export function bassNote(seconds: number, note: number, cutoff: number | ((time: number) => number)): Signal {
  const voice = filter(saw(seconds, hertz(note)), 'lowpass', cutoff, 1.6)
  const sub = sine(seconds, () => hertz(note - 12))
  const level = (time: number) => attack(time, 0.004) * release(time, seconds, 0.03)
  return shape(mix({ signal: voice, gain: 0.7 }, { signal: sub, gain: 0.5 }), level)
}

/** Notes that begin and end together. */
export function chord(seconds: number, notes: ReadonlyArray<number>, cutoff: number, fall = 0.4): Signal {
  const voices = notes.map((note) => ({ signal: saw(seconds, hertz(note)), gain: 0.3 }))
  return shape(
    filter(mix(...voices), 'lowpass', cutoff),
    (time) => attack(time, 0.003) * decay(time, fall) * release(time, seconds, 0.02),
  )
}

/** A bell of frequency modulation: the modulator has `ratio` times the frequency of the carrier. */
export function bell(seconds: number, note: number, ratio: number): Signal {
  const frequency = hertz(note)
  const modulator = (time: number) => 2.4 * decay(time, 0.5) * Math.sin(2 * Math.PI * frequency * ratio * time)
  return shape(
    sine(seconds, () => frequency, modulator),
    (time) => 0.6 * attack(time, 0.002) * decay(time, 0.9),
  )
}

/** Sounds on a grid: each step is a position in sixteenths. */
export function pattern(
  bpm: number,
  ...parts: ReadonlyArray<{ sound: Signal; steps: ReadonlyArray<number>; gain?: number }>
): Signal {
  const sixteenth = 15 / bpm
  return mix(
    ...parts.flatMap(({ sound, steps, gain = 1 }) =>
      steps.map((step) => ({ signal: sound, gain, at: step * sixteenth })),
    ),
  )
}

/** Two bars of drums. */
export function drums(bpm: number): Signal {
  return pattern(
    bpm,
    { sound: kick(), steps: [0, 7, 10, 16, 23, 26] },
    { sound: snare(), steps: [4, 12, 20, 28], gain: 0.7 },
    { sound: hat(), steps: Array.from({ length: 16 }, (_, at) => at * 2), gain: 0.5 },
  )
}

/** A saturated, low-passed copy for putting under the dry sound. */
export const crushed = (signal: Signal): Signal => filter(saturate(filter(signal, 'highpass', 120), 9), 'lowpass', 6000)
