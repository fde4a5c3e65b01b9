import { type DraftValues, valuesOf } from './draft-values.ts'

/** Values of an article for tests. */
export function sampleValues(changes: Partial<DraftValues> = {}): DraftValues {
  const item = {
    title: 'Warp modes',
    slug: 'warp-modes',
    publishedAt: '2026-01-02T00:00:00.000Z',
    excerpt: 'What they do.',
    category: 'mixing',
    tags: ['warp'],
    readTime: 4,
    markdown: 'Text.\n',
  }
  return { ...valuesOf('articles', item, 'UTC'), ...changes }
}
