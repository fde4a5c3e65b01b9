import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders'

export const sampleRate = 48_000

/** A sine of 1 kHz with a peak level in dBFS. */
export function tone(seconds: number, level = -23): Float32Array {
  const samples = new Float32Array(Math.round(seconds * sampleRate))
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = 10 ** (level / 20) * Math.sin((2 * Math.PI * 1000 * index) / sampleRate)
  return samples
}

export async function mp3Of(...channels: [Float32Array, Float32Array?]): Promise<Buffer> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate, channels: channels.length === 2 ? 2 : 1, bitrate: 64 })
  return encoded(encoder, channels)
}

export async function vorbisOf(...channels: [Float32Array, Float32Array?]): Promise<Buffer> {
  const encoder = await createOggEncoder()
  encoder.configure({ sampleRate, channels: channels.length === 2 ? 2 : 1, vbrQuality: 1 })
  return encoded(encoder, channels)
}

function encoded(
  encoder: { encode(samples: Array<Float32Array>): Uint8Array; finalize(): Uint8Array },
  channels: ReadonlyArray<Float32Array | undefined>,
): Buffer {
  // Each call reuses the bytes of the one before.
  const first = Buffer.from(encoder.encode(channels as Array<Float32Array>))
  return Buffer.concat([first, Buffer.from(encoder.finalize())])
}

/** 16-bit PCM; further chunks stand before the samples. */
export function wavOf(
  channels: ReadonlyArray<Float32Array>,
  ...chunks: ReadonlyArray<Buffer>
): Buffer {
  const [first = new Float32Array()] = channels
  const data = Buffer.alloc(first.length * channels.length * 2)
  channels.forEach((samples, channel) => {
    samples.forEach((value, index) => {
      data.writeInt16LE(Math.round(value * 32_767), (index * channels.length + channel) * 2)
    })
  })
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(channels.length, 2)
  format.writeUInt32LE(sampleRate, 4)
  format.writeUInt32LE(sampleRate * channels.length * 2, 8)
  format.writeUInt16LE(channels.length * 2, 12)
  format.writeUInt16LE(16, 14)
  const body = Buffer.concat([riffChunk('fmt ', format), ...chunks, riffChunk('data', data)])
  return Buffer.concat([riffChunk('RIFF', Buffer.concat([Buffer.from('WAVE'), body]))])
}

export function riffChunk(type: string, body: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/**
 * A FLAC of one channel (RFC 9639): frames of 4096 samples that are written out; further blocks
 * stand behind the first.
 */
export function flacOf(
  samples: Float32Array,
  ...blocks: ReadonlyArray<{ type: number; body: Buffer }>
): Buffer {
  const frames = Math.floor(samples.length / 4096)
  const info = Buffer.alloc(34)
  info.writeUInt16BE(4096, 0)
  info.writeUInt16BE(4096, 2)
  // Sample rate in 20 bits, one channel, 16 bits for a sample, and the number of samples.
  info.writeUInt32BE(sampleRate * 2 ** 12 + (15 << 4), 10)
  info.writeUInt32BE(frames * 4096, 14)
  const all = [{ type: 0, body: info }, ...blocks]
  const metadata = all.map(({ type, body }, index) => {
    const head = Buffer.alloc(4)
    head.writeUInt8(type | (index === all.length - 1 ? 0x80 : 0), 0)
    head.writeUIntBE(body.length, 1, 3)
    return Buffer.concat([head, body])
  })
  const sound = Array.from({ length: frames }, (_, at) =>
    flacFrame(at, samples.subarray(at * 4096, (at + 1) * 4096)),
  )
  return Buffer.concat([Buffer.from('fLaC'), ...metadata, ...sound])
}

function flacFrame(number: number, samples: Float32Array): Buffer {
  const head = Buffer.from([0xff, 0xf8, 0xca, 0x08, number])
  const values = Buffer.alloc(samples.length * 2)
  samples.forEach((value, index) => {
    values.writeInt16BE(Math.round(value * 32_767), index * 2)
  })
  const body = Buffer.concat([head, Buffer.from([crc(head, 0x07, 8), 2]), values])
  const sum = Buffer.alloc(2)
  sum.writeUInt16BE(crc(body, 0x8005, 16))
  return Buffer.concat([body, sum])
}

function crc(bytes: Buffer, polynomial: number, width: number): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << (width - 8)
    for (let bit = 0; bit < 8; bit += 1) {
      const carry = sum & (1 << (width - 1))
      sum = ((sum << 1) ^ (carry ? polynomial : 0)) & (2 ** width - 1)
    }
  }
  return sum
}

/** A box of the ISO base media format. */
export function mp4Box(type: string, ...parts: ReadonlyArray<Buffer>): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** An M4A of two seconds with made-up sound of three chunks; `tags` are boxes in its movie. */
export function m4aOf(...tags: ReadonlyArray<Buffer>): Buffer {
  const sound = Buffer.from('FIRST-SECOND-THIRD-')
  const make = (start: number) => {
    const movie = Buffer.alloc(100)
    movie.writeUInt32BE(3_800_000_000, 4)
    movie.writeUInt32BE(1000, 12)
    movie.writeUInt32BE(2000, 16)
    const offsets = Buffer.alloc(20)
    offsets.writeUInt32BE(3, 4)
    for (const [index, at] of [0, 6, 13].entries()) offsets.writeUInt32BE(start + at, 8 + index * 4)
    const handler = Buffer.concat([Buffer.alloc(8), Buffer.from('soun'), Buffer.alloc(13)])
    const table = mp4Box('stbl', mp4Box('stco', offsets))
    const track = mp4Box(
      'trak',
      mp4Box('mdia', mp4Box('hdlr', handler), mp4Box('minf', table)),
      ...tags,
    )
    return Buffer.concat([
      mp4Box('ftyp', Buffer.from('M4A \0\0\0\0isom')),
      mp4Box('moov', mp4Box('mvhd', movie), track, ...tags),
    ])
  }
  return Buffer.concat([make(make(0).length + 8), mp4Box('mdat', sound)])
}

/**
 * AAC in M4A, made by ffmpeg's encoder: one second of a tone whose second half has a tenth of the
 * level of the first. Node has no encoder for AAC.
 */
export const quieterM4a = Buffer.from(
  'AAAAHGZ0eXBNNEEgAAACAE00QSBpc29taXNvMgAAAAhmcmVlAAAG821kYXQBME8s0JR7Xrn26SxcrmRIhEgRaMYtPOjti8bc2xKNczbs54ogGVx8D8/33kfJWrdVUzPXa8LW5WtysXG2uuybapxptVNpTWprTLTJTM5lplqa1NaZaJKJKJKBgZEDAxsGBgZEiRAxs2bBkSKWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWXgE6lNrKdWU6sp1ZLp6/x1xq5Nf+P9f+vtxq7vX/0/p/188au5r/9v2/6/HHGr1wEXfDRUqVCQkJKuE5CdrKM/mH+FU61MrlJTSg00oNNKDLlBlyqBgaZ5VAwNM6KTAidJIZ/AtSmlMhKgYJUDBKgYJcGCXBgkJdwYGCQl3BgY3dJjUUUUUUUUUcARbvKQVlft/T8dfU7cLu6uWSRaSBNZuPdi7F6N1bHRCyOcivP2S7Kp5sabGij0TLVq1UmQT/HwE+/uQ+Pgyff3hP8fAHv7kf4+G0+/uQ+PgD39wPj4A9/cI+PgDP7kfx8TDt0A7+Yyff3Uf4+An391D4+OAA6i8IVkPDv7f/3P/b/rTet+2a3S+PVV13wTLCMomARPiLP+fzJ5j4AB0LZw/ydm5DSmjXNNGspQ922WOPTlKMNMUsVCgrXMVThXTkKd5Clyl8sYLBY5Y4AOwvEFZDw5/P/9z/8f9M48TjJeVHW+bLxesBXVN1IBiPLLP9nLxd5DiGuRjQI+x1dCbFa3HRabDVKuyyRpdKPMqjHmZygc5MrlQ5du+xe3mivmhW2Q93T70sfM82hj0MyHuWOADsLyyMM7uP/2/8f/P+lDOK1lbnnuXkc6vLCZKmSuZ2tRwANe3vjopsK8SMvduprZzLVK6BBOaNbSj7l+8w3I1sLSMYe6RJSe5qzjDTkE0UzBp54RSCZtDgAOovKI4WGNmv+P/7n/v/yvm9G6S+O8msEQNmrZrPTpomJAXM3f8PRHHeWebDGtnZ2FnTnKl51lGGQjsUhERzBkkZkjzkZ2znqqjGshkyxhehovlivlLqI3qcASZPGFZUiJl5//F/82zU1L1JLlpdVNVcCqtmea3O/E/h87jNRtgogUP7TvDRmKRRYKHTp04esQAADjw8PewAMOPDz7wABh4w9txAAw48PPuIEMPGH4uIAFPfD15wUKhaj5aZELUFSbOjDacBNJWaynVlOrI9WS6f0/588au5r/t/b/HnWru7/P9+ruSL6/P/Pnji7vQQ1GJH9CirQClrZWcBlhIMsJBnCQZwkGcJBgZ3CQkGBncJCYPk4qmGDAAAAAAAAABw26Qm7xG0R/k/ifxP4n8T+J/E/j/EP4/xBl1MWl555555557gARTvEHAiy39vz97+84ml3JJaSRJFgbrUFoRfOlStCFkkIdAyfHwHff3D/x8Ae/uH/j4Mn39wPjME+/uR/j4Cff3A+PgD39wPj4bT7+4R8fAT6ehH+Gwn39yHx8BPvKH/j4Mn39+AAT4vAEIbGQQCIQKIwGIgC533//H8c5Lpnm09q6A3K6PRIniZRqCMR3sCNBOpC5GEyGALhDOGTfCG6WZAvJqyxVLavQz+NXk5de4y36jOL7Ylqq08PSp81/i8O+VhWWfAAOIvEFYmGBzEBBEAXOnP/97/7/4yZvrSZ5nABhxJkxnOPrT1xwMkhuvI/fztvIybZd5Gkw84Q1ZQuUt0sCBeDUlKiCHFVptPY2N7HgEslS8lVi9JtjZFHADiLxBWRAgEQgURAQRAFTpv/+9/9/53Va3rirar4AMDA2ZiFzVAB644LrdfxWiFGdrElRAyJCakITuGMDrirIS4miRUu6VKlpcuJwe6KtMV1KMER/Ga6I+7x3zZlwDiLxBWRBAcQgQRAFzm//7H/6fz3qsl6q9PIBgYGUArVzAy99LYHmWxnhRoa6lk8DSknhdmCYSyhKpW3GAFWzhiQwXDXb9JxJbVL5SjIlwJbXd4trOHAOAvEFZQCIQKIgIIgCpz3//s//p++eJxmrjip5AMDAzIFL48LULXPNbXYvXFx6+myrHRii17pQnbQHsCHUvbjLLjKFA4O/VdDnLndy+LnTsm6Zl4qMLiPum8vHw59a1cARgvKMmCf9v+YLkuSSSRJIiwoIHZqyxJCccV/scTu9H5WrQMKCER9nEGB7cDA9sQwPbEMD2xDA9sQwPbEMD2xDA9sQwPbAGB7YhQ9YhQ9YhgesAYHrEMB6wBQesAUPWIUHrAFB6wBx6wBQesAVwBJC8YpZN9+d8S7kuSSRJJEkB8MHpx8Jnw8khzIGPmxTPDkbzw5G88ORvPDkbzw5G88ORvPDkbzw5G88ORvOWRvOWRvOWRvOWRv3LI37l8G9yyGzl8G9y+De5fBvcvg3uXwb3L4N78AAADGm1vb3YAAABsbXZoZAAAAAAAAAAAAAAAAAAAA+gAAAPoAAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAJpdHJhawAAAFx0a2hkAAAAAwAAAAAAAAAAAAAAAQAAAAAAAAPoAAAAAAAAAAAAAAABAQAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAJGVkdHMAAAAcZWxzdAAAAAAAAAABAAAD6AAABAAAAQAAAAAB4W1kaWEAAAAgbWRoZAAAAAAAAAAAAAAAAAAAPoAAAEKAVcQAAAAAAC1oZGxyAAAAAAAAAABzb3VuAAAAAAAAAAAAAAAAU291bmRIYW5kbGVyAAAAAYxtaW5mAAAAEHNtaGQAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAAVBzdGJsAAAAanN0c2QAAAAAAAAAAQAAAFptcDRhAAAAAAAAAAEAAAAAAAAAAAACABAAAAAAPoAAAAAAADZlc2RzAAAAAAOAgIAlAAEABICAgBdAFQAAAAAANAMAADQDBYCAgAUUCFblAAaAgIABAgAAACBzdHRzAAAAAAAAAAIAAAAQAAAEAAAAAAEAAAKAAAAAHHN0c2MAAAAAAAAAAQAAAAEAAAARAAAAAQAAAFhzdHN6AAAAAAAAAAAAAAARAAAAjwAAAIkAAAB0AAAAWAAAAGQAAABZAAAAWgAAAGsAAAB/AAAAZgAAAGAAAABYAAAAXQAAAFYAAABgAAAAbgAAAGcAAAAUc3RjbwAAAAAAAAABAAAALAAAABpzZ3BkAQAAAHJvbGwAAAACAAAAAf//AAAAHHNiZ3AAAAAAcm9sbAAAAAEAAAARAAAAAQAAAD11ZHRhAAAANW1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAG1kaXJhcHBsAAAAAAAAAAAAAAAACGlsc3Q=',
  'base64',
)
