import { expect, test } from 'vitest'
import { categoryColors, storedCategories } from '#domain/categories.ts'
import { clips, hills, motifs } from './cover-motifs.ts'
import { drawCover } from './draw-cover.ts'

const { inks } = categoryColors('mixing')

test('every category of the specification has a motif', () => {
  expect(storedCategories.filter((category) => !motifs.has(category))).toEqual([])
})

test.each([...motifs, ['clips', clips] as const, ['hills', hills] as const])(
  'no two covers of a page of a list with the motif %s are the same, and each is always drawn the same',
  (_, motif) => {
    const slugs = Array.from({ length: 24 }, (_one, index) => `part-${index}`)
    const covers = slugs.map((slug) => drawCover(slug, inks, motif))
    expect(new Set(covers).size).toBe(slugs.length)
    expect(slugs.map((slug) => drawCover(slug, inks, motif))).toEqual(covers)
    for (const cover of covers) expect(cover).not.toMatch(/NaN|undefined|"(soft|base|deep|pop)"/)
  },
)
