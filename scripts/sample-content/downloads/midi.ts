/** A note; `start` and `length` in quarter notes, `pitch` and `velocity` as MIDI numbers. */
export interface Note {
  pitch: number
  start: number
  length: number
  velocity: number
}

export interface MidiTrack {
  name: string
  notes: Array<Note>
}

export interface MidiSong {
  tempo: number
  /** Where every track ends, in quarter notes: a clip's loop length. */
  beats: number
  tracks: Array<MidiTrack>
}

/** Ticks in a quarter note. Divides by 2, 3, 5 and 16, so that no position of the packs is rounded. */
const ticksPerBeat = 480

interface Event {
  tick: number
  /** Among events of one tick: settings, then note ends, then note starts, so that a repeated note is not cut. */
  order: number
  bytes: Array<number>
}

/** A standard MIDI file: type 0 for a song of one track, else type 1 with tempo and meter in a track of their own. */
export function encodeMidi(song: MidiSong): Uint8Array {
  const settings = [
    meta(0x51, bigEndian(Math.round(60_000_000 / song.tempo), 3)),
    // 4/4, a metronome click each quarter note, eight 32nds in a quarter.
    meta(0x58, [4, 2, 24, 8]),
  ]
  const [only, ...others] = song.tracks
  const chunks =
    only && others.length === 0
      ? [trackChunk([name(only.name), ...settings], only.notes, song.beats)]
      : [
          trackChunk(settings, [], song.beats),
          ...song.tracks.map((t) => trackChunk([name(t.name)], t.notes, song.beats)),
        ]
  const header = chunk('MThd', [
    ...bigEndian(chunks.length > 1 ? 1 : 0, 2),
    ...bigEndian(chunks.length, 2),
    ...bigEndian(ticksPerBeat, 2),
  ])
  return Uint8Array.from([...header, ...chunks.flat()])
}

/** A number in MIDI's variable length: seven bits a byte, the top bit set on all but the last. */
export function variableLength(value: number): Array<number> {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}

/** The MIDI number of a note in Live's naming, where C3 is 60: 'Eb2', 'F#3'. */
export function pitchOf(noteName: string): number {
  const match = /^([A-G])([#b]?)(-?\d)$/.exec(noteName)
  if (!match) throw new Error(`'${noteName}' is not a note name`)
  const [, letter, accidental, octave] = match
  const semitone = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }[letter as 'C']
  return semitone + (accidental === '#' ? 1 : accidental === 'b' ? -1 : 0) + (Number(octave) + 2) * 12
}

function trackChunk(opening: Array<Array<number>>, notes: Array<Note>, beats: number): Array<number> {
  const end = tickOf(beats)
  const events: Array<Event> = [
    ...opening.map((bytes) => ({ tick: 0, order: 0, bytes })),
    ...notes.flatMap(({ pitch, start, length, velocity }) => [
      { tick: Math.min(tickOf(start + length), end), order: 1, bytes: [0x80, pitch, 64] },
      { tick: tickOf(start), order: 2, bytes: [0x90, pitch, velocity] },
    ]),
    { tick: end, order: 3, bytes: meta(0x2f, []) },
  ]
  events.sort((a, b) => a.tick - b.tick || a.order - b.order)
  let tick = 0
  const body = events.flatMap((event) => {
    const delta = event.tick - tick
    tick = event.tick
    return [...variableLength(delta), ...event.bytes]
  })
  return chunk('MTrk', body)
}

function tickOf(beats: number): number {
  return Math.round(beats * ticksPerBeat)
}

function name(text: string): Array<number> {
  return meta(0x03, [...new TextEncoder().encode(text)])
}

function meta(type: number, data: Array<number>): Array<number> {
  return [0xff, type, ...variableLength(data.length), ...data]
}

function chunk(type: string, data: Array<number>): Array<number> {
  return [...new TextEncoder().encode(type), ...bigEndian(data.length, 4), ...data]
}

function bigEndian(value: number, length: number): Array<number> {
  return Array.from({ length }, (_, index) => (value >> (8 * (length - 1 - index))) & 0xff)
}
