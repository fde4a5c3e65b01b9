import { beforeAll, expect, test } from 'vitest'
import {
  flacOf,
  m4aOf,
  mp3Of,
  mp4Box,
  riffChunk,
  tone,
  vorbisOf,
  wavOf,
} from '../../../tests/sample-sounds.ts'
import { plainSound, soundFault } from './plain-sound.ts'
import { formatOfSound } from './sound-format.ts'
import { soundTasks } from './sound-tasks.ts'

const secret = 'Secret Name'
const second = tone(1)
const sounds: Record<string, Buffer> = {
  wav: wavOf([second, second]),
  flac: flacOf(second),
  m4a: m4aOf(),
}

beforeAll(async () => {
  sounds.mp3 = await mp3Of(second, second)
  sounds.ogg = await vorbisOf(second, second)
  sounds.aac = Buffer.concat(Array.from({ length: 20 }, adtsFrame))
  sounds.opus = opusOf(Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1'))
})

function strip(bytes: Buffer) {
  const format = formatOfSound(bytes)
  return format ? plainSound(bytes, format)?.bytes : undefined
}

/** An ID3v2.4 tag with a picture that contains what looks like the start of a frame. */
function id3v2(): Buffer {
  const body = Buffer.concat([
    Buffer.from(`TPE1${secret}`),
    Buffer.from([0xff, 0xfb, 0x90, 0x64]),
    Buffer.alloc(300),
  ])
  const head = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')
  head[8] = body.length >> 7
  head[9] = body.length & 0x7f
  return Buffer.concat([head, body])
}

const id3v1 = () =>
  Buffer.concat([Buffer.from(`TAG${secret}`), Buffer.alloc(128 - 3 - secret.length)])

function apeTag(): Buffer {
  const item = Buffer.concat([Buffer.alloc(8), Buffer.from(`Artist\0${secret}`)])
  const footer = Buffer.alloc(32)
  footer.write('APETAGEX')
  footer.writeUInt32LE(item.length + 32, 12)
  return Buffer.concat([item, footer])
}

function adtsFrame(): Buffer {
  // AAC-LC at 48 kHz, two channels, 32 bytes.
  const frame = Buffer.alloc(32, 0x21)
  Buffer.from([0xff, 0xf1, 0x4c, 0x80, 32 >> 3, ((32 & 7) << 5) | 0x1f, 0xfc]).copy(frame)
  return frame
}

/** An Ogg file of one second of silence in Opus, with any comment packet. */
function opusOf(comments: Buffer): Buffer {
  const head = Buffer.from('OpusHead\x01\x02\0\0\x80\xbb\0\0\0\0\0', 'latin1')
  const silence = Buffer.from([0xfc, 0xff, 0xfe])
  const sound = Array.from({ length: 50 }, () => silence)
  return Buffer.concat([
    oggPage(0, 2, 0n, [head]),
    oggPage(1, 0, 0n, [comments]),
    oggPage(2, 4, 48_000n, sound),
  ])
}

function oggPage(
  sequence: number,
  flags: number,
  granule: bigint,
  packets: ReadonlyArray<Buffer>,
): Buffer {
  const lacing = packets.flatMap(({ length }) => [
    ...new Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ])
  const head = Buffer.alloc(27)
  head.write('OggS')
  head[5] = flags
  head.writeBigInt64LE(granule, 6)
  head.writeUInt32LE(7, 14)
  head.writeUInt32LE(sequence, 18)
  head[26] = lacing.length
  const page = Buffer.concat([head, Buffer.from(lacing), ...packets])
  let sum = 0
  for (const byte of page) {
    sum = (sum ^ (byte << 24)) >>> 0
    for (let bit = 0; bit < 8; bit += 1)
      sum = (sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1) >>> 0
  }
  page.writeUInt32LE(sum, 22)
  return page
}

test('sounds are recognised by their bytes, and nothing else is taken for one', () => {
  expect(
    Object.entries(sounds).map(([ending, bytes]) => [
      ending,
      formatOfSound(bytes),
      soundFault(`a.${ending}`, bytes),
    ]),
  ).toEqual([
    ['wav', 'wav', null],
    ['flac', 'flac', null],
    ['m4a', 'm4a', null],
    ['mp3', 'mp3', null],
    ['ogg', 'vorbis', null],
    ['aac', 'aac', null],
    ['opus', 'opus', null],
  ])
  const others = [
    '',
    'text',
    'GIF89a',
    '\xff\xd8\xff\xe0',
    '\xff\xfeU\0T\0F\0',
    'RIFF\0\0\0\0WEBP',
    'OggS',
    '\0\0\0\x18ftypheic',
  ]
  for (const other of others) expect(formatOfSound(Buffer.from(other, 'latin1'))).toBeNull()
})

test.each([
  [
    'MP3 with ID3v2, ID3v1 and APE',
    'mp3',
    (bytes: Buffer) => Buffer.concat([id3v2(), bytes, apeTag(), id3v1()]),
  ],
  ['AAC with ID3v2', 'aac', (bytes: Buffer) => Buffer.concat([id3v2(), bytes])],
  [
    'WAV with LIST, id3 and bext',
    'wav',
    () =>
      wavOf(
        [second, second],
        ...['LIST', 'id3 ', 'bext', '_PMX'].map((type) =>
          riffChunk(type, Buffer.from(`INFOIART${secret}`)),
        ),
      ),
  ],
  [
    'FLAC with comments, a picture and padding',
    'flac',
    () =>
      flacOf(
        second,
        { type: 4, body: Buffer.from(secret) },
        { type: 6, body: Buffer.from(secret) },
        { type: 1, body: Buffer.alloc(50) },
      ),
  ],
  [
    'M4A with iTunes tags',
    'm4a',
    () =>
      m4aOf(
        mp4Box('udta', mp4Box('meta', Buffer.from(secret))),
        mp4Box('uuid', Buffer.from(secret)),
      ),
  ],
  [
    'Opus with comments of several pages',
    'opus',
    () => opusOf(Buffer.from(`OpusTags${secret.repeat(30)}`)),
  ],
])('an %s loses them, and its sound stays as it is', (_, ending, tagged) => {
  const source = sounds[ending]!
  const told = tagged(source)
  expect(told.includes(secret)).toBe(true)
  const plain = strip(told)!
  expect(plain.equals(strip(source)!)).toBe(true)
  expect(plain.includes(secret)).toBe(false)
  expect(strip(plain)!.equals(plain)).toBe(true)
})

test('the addresses in an M4A still lead to its chunks, and its times are gone', () => {
  const plain = strip(m4aOf(mp4Box('udta', Buffer.from(secret.repeat(9)))))!
  const table = plain.indexOf('stco') + 4
  const chunks = [0, 1, 2].map((index) => plain.readUInt32BE(table + 8 + index * 4))
  expect(chunks.map((at) => plain.toString('latin1', at, at + 5))).toEqual([
    'FIRST',
    'SECON',
    'THIRD',
  ])
  expect(plain.readUInt32BE(plain.indexOf('mvhd') + 8)).toBe(0)
  expect(plainSound(plain, 'm4a')?.duration).toBe(2)
})

test('a Vorbis file loses its comments and decodes to the same samples', async () => {
  const plain = strip(sounds.ogg!)!
  expect([sounds.ogg!.includes('Xiph.Org'), plain.includes('Xiph.Org')]).toEqual([true, false])
  const [before, after] = await Promise.all(
    [sounds.ogg!, plain].map((bytes) => soundTasks.inspectSound(bytes)),
  )
  expect(after?.facts).toEqual({ ...before?.facts, bytes: plain.length })
})

test('duration, loudness and waveform are those of the sound', async () => {
  const found = await Promise.all(
    ['wav', 'mp3', 'ogg', 'flac', 'opus', 'aac', 'm4a'].map(async (ending) => {
      const { facts, isWhole } = (await soundTasks.inspectSound(sounds[ending]!))!
      const { duration, loudness, peaks } = facts
      return [
        ending,
        isWhole,
        Math.round(duration! * 10) / 10,
        loudness && Math.round(loudness),
        peaks?.[100],
      ]
    }),
  )
  // The MP3 encoder turns down by 0.4 dB.
  expect(found).toEqual([
    ['wav', true, 1, -23, 7],
    ['mp3', true, 1.1, -23, 7],
    ['ogg', true, 1, -23, 7],
    ['flac', true, 0.9, -23, 7],
    ['opus', true, 1, null, 0],
    ['aac', true, 0.4, null, undefined],
    ['m4a', true, 2, null, undefined],
  ])
  const mono = await soundTasks.inspectSound(wavOf([second]))
  expect(mono?.facts.loudness).toBeCloseTo(-23, 0)
})

test('a sound that is cut or damaged is not whole, or no sound at all', async () => {
  const cut = await Promise.all(
    ['wav', 'ogg', 'opus', 'm4a', 'flac'].map(async (ending) => {
      const bytes = sounds[ending]!
      return (
        (await soundTasks.inspectSound(bytes.subarray(0, Math.floor(bytes.length / 2))))?.isWhole ??
        false
      )
    }),
  )
  expect(cut).toEqual([false, false, false, false, false])
  const broken = Buffer.from(sounds.ogg!)
  broken[broken.length - 20]! ^= 0xff
  expect(soundFault('a.ogg', broken)).toBe('This sound is damaged or incomplete')
  expect(soundFault('a.mp3', Buffer.from('text'))).toBe(
    'This file is named like a sound but contains none',
  )
  expect(soundFault('a.mp3', sounds.wav!)).toBe('This file is named .mp3 but contains WAV')
  for (const bytes of Object.values(sounds))
    for (let length = 60; length < 260; length += 7) strip(Buffer.from(bytes.subarray(0, length)))
})
