import { expect, test } from 'vitest'
import { markdownOfPlainText } from './plain-text.ts'

const wrapped =
  'A text that an editor has wrapped at its seventieth column, as many\nwriters do, keeps its **lines** together, because each of them is as\nlong as it can be.'

test.each([
  ['One * two\nthree_four\n\n[not] a <tag>', 'One \\* two\\\nthree\\_four\n\n\\[not\\] a \\<tag>'],
  ['Dear all,\nuse `x` there.\nBye\nMe', 'Dear all,\\\nuse `x` there.\\\nBye\\\nMe'],
  ['One\ntwo\n- three\nfour\nfive', 'One\\\ntwo\n- three\n\nfour\\\nfive'],
  ['- one\n  more\n- two', '- one\\\n  more\n- two'],
  ['> said\nanswered', '> said\n\nanswered'],
  ['Hello\n\n**bold\nand more**', 'Hello\n\n**bold\\\nand more**'],
  ['**See** `a\nb` and\n[c](x\n"t")', '**See** `a\nb` and\\\n[c](x\n"t")'],
  ['One  \ntwo\\\n**three**', 'One  \ntwo\\\n**three**'],
  ['```\na\nb\n```\n| a |\n| - |', '```\na\nb\n```\n| a |\n| - |'],
  [wrapped, wrapped],
  [
    'Please bring your `cable` and a pair of closed headphones tonight.\nThanks',
    'Please bring your `cable` and a pair of closed headphones tonight.\\\nThanks',
  ],
  [`- ${wrapped}`, `- ${wrapped}`],
  ['    - one\n      - in', '- one\n  - in'],
  ['• one\n•two\n  ▪ in', '- one\n- two\n  - in'],
  ['  one\n  two', 'one\\\ntwo'],
  ['one\vtwo\u2028three\u2029four\ffive', 'one\\\ntwo\\\nthree\n\nfour\n\nfive'],
  ['[a]: https://e.org', '\\[a]: https://e.org'],
  ['[a][a]\n\n- [b]: /b\n\n[a]: /a\n[a]: /c', '[a][a]\n\n- \\[b]: /b\n\n[a]: /a\n\\[a]: /c'],
])('%j becomes %j', (text, markdown) => {
  expect(markdownOfPlainText(text)).toBe(markdown)
})
