import type { ContentAnalysis } from '#domain/analysis.ts'

/** An analysis for tests. */
export function sampleAnalysis(changes: Partial<ContentAnalysis> = {}): ContentAnalysis {
  return {
    title: 'Warp modes, compared',
    excerpt: 'What they do.',
    metaDescription: 'What warp modes do.',
    content: 'One.\n\nTwo.',
    category: 'sound_design',
    contentType: 'article',
    tags: ['warp', 'Audio'],
    readTime: 4,
    featured: false,
    imageUrl: null,
    abletonVersion: 'live_12',
    devices: [],
    ...changes,
  }
}
