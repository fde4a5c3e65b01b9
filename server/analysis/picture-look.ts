import type { Picture } from './picture.ts'

/** Visual features of a picture. */
export interface PictureLook {
  /** Up to three color names, the largest area first. */
  colors: Array<string>
  /** `graphic`: flat areas with sharp edges, such as a screenshot, a diagram or a drawing. */
  kind: 'photo' | 'graphic'
  dark: boolean
}

const palette: ReadonlyArray<readonly [name: string, red: number, green: number, blue: number]> = [
  ['black', 12, 12, 14],
  ['dark gray', 64, 64, 66],
  ['gray', 128, 128, 130],
  ['light gray', 196, 196, 198],
  ['white', 250, 250, 250],
  ['red', 215, 35, 35],
  ['dark red', 110, 15, 20],
  ['orange', 245, 130, 30],
  ['brown', 115, 72, 35],
  ['beige', 232, 214, 180],
  ['yellow', 248, 215, 45],
  ['lime', 165, 205, 40],
  ['green', 35, 150, 70],
  ['dark green', 15, 70, 40],
  ['turquoise', 30, 175, 170],
  ['light blue', 130, 195, 240],
  ['blue', 35, 85, 215],
  ['dark blue', 15, 25, 85],
  ['violet', 115, 60, 205],
  ['pink', 245, 150, 190],
  ['magenta', 205, 30, 140],
]

const share = { named: 0.04, secondary: 0.012 } as const
/** The highest difference of a channel (0 to 255) that counts as noise of a lossy format. */
const tolerance = 3
/** The lowest share of equal neighbouring pixels in a graphic. */
const flatShare = 0.6

/** Finds the main colors and the kind of a picture. */
export async function lookAt(picture: Picture): Promise<PictureLook> {
  const [small, detail] = [await pixelsOf(picture, 96), await detailOf(picture)]
  return {
    colors: dominantColors(small.data),
    kind: flatness(detail) >= flatShare ? 'graphic' : 'photo',
    dark: meanLight(small.data) < 110,
  }
}

interface Pixels {
  data: Uint8Array
  width: number
}

async function pixelsOf(picture: Picture, size: number): Promise<Pixels> {
  const resized = picture.pixels().resize(size, size, { fit: 'inside', withoutEnlargement: true }).toColorspace('srgb')
  const { data, info } = await resized.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data: threeChannels(data, info.channels), width: info.width }
}

/** The center of the picture at full resolution: downscaled, a screenshot would look like a photo. */
async function detailOf(picture: Picture): Promise<Pixels> {
  const width = Math.min(picture.width, 640)
  const height = Math.min(picture.height, 480)
  const place = { left: (picture.width - width) >> 1, top: (picture.height - height) >> 1, width, height }
  const { data, info } = await picture
    .pixels()
    .extract(place)
    .toColorspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: threeChannels(data, info.channels), width: info.width }
}

function threeChannels(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data
  const pixels = data.length / channels
  return Uint8Array.from({ length: pixels * 3 }, (_, at) => data[Math.floor(at / 3) * channels] as number)
}

/** The share of pixels that equal their right neighbour, up to the tolerance. */
function flatness({ data, width }: Pixels): number {
  let equal = 0
  let pairs = 0
  for (let at = 0; at + 5 < data.length; at += 3) {
    if ((at / 3 + 1) % width === 0) continue
    pairs += 1
    const same = (channel: number) =>
      Math.abs((data[at + channel] as number) - (data[at + channel + 3] as number)) <= tolerance
    if (same(0) && same(1) && same(2)) equal += 1
  }
  return pairs === 0 ? 1 : equal / pairs
}

/** Names of the colors with the largest areas. A bright color needs less area than a gray one. */
function dominantColors(data: Uint8Array): Array<string> {
  const areas = new Map<string, number>()
  for (let at = 0; at + 2 < data.length; at += 3) {
    const name = colorName(data[at] as number, data[at + 1] as number, data[at + 2] as number)
    areas.set(name, (areas.get(name) ?? 0) + 3 / data.length)
  }
  const isGray = (name: string) => /black|gray|white/.test(name)
  const sorted = [...areas].sort(([, one], [, other]) => other - one)
  const seen = sorted.filter(([name, area], at) => at === 0 || area >= (isGray(name) ? share.named : share.secondary))
  return seen.slice(0, 3).map(([name]) => name)
}

function colorName(red: number, green: number, blue: number): string {
  let best = palette[0] as (typeof palette)[number]
  let least = Number.POSITIVE_INFINITY
  for (const color of palette) {
    const distance = apart(red, green, blue, color)
    if (distance < least) {
      least = distance
      best = color
    }
  }
  return best[0]
}

/** Perceived color distance, approximated ("redmean"). */
function apart(red: number, green: number, blue: number, color: (typeof palette)[number]): number {
  const mean = (red + color[1]) / 2
  const [r, g, b] = [red - color[1], green - color[2], blue - color[3]]
  return (2 + mean / 256) * r * r + 4 * g * g + (2 + (255 - mean) / 256) * b * b
}

function meanLight(data: Uint8Array): number {
  let sum = 0
  for (let at = 0; at + 2 < data.length; at += 3)
    sum += 0.2126 * (data[at] as number) + 0.7152 * (data[at + 1] as number) + 0.0722 * (data[at + 2] as number)
  return data.length === 0 ? 255 : sum / (data.length / 3)
}
