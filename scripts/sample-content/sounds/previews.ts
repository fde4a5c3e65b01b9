import type { Note } from '../downloads/midi.ts'
import type { Pack } from '../downloads/pack.ts'
import { dubTracks } from '../downloads/packs/dub-chords.ts'
import { dustyDrums } from '../downloads/packs/dusty-drums.ts'
import { glassFm } from '../downloads/packs/glass-fm.ts'
import { fullCycle, polymeterTempo } from '../downloads/packs/polymeter.ts'
import { subBass } from '../downloads/packs/sub-bass.ts'
import { mix, type Signal } from '../downloads/signal/synth.ts'
import { decodeWav } from '../downloads/wav.ts'
import { echoes } from './effects.ts'
import { bassNote, bell, chord, hat, kick, pattern } from './instruments.ts'
import type { Comparison, Sound } from './pairs.ts'

/** The one-shots of a pack by their names, as they are in its files. */
function oneShots(pack: Pack): Map<string, Signal> {
  return new Map(pack.files().map(({ path, bytes }) => [path.replace(/\.wav$/, ''), decodeWav(bytes)]))
}

function shotsOf(pack: Pack) {
  const shots = oneShots(pack)
  return (name: string): Signal => {
    const shot = shots.get(name)
    if (!shot) throw new Error(`${pack.title} has no ${name}`)
    return shot
  }
}

/** Every sound of a pack, one after the other. */
const inTurn = (pack: Pack, seconds: number): Sound => [
  mix(...[...oneShots(pack).values()].map((signal, index) => ({ signal, at: index * seconds }))),
]

/** The notes of a clip that begin in the first `seconds`, each played by an instrument. */
function played(
  notes: ReadonlyArray<Note>,
  { tempo, seconds, voice }: { tempo: number; seconds: number; voice: (note: Note, seconds: number) => Signal },
): Signal {
  const beat = 60 / tempo
  const within = notes.filter(({ start }) => start * beat < seconds)
  return mix(
    ...within.map((note) => ({
      signal: voice(note, note.length * beat),
      gain: note.velocity / 127,
      at: note.start * beat,
    })),
  )
}

/** What the packs sound like: one-shots are those in the files, clips are their notes on the instruments of the articles. */
export const previews: ReadonlyArray<Omit<Comparison, 'article'>> = [
  {
    seconds: 5.3,
    sounds() {
      const shot = shotsOf(dustyDrums)
      const beat = pattern(
        92,
        { sound: shot('Kick 01 Round'), steps: [0, 7, 10, 16, 23, 26] },
        { sound: shot('Snare 01 Brushed'), steps: [4, 20], gain: 0.8 },
        { sound: shot('Snare 02 Paper'), steps: [12, 28], gain: 0.8 },
        { sound: shot('Hat 01 Closed'), steps: [0, 2, 4, 6, 8, 10, 12, 16, 18, 20, 22, 24, 26, 28], gain: 0.35 },
        { sound: shot('Hat 03 Open'), steps: [14, 30], gain: 0.3 },
        { sound: shot('Rim 01 Tight'), steps: [3, 19, 25], gain: 0.5 },
        { sound: shot('Shaker 01 Sand'), steps: [1, 5, 9, 13, 17, 21, 25, 29], gain: 0.25 },
        { sound: shot('Tom 01 Low'), steps: [29, 31], gain: 0.5 },
        { sound: shot('Dust 01 Vinyl'), steps: [0, 12, 24], gain: 0.15 },
      )
      return { 'preview-dusty-drum-one-shots': [beat] }
    },
  },
  { seconds: 9.5, sounds: () => ({ 'preview-glass-fm-hits': inTurn(glassFm, 1) }) },
  { seconds: 8, sounds: () => ({ 'preview-sub-bass-one-shots': inTurn(subBass, 0.75) }) },
  {
    seconds: 9,
    sounds() {
      const { tempo, tracks } = dubTracks('Fm9 Ebm9')
      const notesOf = (part: string) => tracks.find(({ name }) => name.endsWith(part))?.notes ?? []
      const clip = { tempo, seconds: 8 }
      const stab = played(notesOf('Stab'), { ...clip, voice: ({ pitch }) => chord(0.4, [pitch], 1600, 0.16) })
      const bass = played(notesOf('Bass'), { ...clip, voice: ({ pitch }, length) => bassNote(length, pitch, 400) })
      return {
        'preview-dub-chord-midi-pack': [
          mix({ signal: stab }, { signal: echoes(stab, 45 / tempo, 0.6, 6), gain: 0.8 }, { signal: bass, gain: 0.45 }),
        ],
      }
    },
  },
  {
    seconds: 9.7,
    sounds() {
      const clip = { tempo: polymeterTempo, seconds: 9.6 }
      const { tracks } = fullCycle(['Kick Four On The Floor', 'Hat Fives', 'Bass Sevens', 'Bell Elevens'])
      const [kicks = [], hats = [], bass = [], bells = []] = tracks.map(({ notes }) => notes)
      return {
        'preview-polymeter-midi-clips': [
          mix(
            { signal: played(kicks, { ...clip, voice: () => kick() }), gain: 0.9 },
            { signal: played(hats, { ...clip, voice: () => hat() }), gain: 0.5 },
            {
              signal: played(bass, { ...clip, voice: ({ pitch }, length) => bassNote(length, pitch, 500) }),
              gain: 0.5,
            },
            { signal: played(bells, { ...clip, voice: ({ pitch }) => bell(0.9, pitch, 3) }), gain: 0.35 },
          ),
        ],
      }
    },
  },
]
