import { encodeMidi, type MidiTrack, type Note, pitchOf } from '../midi.ts'
import type { Pack, PackFile } from '../pack.ts'
import { seededRandom } from '../signal/random.ts'

interface Chord {
  /** Space-separated notes in Live's naming, where C3 is middle C. */
  notes: string
  bass: string
  bars: number
}

/** Four bars each. Voices move by small steps, so that a delay's repeats blend instead of clashing. */
const progressions: Record<string, Array<Chord>> = {
  Am9: [{ notes: 'A2 E3 G3 B3 C4', bass: 'A0', bars: 4 }],
  'Am9 Dm9': [
    { notes: 'G2 B2 C3 E3', bass: 'A0', bars: 2 },
    { notes: 'F2 A2 C3 E3', bass: 'D1', bars: 2 },
  ],
  'Fm9 Ebm9': [
    { notes: 'F2 C3 Eb3 G3 Ab3', bass: 'F0', bars: 2 },
    { notes: 'Eb2 Bb2 Db3 F3 Gb3', bass: 'Eb0', bars: 2 },
  ],
  'Em7 F#m7': [
    { notes: 'E2 B2 D3 G3', bass: 'E0', bars: 2 },
    { notes: 'F#2 C#3 E3 A3', bass: 'F#0', bars: 2 },
  ],
  'Gm11 Cm9': [
    { notes: 'G2 D3 F3 Bb3 C4', bass: 'G0', bars: 2 },
    { notes: 'G2 D3 Eb3 Bb3', bass: 'C1', bars: 2 },
  ],
  'Dm9 Bbmaj7 Cadd9 Am7': [
    { notes: 'F2 A2 C3 E3', bass: 'D1', bars: 1 },
    { notes: 'F2 A2 Bb2 D3', bass: 'Bb0', bars: 1 },
    { notes: 'E2 G2 C3 D3', bass: 'C1', bars: 1 },
    { notes: 'E2 G2 A2 C3', bass: 'A0', bars: 1 },
  ],
}

type Hit = [beat: number, length: number, velocity: number]

/** What a bar plays; bars take turns. Space after each hit is where the delay answers. */
const rhythms: Record<string, Array<Array<Hit>>> = {
  Stab: [
    [[1.5, 0.2, 104]],
    [
      [0.75, 0.2, 84],
      [1.5, 0.2, 108],
    ],
    [[1.5, 0.2, 100]],
    [
      [1.5, 0.2, 104],
      [3.25, 0.15, 72],
    ],
  ],
  Skank: [
    [
      [0.5, 0.2, 96],
      [1.5, 0.2, 104],
      [2.5, 0.2, 94],
      [3.5, 0.2, 102],
    ],
  ],
  Pad: [[[0, 3.95, 78]]],
}

const bassLine: Array<Array<Hit>> = [
  [
    [0, 0.7, 108],
    [1.75, 0.45, 88],
    [2.5, 0.9, 100],
  ],
  [
    [0, 0.7, 106],
    [2.5, 0.45, 92],
    [3.25, 0.5, 84],
  ],
]

const beatsPerBar = 4
const tempo = 122

/** Lays chords under a rhythm. Velocities differ by a few steps between the notes of a chord, as under a hand. */
function lay(
  chords: Array<Chord>,
  bars: Array<Array<Hit>>,
  pitches: (chord: Chord) => Array<number>,
  seed: string,
): Array<Note> {
  const random = seededRandom(seed)
  const perBar = chords.flatMap((chord) => Array.from({ length: chord.bars }, () => chord))
  return perBar.flatMap((chord, bar) =>
    bars[bar % bars.length]!.flatMap(([beat, length, velocity]) =>
      pitches(chord).map((pitch) => ({
        pitch,
        start: bar * beatsPerBar + beat,
        length,
        velocity: velocity + Math.round(random() * 8 - 4),
      })),
    ),
  )
}

/** The parts of a progression. */
export function dubTracks(name: string): { tempo: number; tracks: Array<MidiTrack> } {
  const chords = progressions[name]
  if (!chords) throw new Error(`There is no progression ${name}`)
  const voices = (chord: Chord) => chord.notes.split(' ').map(pitchOf)
  const chordTracks = Object.entries(rhythms).map(
    ([rhythm, bars]): MidiTrack => ({
      name: `${name} ${rhythm}`,
      notes: lay(chords, bars, voices, `${name} ${rhythm}`),
    }),
  )
  const bass: MidiTrack = {
    name: `${name} Bass`,
    notes: lay(chords, bassLine, (chord) => [pitchOf(chord.bass)], `${name} bass`),
  }
  return { tempo, tracks: [...chordTracks, bass] }
}

function filesOf(name: string, chords: Array<Chord>): Array<PackFile> {
  const beats = chords.reduce((sum, chord) => sum + chord.bars, 0) * beatsPerBar
  const { tracks } = dubTracks(name)
  return [
    ...tracks.map((track) => ({
      path: `Clips/${track.name}.mid`,
      bytes: encodeMidi({ tempo, beats, tracks: [track] }),
    })),
    { path: `Songs/${name}.mid`, bytes: encodeMidi({ tempo, beats, tracks }) },
  ]
}

export const dubChords: Pack = {
  slug: 'dub-chord-midi-pack',
  title: 'Dub Chord MIDI Pack',
  readme: `
DUB CHORD MIDI PACK
Six chord progressions of four bars, each as Stab, Skank, Pad and Bass. 122 BPM is a suggestion; clips follow your Set.

Clips/  one clip a file (standard MIDI, type 0): drag it onto a MIDI track or into an empty clip slot.
Songs/  all four parts of a progression in one file (type 1): drag it below the last track, and Live makes a track for
        each part.

In Ableton Live 11 or 12
1. For the stab: Drift or Wavetable, saw wave, Amp Decay 250 ms, Sustain 0, low-pass at 900 Hz with some envelope.
2. Put Echo on a return track, Dry/Wet 100 %: left time dotted eighth, right time quarter, Feedback 55 %, high-pass
   300 Hz, low-pass 3 kHz. Send the stab there and raise the send on single hits only: that is a dub throw.
3. Play Stab and Pad of one progression together, Pad 12 dB lower and low-passed: the stab gets a shadow.
4. All progressions can be moved as a block: select all notes and press the arrow keys, or use the Pitch device.

Any DAW opens them. Note names in this text follow Live's numbering, where C3 is MIDI note 60.
`,
  files: () => Object.entries(progressions).flatMap(([name, chords]) => filesOf(name, chords)),
}
