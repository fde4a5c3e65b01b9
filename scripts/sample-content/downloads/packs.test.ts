import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zipPack } from './pack.ts'
import { packs } from './packs.ts'
import { measure } from './signal/measure.ts'
import { encodeWav } from './wav.ts'

const files = packs.flatMap((pack) => pack.files().map((file) => ({ ...file, name: `${pack.slug}/${file.path}` })))
const waves = files.filter((file) => file.name.endsWith('.wav'))
const midis = files.filter((file) => file.name.endsWith('.mid'))

test('there are WAV and MIDI files, and nothing else', () => {
  expect(waves.length).toBeGreaterThanOrEqual(30)
  expect(midis.length).toBeGreaterThanOrEqual(40)
  expect(waves.length + midis.length).toBe(files.length)
  expect(new Set(files.map((file) => file.name)).size).toBe(files.length)
})

test.each(packs)('$slug is the same zip every time, small, and in one folder with its license', (pack) => {
  const zip = zipPack(pack)
  expect(Buffer.from(zip).equals(zipPack(pack))).toBe(true)
  expect(zip.length).toBeLessThan(2_000_000)
  const names = Object.keys(unzipSync(zip))
  expect(names).toContain(`Session Notes - ${pack.title}/README.txt`)
  expect(names).toContain(`Session Notes - ${pack.title}/LICENSE.txt`)
  expect(names.filter((name) => !name.startsWith(`Session Notes - ${pack.title}/`))).toEqual([])
  expect(names.filter((name) => /[<>:"\\|?*]/.test(name))).toEqual([])
})

test.each(packs)('the README of $slug is plain ASCII text that fits a narrow window', ({ readme }) => {
  expect(readme).not.toMatch(/[^\n\x20-\x7e]/)
  expect(readme.split('\n').filter((line) => line.length > 120)).toEqual([])
})

test.each(waves)(
  '$name is 24-bit mono at 48 kHz, peaks at -1 dBFS, has no offset and starts and ends in silence',
  (file) => {
    const samples = readWav(file.bytes)
    const { peak, rms, offset, seconds } = measure(samples)
    expect(peak).toBeCloseTo(-1, 3)
    expect(Math.abs(offset)).toBeLessThan(0.001)
    expect(rms).toBeGreaterThan(-30)
    expect(seconds).toBeLessThan(2.5)
    expect(Math.abs(samples[0]!)).toBeLessThan(0.001)
    expect(Math.abs(samples.at(-1)!)).toBeLessThan(0.001)
  },
)

test.each([
  ['Kick', 30, 120],
  ['Snare', 600, 4000],
  ['Clap', 900, 4000],
  ['Hat', 7000, 13_000],
  ['Shaker', 5000, 10_000],
  ['Tom', 70, 250],
  ['Sub', 45, 110],
])('the spectral centroid of every %s is between %i and %i Hz', (kind, low, high) => {
  const found = waves.filter((file) => file.name.includes(`/${kind}`))
  expect(found).not.toEqual([])
  for (const file of found) {
    const { centroid } = measure(readWav(file.bytes))
    expect(centroid, file.name).toBeGreaterThan(low)
    expect(centroid, file.name).toBeLessThan(high)
  }
})

test.each(waves.filter((file) => / C\d\.wav$/.test(file.name)))('$name sounds the C that it names', (file) => {
  const octave = Number(/ C(\d)\.wav$/.exec(file.name)![1])
  const named = 440 * 2 ** (((octave + 2) * 12 - 69) / 12)
  const cents = 1200 * Math.log2(measure(readWav(file.bytes)).strongest / named)
  expect(Math.abs(cents)).toBeLessThan(file.name.includes('Dive') ? 20 : 8)
})

test.each(midis)('$name is a standard MIDI file whose notes all end within the clip', (file) => {
  const song = readMidi(file.bytes)
  expect(song.format).toBe(file.name.includes('/Songs/') ? 1 : 0)
  expect(song.tracks.every((track) => track.end === song.tracks[0]!.end)).toBe(true)
  for (const track of song.tracks.slice(song.format)) {
    expect(track.name).not.toBe('')
    expect(track.notes).not.toEqual([])
    for (const note of track.notes) {
      expect(note.end).toBeGreaterThan(note.start)
      expect(note.end).toBeLessThanOrEqual(track.end)
      expect(note.velocity).toBeGreaterThan(0)
      expect(note.velocity).toBeLessThan(128)
    }
  }
})

test('a polymeter clip is as long as its name says', () => {
  for (const file of midis.filter(({ name }) => /-16\.mid$/.test(name))) {
    const { tracks, ticks } = readMidi(file.bytes)
    expect(tracks[0]!.end / (ticks / 4), file.name).toBe(Number(/ (\d+)-16\.mid$/.exec(file.name)![1]))
  }
})

test('a dub progression is four bars long', () => {
  for (const file of midis.filter(({ name }) => name.startsWith('dub'))) {
    const { tracks, ticks } = readMidi(file.bytes)
    expect(tracks[0]!.end / ticks, file.name).toBe(16)
  }
})

test('a signal beyond full scale is refused instead of wrapped around', () => {
  expect(() => encodeWav(Float64Array.of(0, 1.5))).toThrow('Sample 1 is 1.5, beyond full scale')
})

/** Reads a WAV file chunk by chunk; fails on anything but the format of the packs. */
function readWav(bytes: Uint8Array): Float64Array {
  const data = Buffer.from(bytes)
  expect(data.toString('latin1', 0, 4) + data.toString('latin1', 8, 12)).toBe('RIFFWAVE')
  expect(data.readUInt32LE(4)).toBe(data.length - 8)
  let samples = new Float64Array()
  for (let at = 12; at < data.length; ) {
    const id = data.toString('latin1', at, at + 4)
    const size = data.readUInt32LE(at + 4)
    const body = data.subarray(at + 8, at + 8 + size)
    expect(body.length).toBe(size)
    if (id === 'fmt ') {
      const fields = [body.readUInt16LE(0), body.readUInt16LE(2), body.readUInt32LE(4), body.readUInt32LE(8)]
      expect([...fields, body.readUInt16LE(12), body.readUInt16LE(14)]).toEqual([1, 1, 48_000, 144_000, 3, 24])
    }
    if (id === 'data')
      samples = Float64Array.from({ length: size / 3 }, (_, index) => body.readIntLE(index * 3, 3) / 8_388_607)
    at += 8 + size + (size % 2)
  }
  expect(samples.length).toBeGreaterThan(0)
  return samples
}

interface ReadTrack {
  name: string
  end: number
  notes: Array<{ pitch: number; velocity: number; start: number; end: number }>
}

/** Reads a standard MIDI file, including running status; fails on a note without an end and on trailing bytes. */
function readMidi(bytes: Uint8Array): { format: number; ticks: number; tracks: Array<ReadTrack> } {
  const data = Buffer.from(bytes)
  expect(data.toString('latin1', 0, 4)).toBe('MThd')
  expect(data.readUInt32BE(4)).toBe(6)
  const [format, count, ticks] = [data.readUInt16BE(8), data.readUInt16BE(10), data.readUInt16BE(12)]
  const tracks: Array<ReadTrack> = []
  let at = 14
  while (at < data.length) {
    expect(data.toString('latin1', at, at + 4)).toBe('MTrk')
    const end = at + 8 + data.readUInt32BE(at + 4)
    tracks.push(readTrack(data.subarray(at + 8, end)))
    at = end
  }
  expect(at).toBe(data.length)
  expect(tracks.length).toBe(count)
  return { format, ticks, tracks }
}

function readTrack(data: Buffer): ReadTrack {
  const track: ReadTrack = { name: '', end: -1, notes: [] }
  const sounding = new Map<number, ReadTrack['notes'][number]>()
  let at = 0
  let tick = 0
  let status = 0
  const number = () => {
    let value = 0
    for (;;) {
      const byte = data.readUInt8(at++)
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
  }
  while (at < data.length) {
    expect(track.end).toBe(-1)
    tick += number()
    if (data.readUInt8(at) >= 0x80) status = data.readUInt8(at++)
    if (status === 0xff) {
      const type = data.readUInt8(at++)
      const length = number()
      const body = data.subarray(at, at + length)
      at += length
      if (type === 0x03) track.name = body.toString('utf8')
      if (type === 0x2f) track.end = tick
      continue
    }
    const [pitch, velocity] = [data.readUInt8(at), data.readUInt8(at + 1)]
    at += 2
    const started = sounding.get(pitch)
    expect(status >> 4 === 9 || started !== undefined).toBe(true)
    if (started) started.end = tick
    sounding.delete(pitch)
    if (status >> 4 === 9) {
      expect(started).toBeUndefined()
      const note = { pitch, velocity, start: tick, end: -1 }
      sounding.set(pitch, note)
      track.notes.push(note)
    }
  }
  expect(sounding.size).toBe(0)
  expect(track.end).toBeGreaterThan(0)
  return track
}
