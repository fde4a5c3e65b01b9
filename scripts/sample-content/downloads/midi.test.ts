import { expect, test } from 'vitest'
import { encodeMidi, pitchOf, variableLength } from './midi.ts'

test.each([
  [0, [0x00]],
  [0x40, [0x40]],
  [0x7f, [0x7f]],
  [0x80, [0x81, 0x00]],
  [0x2000, [0xc0, 0x00]],
  [0x3fff, [0xff, 0x7f]],
  [0x4000, [0x81, 0x80, 0x00]],
  [0x0fffffff, [0xff, 0xff, 0xff, 0x7f]],
])('the variable length of %i is that of the MIDI specification', (value, bytes) => {
  expect(variableLength(value)).toEqual(bytes)
})

test.each([
  ['C3', 60],
  ['C1', 36],
  ['C-2', 0],
  ['Eb2', 51],
  ['F#3', 66],
  ['A#1', 46],
])('%s is MIDI note %i in the numbering of Live', (name, pitch) => {
  expect(pitchOf(name)).toBe(pitch)
})

test('a text that is no note is refused', () => {
  expect(() => pitchOf('H3')).toThrow("'H3' is not a note name")
})

test('a note that repeats at once ends before it starts again', () => {
  const note = { pitch: 60, length: 1, velocity: 100 }
  const song = {
    tempo: 120,
    beats: 2,
    tracks: [
      {
        name: 'x',
        notes: [
          { ...note, start: 0 },
          { ...note, start: 1 },
        ],
      },
    ],
  }
  const text = Buffer.from(encodeMidi(song)).toString('hex')
  expect(text).toContain('803c40' + '00' + '903c64')
})
