import { expect, test } from 'vitest'
import { besideAddress, besideOf, besidePath, relativeMedia } from './beside.ts'

test.each([
  ['images/shot.png', 'articles/2026/images/shot.png'],
  ['./shot.PNG', 'articles/2026/shot.PNG'],
  ['../shared/a%20b.webp?w=3', 'articles/shared/a b.webp'],
  ['../../media/2026/a.png', 'media/2026/a.png'],
  ['kick.mp3', 'articles/2026/kick.mp3'],
  ['100%.png', 'articles/2026/100%.png'],
])('%s beside a text is %s', (reference, path) => {
  expect(besidePath(reference, 'articles/2026')).toBe(path)
})

test.each([
  '/media/a.png',
  'https://example.org/a.png',
  '//example.org/a.png',
  '#a.png',
  '../../../secret.png',
  '..%2F..%2F..%2Fsecret.png',
  '../../site.png',
  '../../other/a.png',
  '.git/a.png',
  '../../.git/a.png',
  'notes.md',
  'page.html',
  'a\\b.png',
  '%00.png',
  '',
])('%s is no file beside a text', (reference) => {
  expect(besidePath(reference, 'articles/2026')).toBeNull()
})

test('an address leads back to the path, and no other address does', () => {
  expect(besideAddress('articles/2026/a b.png')).toBe('/media/beside/articles/2026/a%20b.png')
  expect(besideAddress('media/2026/a.png')).toBe('/media/2026/a.png')
  expect(besideOf('/media/beside/articles/2026/a b.png')).toBe('articles/2026/a b.png')
  for (const address of [
    '/media/beside/articles/../site.png',
    '/media/beside/media/a.png',
    '/media/beside/a.png',
  ])
    expect(besideOf(address)).toBeNull()
})

test('relative pictures are found in Markdown, HTML and as Obsidian writes them', () => {
  const text =
    '![A](a.png) ![](<b c.png> "t") <img alt="x" src="d.gif"> ![[e f.png|300]] ![x][1] [no](no.png) ![](/media/no.png)\n\n[1]: g.jpg'
  expect(relativeMedia(text).sort()).toEqual(['a.png', 'b c.png', 'd.gif', 'e f.png', 'g.jpg'])
})
