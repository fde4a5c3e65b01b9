import { createHash } from 'node:crypto'
import { wordPlaces } from './places.ts'

/** The version of the file format. Increase it with every change. */
export const indexFormat = 1

/** The FlexSearch version that reads and writes the parts; a test compares it with the installed one. */
export const flexsearchVersion = '0.8.212'

/** A document with one value for everything that decides which words are indexed. */
const probe = {
  type: 'articles',
  id: 1,
  hash: '',
  publishedAt: 0,
  title: 'Größe & Side-Chain: Live 12.3’s hi-hats',
  tags: ['LFO', 'drum rack'],
  category: 'MIDI Effects',
  excerpt: 'Time stretch, plug in, beats per minute. 日本語 テキスト 한국어 🎹 don’t',
  body: [
    '# Heading\n\n## Mid/Side *low* frequency oscillator\n',
    'Once twice twice four four four four ÆØÅ ıŁđþ x1y2 -14 LUFS 1/16 [text](/address "title") ![picture](/p.png)',
    '<!-- comment --> <b data-x="attribute">bold</b> &amp; https://example.com/path\n\n[ref]: https://example.com\n',
    '> [!TIP]\n> step-by-step-by-step a-b-c-d-e-f\n\n```js\nconst code = 1\n```\n\n| a | b |\n| - | - |\n',
    `${'long'.repeat(11)} wave table e.g. node.js 1.2.3.4.5`,
  ].join('\n'),
} as const

/**
 * A hash that differs when this code would index the same document differently, so that an index of other code is not
 * used.
 */
export function indexConfig(): string {
  return createHash('sha256')
    .update(JSON.stringify([...wordPlaces(probe)]))
    .digest('hex')
    .slice(0, 16)
}
