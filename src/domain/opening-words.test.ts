import { expect, test } from 'vitest'
import { openingWords } from './opening-words.ts'

test.each([
  [
    'Send the S&amp;H voice to 12&nbsp;dB, keep a \\*star\\* and an H<sub>2</sub>O pad.',
    'Send the S&H voice to 12 dB, keep a *star* and an H2O pad.',
  ],
  [
    '**Attack:&#x20;**&#x73;et caf&eacute; &#9731; &nothing; AT&T',
    'Attack: set café ☃ &nothing; AT&T',
  ],
  ['In code `\\*` and `&amp;` and `<b>` stay', 'In code \\* and &amp; and <b> stay'],
  ['5 * 3, ~5 dB, snake_case, _so_ ~~old~~', '5 * 3, ~5 dB, snake_case, so old'],
  [
    '\\[no](link) \\`no code\\` and [a *link*](/a\\_b "t") ![pic](/x.png)',
    '[no](link) `no code` and a link',
  ],
  [
    '10<sup>3</sup> Hz, 2<sup>-12</sup>, the 4<sup>th</sup> bar, x<sup>y+1</sup>',
    '10³ Hz, 2⁻¹², the 4th bar, xy+1',
  ],
  ['one<br>two\\\nthree &lt;b&gt;', 'one two three <b>'],
  ['&#0; &#xD800; &#9999999; &#1;', '\ufffd \ufffd \ufffd \ufffd'],
  ['今日は晴れ\nです…\n明日も。\nEnd.', '今日は晴れです…明日も。 End.'],
  [
    '# Title\n\n![Cover](/a.png)\n\nThe first words[^1].\ngo on\n\nNot these.',
    'The first words. go on',
  ],
])('a reader sees the opening words of %j as text', (markdown, text) => {
  expect(openingWords(markdown)).toBe(text)
})

test('a text of signs alone is read in a moment', () => {
  for (const sign of ['\\', '&', '`', '[', '<p', '<!--', '*', '_', '&#x1;'])
    expect(openingWords(sign.repeat(8000)).length).toBeLessThan(210)
})
