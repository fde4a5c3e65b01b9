import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** The metadata of a camera, including a location. */
const exif = {
  IFD0: { Make: 'Secret Camera', Copyright: 'Wren Writer' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
}
const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="Secret Person"/></rdf:RDF></x:xmpmeta>'

/** A picture of one color with a darker left half, so that its orientation can be checked. */
export function halves(width: number, height: number, background = '#c25') {
  const left = {
    create: { width: Math.ceil(width / 2), height, channels: 3, background: '#123' },
  } as const
  return sharp({ create: { width, height, channels: 3, background } }).composite([
    { input: left, left: 0, top: 0 },
  ])
}

/** A photo as a camera stores it: EXIF with a location, XMP; `orientation` as in EXIF. */
export function photo(format: 'jpeg' | 'png' | 'webp', orientation = 1): Promise<Buffer> {
  return halves(60, 40)
    .withExif(exif)
    .withXmp(xmp)
    .withMetadata({ orientation, exif })
    [format]()
    .toBuffer()
}

/** Three frames, 200 ms each. */
export async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((color) => halves(50, 30, color).png().toBuffer()),
  )
  return sharp(frames, { join: { animated: true } })
    [format]({ loop: 0, delay: [200, 200, 200] })
    .toBuffer()
}

/** An animated PNG of two frames with a text that names its author. */
export async function animatedPng(): Promise<Buffer> {
  const [first, second] = await Promise.all(
    ['#f00', '#0f0'].map(async (color) => pngParts(await halves(400, 300, color).png().toBuffer())),
  )
  if (!first || !second) throw new Error('two frames are made')
  const numbered = (number: number, rest: Uint8Array) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(number)
    return Buffer.concat([head, rest])
  }
  const frame = (number: number) => {
    const control = Buffer.alloc(22)
    control.writeUInt32BE(400, 0)
    control.writeUInt32BE(300, 4)
    control.writeUInt16BE(200, 16)
    control.writeUInt16BE(1000, 18)
    return pngChunk('fcTL', numbered(number, control))
  }
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', first.head),
    pngChunk('tEXt', Buffer.from('Author\0Secret Person', 'latin1')),
    pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    frame(0),
    pngChunk('IDAT', first.data),
    frame(1),
    pngChunk('fdAT', numbered(2, second.data)),
    pngChunk('IEND'),
  ])
}

export const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** The head and the compressed pixels of a PNG. */
function pngParts(png: Buffer): { head: Buffer; data: Buffer } {
  const data: Array<Buffer> = []
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  return { head: png.subarray(16, 29), data: Buffer.concat(data) }
}

/** A PNG whose header claims 50,000 × 50,000 pixels. */
export function pixelBomb(): Buffer {
  const head = Buffer.from([0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50, 8, 2, 0, 0, 0])
  const chunks = [
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    pngChunk('IEND'),
  ]
  return Buffer.concat([pngSignature, ...chunks])
}

export function pngChunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body) >>> 0)
  return Buffer.concat([length, body, sum])
}
