import { filter } from './filter.ts'
import { attack, release, type Signal, sampleRate } from './synth.ts'

/** The peak of every one-shot, as a factor: -1 dBFS, so that a player's resampling does not clip. */
const peakTarget = 10 ** (-1 / 20)

const silence = 10 ** (-72 / 20)

/**
 * The last step of every one-shot: removes rumble and offset, cuts the inaudible tail, fades against clicks, sets the peak to -1 dBFS.
 * `fadeIn` and `fadeOut` are in seconds; drums keep a short one so that their transient stays.
 */
export function finish(signal: Signal, { fadeIn = 0.0004, fadeOut = 0.04, floor = 16 } = {}): Signal {
  const clean = filter(signal, 'highpass', floor)
  const loudest = peak(clean)
  let length = clean.length
  while (length > 1 && Math.abs(clean[length - 1]!) < loudest * silence) length--
  const kept = clean.slice(0, Math.min(clean.length, length + Math.round(fadeOut * sampleRate)))
  const end = (kept.length - 1) / sampleRate
  const faded = kept.map((value, index) => {
    const time = index / sampleRate
    return value * attack(time, fadeIn) * release(time, end, fadeOut)
  })
  const gain = peakTarget / peak(faded)
  return faded.map((value) => value * gain)
}

/** The largest absolute sample. */
export function peak(signal: Signal): number {
  return signal.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
}
