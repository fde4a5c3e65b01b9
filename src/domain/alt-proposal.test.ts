import { expect, test } from 'vitest'
import { proposeAlt } from './alt-proposal.ts'

test.each([
  ['sidechain-compressor-settings.png', 'Sidechain compressor settings'],
  ['EQ_eight_low_cut_30hz.png', 'EQ Eight low cut 30hz'],
  ['glue-compressor-on-drum-bus-1600x900.webp', 'Glue Compressor on drum bus'],
  ['SessionViewWithScenes.png', 'Session View with scenes'],
  ['arrangement view locators final v2.jpg', 'Arrangement View locators'],
  ['Screenshot wavetable lfo routing.png', 'Wavetable LFO routing'],
  ['warp-markers-before-quantizing@2x.png', 'Warp markers before quantizing'],
  ['push-2-pads.jpg', 'Push 2 pads'],
  ['wavetable.png', 'Wavetable in Live'],
  ['reverb send return track (copy).png', 'Reverb send return track'],
])('the name %j says %j', (name, alt) => {
  expect(proposeAlt({ name, text: '' })).toBe(alt)
})

test.each([
  'IMG_2041.jpg',
  'DSC00123.JPG',
  'Screenshot 2026-11-23 at 10.22.31.png',
  'Bildschirmfoto 2026-01-02 um 09.41.12.png',
  'image.png',
  'image (3).png',
  'untitled-1.png',
  'pasted-image-20260102.png',
  '9f86d081884c7d659a2feaa0c55ad015.png',
  'f47ac10b-58cc-4372-a567-0e02b2c3d479.jpg',
  'WhatsApp Image 2026-01-02 at 10.22.31.jpeg',
  'photo-1600x900.jpg',
  'cover.jpg',
  'bass.png',
  '1.gif',
  '',
])('the name %j says nothing of what a picture shows', (name) => {
  expect(proposeAlt({ name, text: 'Any words about Wavetable and a red picture.' })).toBe('')
})

test('a caption says more than the name, and words before a colon say something where both are silent', () => {
  const picture = '![](/media/2026/IMG_1.jpg)'
  const ask = (text: string, name = 'IMG_1.jpg') => proposeAlt({ name, text })
  expect(ask(`Before.\n\n${picture}\n*The return track with its filter*\n\nAfter.`)).toBe(
    'The return track with its filter',
  )
  expect(
    ask('![](/media/drum-rack-chains.png "Four chains of a Drum Rack")', 'drum-rack-chains.png'),
  ).toBe('Four chains of a Drum Rack')
  expect(ask(`Set it up. Here is the routing of the return track:\n\n${picture}`)).toBe(
    'The routing of the return track',
  )
  expect(ask(`It works like this:\n\n${picture}`)).toBe('')
  expect(ask(`Some words about the kick.\n\n${picture}\n\nMore words.`)).toBe('')
})
