import { expect, test } from 'vitest'
import { siteTextsOf } from '#domain/site/profile-of.ts'
import { mailText } from './mail-text.ts'

const page = 'https://notes.example.org/newsletter/7'

test.each([
  ['Some **bold**, _soft_ and `code`.', 'Some *bold*, _soft_ and code.'],
  ['One\nline, soft\\\nhard', 'One line, soft\nhard'],
  ['## Part\n\nText', 'Part\n----\n\nText'],
  ['### Small', 'Small'],
  [
    '[A](/article/a) and [B](#part)',
    'A (https://notes.example.org/article/a) and B (https://notes.example.org/newsletter/7#part)',
  ],
  ['[A][ref]\n\n[ref]: https://a.example/', 'A (https://a.example/)'],
  [
    '<https://a.example/x> and [https://b.example](https://b.example)',
    'https://a.example/x and https://b.example',
  ],
  ['[Write](mailto:a@example.org) or <a@example.org>', 'Write (a@example.org) or a@example.org'],
  ['![A knob](/media/a.png) ![](/media/b.png)', '[A knob]'],
  ['![Dry](/media/a.mp3)', '[Sound: Dry] (https://notes.example.org/media/a.mp3)'],
  ['- a\n- b\n  1. c\n  2. d', '- a\n- b\n  1. c\n  2. d'],
  ['3. x\n4. y', '3. x\n4. y'],
  ['- [x] done\n- [ ] open', '- [x] done\n- [ ] open'],
  ['> Said\n> he', '> Said he'],
  ['> [!WARNING]\n> Loud.', '> Warning: Loud.'],
  ['```js\nlet a = 1\n\nb\n```', '    let a = 1\n\n    b'],
  ['---', '* * *'],
  ['| A | B |\n|---|--:|\n| 1 | 2 |', 'A | B\n1 | 2'],
  ['a <u>b</u> <mark data-color="red">c</mark><br>d', 'a b c\nd'],
  ['<p align="center">Mid <b>dle</b></p>', 'Mid dle'],
  ['<script>alert(1)</script>\n\nText', 'Text'],
  ['<!-- secret -->\n\nText', 'Text'],
  ['Word[^1].\n\n[^1]: The note.', 'Word[1].\n\n[1] The note.'],
  ['', ''],
])('%j reads %j', (markdown, text) => {
  expect(mailText(markdown, page, siteTextsOf({ language: 'en' }))).toBe(text)
})
