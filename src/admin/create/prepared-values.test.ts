import { expect, test } from 'vitest'
import { emptyState, emptyValues, withPicture, withTagToggled } from '../editing/creator-state.ts'
import { analyzedValues, plainValues, writtenValues } from './prepared-values.ts'
import { sampleAnalysis } from './sample-analysis.ts'

const { input } = emptyState('articles')
const known = emptyValues('articles')

test('an article gets everything that the analysis says', () => {
  expect(analyzedValues('articles', sampleAnalysis(), input, known)).toMatchObject({
    title: 'Warp modes, compared',
    slug: 'warp-modes-compared',
    excerpt: 'What they do.',
    metaDescription: 'What warp modes do.',
    content: 'One.\n\nTwo.\n',
    category: 'sound_design',
    tags: ['warp', 'Audio'],
    readTime: 4,
    abletonVersion: 'live_12',
    imageUrl: '',
  })
})

test('a news item gets no slug, tags, meta description or reading time', () => {
  const before = emptyValues('news')
  const { slug, tags, metaDescription, readTime } = analyzedValues(
    'news',
    sampleAnalysis(),
    input,
    before,
  )
  expect({ slug, tags, metaDescription, readTime }).toEqual({
    slug: '',
    tags: [],
    metaDescription: '',
    readTime: 5,
  })
})

test('tags that were taken come first, and none twice', () => {
  const taken = withTagToggled(withTagToggled(input, 'bass'), 'audio')
  expect(analyzedValues('articles', sampleAnalysis(), taken, known).tags).toEqual([
    'bass',
    'audio',
    'warp',
  ])
})

test.each([
  ['the selected picture', '/media/a.png', '', '/media/text.png', '/media/a.png'],
  ['without one, the first of the text', null, '', '/media/text.png', '/media/text.png'],
  [
    'not the first of the text where there is one already',
    null,
    '/media/old.png',
    '/media/text.png',
    '/media/old.png',
  ],
  ['none', null, '', null, ''],
])('the featured image is %s', (_what, uploaded, before, inText, expected) => {
  const pictures = uploaded ? withPicture(input, uploaded, 'What it shows') : input
  const analysis = sampleAnalysis({ imageUrl: inText })
  const values = analyzedValues('articles', analysis, pictures, {
    ...known,
    imageUrl: before,
    imageAlt: 'Old',
  })
  expect(values.imageUrl).toBe(expected)
  if (uploaded) expect(values.imageAlt).toBe('What it shows')
})

test('an item that is analyzed again keeps its address', () => {
  const saved = { ...known, slug: 'kept', publishedAt: '2026-01-02T00:00', featured: true }
  const values = analyzedValues('articles', sampleAnalysis({ abletonVersion: null }), input, saved)
  expect(values).toMatchObject({ slug: 'kept', publishedAt: '2026-01-02T00:00', featured: true })
})

test('without an analysis the text and what was chosen is there', () => {
  const values = plainValues('articles', 'Text', withTagToggled(input, 'bass'), known)
  expect(values).toMatchObject({
    title: '',
    content: 'Text\n',
    tags: ['bass'],
    category: 'workflow',
  })
})

test('what the front matter of a text says takes the place of what was known', () => {
  const fields = { title: 'A title', excerpt: '', metaDescription: '', tags: ['drums'] }
  const before = { ...known, excerpt: 'Known' }
  const values = { title: 'A title', slug: 'a-title', excerpt: 'Known', tags: ['drums'] }
  expect(writtenValues('articles', fields, before)).toEqual({ ...before, ...values })
  expect(writtenValues('articles', { ...fields, title: '', tags: [] }, before)).toEqual(before)
  expect(writtenValues('news', fields, before)).toEqual({ ...before, title: 'A title' })
})
