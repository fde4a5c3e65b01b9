import type { CategoryTones } from '#domain/site/category-tones.ts'
import { designOf } from '#domain/site/vocabulary.ts'
import type { Chance, Motif, Shapes } from './cover-motifs.ts'

/**
 * The cover of an item without a picture: its motif and inks are those of its kind, and its slug
 * decides where everything stands, so that two items do not look alike.
 */
export function drawCover(slug: string, inks: CategoryTones['inks'], motif: Motif): string {
  const next = numbersOf(slug)
  const between: Chance['between'] = (from, to) => from + Math.floor(next() * (to - from + 1))
  const pick: Chance['pick'] = (choices) => choices[between(0, choices.length - 1)] ?? choices[0]
  const { soft, base, deep } = inks
  // The tone of the ground is seen first.
  const grounds = pick([
    inks,
    { ...inks, soft: base, base: soft },
    { ...inks, base: deep, deep: base },
  ])
  const tones = new Map(Object.entries(grounds))
  const shapes = ['<rect width="1600" height="900" fill="base"/>', motif({ between, pick })]
  const drawn = joined(shapes).replace(
    /"(soft|base|deep|pop)"/g,
    (_, tone: string) => `"${tones.get(tone)}"`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" width="1600" height="900">${drawn}</svg>`
}

const joined = (shapes: Shapes): string =>
  typeof shapes === 'string' ? shapes : shapes.map(joined).join('')

/** Numbers from 0 to below 1 that a text decides (mulberry32). */
function numbersOf(text: string): () => number {
  let state = Number.parseInt(designOf(text), 36)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const first = Math.imul(state ^ (state >>> 15), 1 | state)
    const second = (first + Math.imul(first ^ (first >>> 7), 61 | first)) ^ first
    return ((second ^ (second >>> 14)) >>> 0) / 2 ** 32
  }
}
