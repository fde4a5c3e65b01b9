import { expect, test } from 'vitest'
import { mentionedPaths, mentionsIn } from './media-mentions.ts'

const mediaIn = (text: string) =>
  mentionedPaths(mentionsIn(Buffer.from(text)), '', 'https://notes.example.org')

test.each([
  ['![A](/media/2026/a.png)', ['media/2026/a.png']],
  ['imageUrl: /media/2026/a.JPG\nimageAlt: x', ['media/2026/a.JPG']],
  ['<img src="/media/a.webp?w=640" srcset="/media/b.gif 2x">', ['media/a.webp', 'media/b.gif']],
  ['![A](</media/a b.png>) and ![B](/media/c%20d.png)', ['media/a b.png', 'media/c d.png']],
  ['![A](https://notes.example.org/media/a.png)', ['media/a.png']],
  ['![A](https://elsewhere.example/media/a.png)', []],
  ['[file](/media/a.png.jpg)', ['media/a.png', 'media/a.png.jpg']],
  ['<img src="/media/a&amp;b.png">', ['media/a&b.png']],
  ['/media/a.pngx /media/b.txt', []],
  ['/media/%zz.png', ['media/%zz.png']],
])('%s speaks of %j', (text, paths) => {
  expect(mediaIn(text)).toEqual(expect.arrayContaining(paths))
  if (paths.length === 0) expect(mediaIn(text)).toEqual([])
})

test('a text that names nothing but media is read in a moment', () => {
  expect(mediaIn('/media/a.png'.repeat(50_000))).toContain('media/a.png')
})

test.each([
  [
    'the first paragraph with several',
    '![A](a.mp3)\n\nText ![Dry](/media/d.mp3) and\n![Wet](<w w.ogg> "Loud")\n\n![C](c.mp3) ![D](d.mp3)',
    '![Dry](/media/d.mp3) ![Wet](<w w.ogg> "Loud")',
  ],
  ['none where a picture is beside a sound', '![A](a.mp3) ![B](b.png)\n\n![C](c.mp3)', undefined],
])('the sounds that a text compares are %s', (_, text, compared) => {
  expect(mentionsIn(Buffer.from(text)).compared).toBe(compared)
})
