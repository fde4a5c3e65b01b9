import { encodeMidi, type MidiTrack, type Note, pitchOf } from '../midi.ts'
import type { Pack } from '../pack.ts'

interface Clip {
  name: string
  /** Loop length in sixteenths. */
  steps: number
  /** 'x' a hit, 'X' an accent, '.' a rest; or, for a melody, note names and '.' with a space between. */
  pattern: string
  /** For a pattern of hits: the drum's pitch. */
  drum?: string
  /** A note's length in sixteenths. */
  length?: number
}

/** Drum pitches lie where a Drum Rack has kick, rim, snare and hats by General MIDI. All melodies are in C minor pentatonic. */
const clips: Array<Clip> = [
  { name: 'Kick Four On The Floor', steps: 16, drum: 'C1', pattern: 'X...X...X...X...' },
  { name: 'Clap Backbeat', steps: 16, drum: 'D#1', pattern: '....X.......X...' },
  { name: 'Hat Fives', steps: 5, drum: 'F#1', pattern: 'X.x.x' },
  { name: 'Hat Sevens', steps: 7, drum: 'F#1', pattern: 'X.xx.x.' },
  { name: 'Rim Threes', steps: 3, drum: 'C#1', pattern: 'X..' },
  { name: 'Rim Elevens', steps: 11, drum: 'C#1', pattern: 'x..X..x.x..' },
  { name: 'Open Hat Thirteens', steps: 13, drum: 'A#1', pattern: '..X.......x..' },
  { name: 'Tom Nines', steps: 9, drum: 'A1', pattern: 'X....x.x.' },
  { name: 'Bass Sevens', steps: 14, length: 1.5, pattern: 'C1 . . C1 . Eb1 . F1 . . C1 . Bb0 .' },
  { name: 'Bass Fives', steps: 10, length: 1.5, pattern: 'C1 . C1 . . G0 . Bb0 . .' },
  { name: 'Bell Fives', steps: 10, length: 1.5, pattern: 'G3 . C4 . Eb4 . . Bb3 . .' },
  { name: 'Bell Elevens', steps: 22, length: 2, pattern: 'C4 . . Eb4 . . G4 . . . F4 . . C4 . . . Bb3 . G3 . .' },
  { name: 'Arp Threes', steps: 6, length: 0.8, pattern: 'C3 Eb3 G3 Bb3 G3 Eb3' },
  { name: 'Pluck Nines', steps: 9, length: 0.8, pattern: 'C3 . G3 . F3 . . Eb3 .' },
]

export const polymeterTempo = 124

function notesOf(clip: Clip): Array<Note> {
  const length = (clip.length ?? 0.5) / 4
  const cells = clip.drum ? [...clip.pattern] : clip.pattern.split(' ')
  if (cells.length !== clip.steps) throw new Error(`${clip.name} has ${cells.length} of ${clip.steps} steps`)
  return cells.flatMap((cell, step) => {
    if (cell === '.') return []
    const velocity = clip.drum ? (cell === 'X' ? 110 : 78) : step === 0 ? 108 : 88 + (step % 3) * 4
    return [{ pitch: pitchOf(clip.drum ?? cell), start: step / 4, length, velocity }]
  })
}

/** A loop length as Live's clip view shows it: bars, beats and sixteenths of 4/4. */
function loopLength(steps: number): string {
  return `${Math.floor(steps / 16)}.${Math.floor((steps % 16) / 4)}.${steps % 4}`
}

/** The clips side by side, each repeated until all come together again. */
export function fullCycle(names: Array<string>): { beats: number; tracks: Array<MidiTrack> } {
  const chosen = clips.filter((clip) => names.includes(clip.name))
  const steps = chosen.map((clip) => clip.steps).reduce(leastCommonMultiple)
  const tracks = chosen.map((clip) => ({
    name: clip.name,
    notes: Array.from({ length: steps / clip.steps }, (_, round) =>
      notesOf(clip).map((note) => ({ ...note, start: note.start + (round * clip.steps) / 4 })),
    ).flat(),
  }))
  return { beats: steps / 4, tracks }
}

function leastCommonMultiple(a: number, b: number): number {
  const divisor = (x: number, y: number): number => (y === 0 ? x : divisor(y, x % y))
  return (a * b) / divisor(a, b)
}

const listing = clips
  .map((clip) => `  ${clip.name.padEnd(24)}${`${clip.steps}/16`.padEnd(8)}${loopLength(clip.steps)}`)
  .join('\n')

export const polymeter: Pack = {
  slug: 'polymeter-midi-clips',
  title: 'Polymeter MIDI Clips',
  readme: `
POLYMETER MIDI CLIPS
Fourteen short clips of unequal length that share one sixteenth grid. Let them loop and they drift apart and meet again.
124 BPM is a suggestion; clips follow your Set. Melodies are in C minor pentatonic, so any of them fit together.

  CLIP                    LENGTH  LOOP LENGTH IN LIVE
${listing}

In Ableton Live 11 or 12
1. Leave the Set in 4/4. Drag each clip into a slot of its own MIDI track, all in one scene.
2. Look at Length under Loop in the clip view. It has to read what the table says; type it in when it does not.
   That one setting is the whole trick.
3. Launch the scene. Hat Fives against Kick Four On The Floor meet again after 5 bars; add Bass Sevens and it takes 35.
4. Drums: pitches follow General MIDI, so they fit most Drum Rack kits (C1 kick, D#1 clap, F#1 closed hat).
5. Set Launch Quantization to 1/16 and restart one clip by hand to shift it against the rest.

"Full Cycle 5 7 16" (type 1) has kick, hats in five and bass in seven written out over their 35 bars: drag it below the
last track to get a track for each.

Any DAW opens them. Note names in this text follow Live's numbering, where C3 is MIDI note 60.
`,
  files: () => [
    ...clips.map((clip) => ({
      path: `Clips/${clip.name} ${clip.steps}-16.mid`,
      bytes: encodeMidi({
        tempo: polymeterTempo,
        beats: clip.steps / 4,
        tracks: [{ name: clip.name, notes: notesOf(clip) }],
      }),
    })),
    {
      path: 'Songs/Full Cycle 5 7 16.mid',
      bytes: encodeMidi({
        tempo: polymeterTempo,
        ...fullCycle(['Kick Four On The Floor', 'Hat Fives', 'Bass Sevens']),
      }),
    },
  ],
}
