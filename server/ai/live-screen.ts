import { liveDevices, liveHardware } from '#domain/text-analysis/live-devices.ts'

/** A part of Live's screen, known by the words on it. */
interface ScreenPart {
  name: string
  /** Words or phrases; `atLeast` of them have to be read. */
  signs: ReadonlyArray<string>
  atLeast: number
}

const part = (name: string, atLeast: number, signs: string): ScreenPart => ({ name, atLeast, signs: signs.split(', ') })

/** Views and panels by their own names or by what always stands on them. */
const screenParts: ReadonlyArray<ScreenPart> = [
  part('Session View', 1, 'Session View, Stop Clips'),
  part('Arrangement View', 1, 'Arrangement View, Arrangement Position, Back to Arrangement'),
  part('Clip View', 1, 'Clip View'),
  part('Clip View', 3, 'Clip, Loop, Signature, Start, End, Groove, Position, Length, Seg. BPM, Gain'),
  part('Device View', 1, 'Device View, Drop Audio Effects Here, Drop an Instrument or Sample Here'),
  part('Browser', 1, 'User Library, Current Project'),
  part(
    'Browser',
    3,
    'Collections, Categories, Sounds, Drums, Instruments, Audio Effects, MIDI Effects, Plug-ins, Samples, Packs, Places, Templates, Favorites',
  ),
  part('Mixer', 3, 'Sends, Solo, Cue, Main, Master, Post, Audio From, Audio To, MIDI From, MIDI To, Monitor, Cue Out'),
  part('Piano Roll', 1, 'Piano Roll, MIDI Note Editor'),
  part('Piano Roll', 3, 'Fold, Notes, Velocity, Chance, Transform, Generate, Scale, Highlight Scale'),
  part('Groove Pool', 1, 'Groove Pool, Global Amount'),
  part('Groove Pool', 3, 'Base, Quantize, Timing, Random, Velocity'),
  part('Warp Controls', 1, 'Seg. BPM, Complex Pro, Re-Pitch, Transient Loop Mode, Warp Marker'),
  part('Warp Controls', 2, 'Warp, Beats, Tones, Texture, Complex, Formants, Grain Size'),
  part('Macro Controls', 1, 'Macro 1, Macro 2, Macro Controls, Macro Variations'),
  part('Automation', 1, 'Automation, Automation Arm, Envelopes'),
  part('Follow Actions', 1, 'Follow Action, Follow Actions'),
  part('Control Bar', 2, 'Tap, Link, Quantization, CPU, Overdub, Metronome'),
  part(
    'Audio Settings',
    2,
    'Buffer Size, Sample Rate, Input Latency, Output Latency, Overall Latency, Driver Type, Driver Error Compensation, Audio Input Device',
  ),
  part('Export Dialog', 2, 'Rendered Track, Render as Loop, Bit Depth, Dither Options, Normalize, Encode PCM'),
  part('Return Tracks', 2, 'A Reverb, B Delay, A-Reverb, B-Delay, Returns, A Return, B Return'),
]

/** Words of music software in general: a picture with them is about our subject. */
const musicWords =
  'bpm, tempo, midi, audio, track, clip, scene, bar, beat, kick, snare, bass, drums, vocal, synth, filter, cutoff, resonance, attack, decay, sustain, release, threshold, ratio, gain, drive, dry/wet, feedback, hz, khz, db, dbfs, lufs, stereo, mono, mid, side, oscillator, lfo, reverb, delay, sample, velocity, pitch, note, notes, chord, scale, loop, warp, groove, mix, master, ms, pan, send, sends, solo, mute, waveform, transient, harmonic, frequency, macro'.split(
    ', ',
  )

export interface ScreenFindings {
  /** Devices and parts of Live's screen, devices first. */
  elements: Array<string>
  devices: Array<string>
  /** How many different words of music software were read. */
  musicWords: number
}

const deviceNames = [...liveDevices, ...liveHardware].filter(({ label }) => !label)

/** What of Live the text in a picture names. Reading makes mistakes, so names may differ by a letter or two; short ones may not. */
export function findOnScreen(lines: ReadonlyArray<string>): ScreenFindings {
  const words = lines.map((line) => line.split(/\s+/).map(letters).filter(Boolean))
  const has = (phrase: string) => words.some((line) => standsIn(line, phrase))
  const named = deviceNames.filter(({ name, aliases = [] }) => [name, ...aliases].some(has)).map(({ name }) => name)
  // 'Glue Compressor' is not also a Compressor.
  const devices = named.filter((name) => !named.some((other) => other !== name && other.includes(name)))
  const parts = screenParts.filter(({ signs, atLeast }) => signs.filter(has).length >= atLeast).map(({ name }) => name)
  const read = new Set(words.flat())
  return {
    devices,
    elements: [...new Set([...devices, ...parts])],
    musicWords: musicWords.filter((word) => read.has(letters(word))).length,
  }
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Whether the words of a line hold a phrase, read as one word because spaces are often misread. */
function standsIn(line: ReadonlyArray<string>, phrase: string): boolean {
  const wanted = letters(phrase)
  const most = phrase.split(/[\s-]/).length
  for (let at = 0; at < line.length; at += 1) {
    let joined = ''
    for (let count = 0; count < most && at + count < line.length; count += 1) {
      joined += line[at + count]
      if (Math.abs(joined.length - wanted.length) <= 2 && differsLittle(joined, wanted)) return true
    }
  }
  return false
}

function differsLittle(read: string, wanted: string): boolean {
  if (read === wanted) return true
  // Letters and digits that look alike to the reader count as equal; other mistakes only in words that stay unmistakable ('Simpler' is no 'Sampler').
  const allowed = wanted.length >= 11 ? 2 : wanted.length >= 8 ? 1 : 0
  const [one, other] = [lookalike(read), lookalike(wanted)]
  return one === other || (allowed > 0 && editDistance(one, other) <= allowed)
}

function lookalike(text: string): string {
  return text.replace(/[1i|]/g, 'l').replace(/0/g, 'o').replace(/5/g, 's').replace(/rn/g, 'm')
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const change = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[other.length] as number
}
