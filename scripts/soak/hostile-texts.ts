import { createRandom } from '../bench/random.ts'

const pieces = [
  '[',
  '![',
  '](',
  '[a](',
  '[a][',
  '[^a]',
  '[^a]: ',
  '[a]: b "',
  '<',
  '<a ',
  "<a '",
  '<a "',
  '<!--',
  '<![CDATA[',
  '<?',
  '> ',
  '>',
  '- ',
  '1. ',
  '* a\n',
  '> - ',
  '\n> > > ',
  '    ',
  '\t',
  ' ',
  '\n',
  '\r\n',
  '\n\n',
  '---\n',
  '# ',
  '===\n',
  '**a',
  '*a_',
  '_a*',
  '***',
  '~~a',
  '`',
  '```\n',
  '~~~',
  '``` js {1}\n',
  '\\',
  '&#',
  '&amp',
  '|',
  '|a',
  '|-|\n',
  '| a | b |\n',
  '<b>a<i>b</b>',
  '<p>a</p>',
  '<p>',
  '<div>',
  '<u>',
  '<mark>',
  '<table><tr><td>',
  '<ul><li>',
  '<blockquote>',
  '<svg>',
  '<template>',
  'http://a',
  'a@b.c',
  'www.',
  '/media/',
  '!',
  '{',
  '$$',
  ':::',
  '\u200d',
  '\u202e',
  '\ud83d\ude00',
  '\u0000',
  'e\u0301',
  'word ',
]

/** Texts that were slow or fatal for parsers. */
const bombs: ReadonlyArray<(size: number) => string> = [
  (size) => '['.repeat(size),
  (size) => `a${' '.repeat(size)}b`,
  (size) => "<a '".repeat(size / 4),
  (size) => '<p>a</p>'.repeat(size / 8),
  (size) => `<p>${'<b>a<i>b</b>'.repeat(size / 12)}</p>`,
  (size) => `${'> '.repeat(49)}a\n`.repeat(size / 100),
  (size) =>
    Array.from({ length: Math.sqrt(size / 2) }, (_, depth) => `${'  '.repeat(depth)}- a`).join(
      '\n',
    ),
  (size) => Array.from({ length: Math.sqrt(2 * size) }, (_, count) => '`'.repeat(count)).join('a'),
  (size) => `|${'a|'.repeat(size / 8)}\n|${'-|'.repeat(size / 8)}\n`.repeat(2),
  (size) => Array.from({ length: size / 20 }, (_, at) => `[n${at}]: /a "t"\n[n${at}]`).join('\n'),
  (size) => Array.from({ length: size / 8 }, (_, at) => (at * at) % 1009).join('\n'),
  (size) => '<div>'.repeat(size / 5),
]

/**
 * A text that is slow to parse: a known one, or repeated and mixed pieces of syntax. The same seed
 * gives the same text.
 */
export function hostileText(seed: number, size: number): string {
  const random = createRandom(seed).next
  if (seed % 3 === 0) return bombs[Math.floor(seed / 3) % bombs.length]!(size)
  const chosen = Array.from(
    { length: 1 + Math.floor(random() * 4) },
    () => pieces[Math.floor(random() * pieces.length)]!,
  )
  const parts: Array<string> = []
  for (let length = 0; length < size; ) {
    const piece = chosen[Math.floor(random() * chosen.length)]!
    const part = piece.repeat(1 + Math.floor(random() ** 4 * (size / piece.length)))
    parts.push(part)
    length += part.length
  }
  return parts.join('').slice(0, size)
}
