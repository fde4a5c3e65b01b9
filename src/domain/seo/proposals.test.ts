import { expect, test } from 'vitest'
import { proposeKeywords } from './proposals.ts'
import { seoText } from './seo-text.ts'

const proposals = (title: string, content: string) => proposeKeywords(seoText(content), title)

test('the proposals are phrases around the subject, without units, instructions and single words', () => {
  const text = `Sidechain compression makes room for the kick. Set the attack to 5 ms and cut 3 dB. Set the attack by ear.

## Sidechain compression in practice

Turn the knob until sidechain compression is heard. A 3 dB cut is enough, and 3 dB are plenty.`
  expect(proposals('Sidechain Compression for a Kick and a Bass', text)).toEqual([
    'sidechain compression',
  ])
})

test('a phrase of the title that is there for its sound is not proposed', () => {
  const text =
    'Warp modes decide what stretching does. Choose warp modes by the sound, and compare two warp modes.'
  expect(proposals('Warp Modes, Chosen on Purpose', text)).toEqual(['warp modes'])
})

test('the name of a device and its version may stand alone', () => {
  const text =
    'Roar has three stages, and Roar bends each. Drive them in parallel. On Push 3 the encoders turn them; Push 3 shows the curve.'
  expect(proposals('What Roar Does on Push 3', text)).toEqual(
    expect.arrayContaining(['push 3', 'roar']),
  )
})

test.each([
  ['an empty text', '', ''],
  ['only common words', 'What to do with it', 'It is what it is, and it was what it was.'],
])('%s has no proposals', (_what, title, text) => {
  expect(proposals(title, text)).toEqual([])
})
