// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest'
import { type SampleEditor, sampleEditor } from './sample-editor.ts'

let editor: SampleEditor
beforeAll(async () => {
  editor = await sampleEditor()
})

test.each([
  [
    '见<https://example.org/a>这是一个说明文字。\n',
    '一',
    'x',
    '见<https://example.org/a>这是一x个说明文字。\n',
  ],
  [
    '见<https://example.org/a>这是一个说明文字。\n',
    'org/a',
    'x',
    '见<https://example.org/ax>这是一个说明文字。\n',
  ],
  ['See <https://e.org/a>,then\n', ',then', 'q', 'See <https://e.org/a>,thenq\n'],
  ['See <https://e.org/a>,then\n', ',', 'q', 'See <https://e.org/a>,qthen\n'],
  ['See <https://e.org/a>,then\n', 'org/a', 'q', 'See <https://e.org/aq>,then\n'],
  ['See <https://e.org/a>**then**\n', 'org/a', 'q', 'See <https://e.org/aq>**then**\n'],
  ['**a@e.org这是说明** *b@e.org* c\n', '说', 'x', '**a@e.org这是说x明** *b@e.org* c\n'],
  ['See https://e.org/a.\n', 'org/a', 'b.html?c', 'See https://e.org/ab.html?c.\n'],
  ['See https://e.org/a.\n', 'a.', 'html', 'See <https://e.org/a>.html\n'],
  ['See https://e.org/a\n', 'org/a', '. So', 'See https://e.org/a. So\n'],
  ['See https://e.org/a\n', 'org/', 'b', 'See https://e.org/ba\n'],
  ['See www.e.org/a and *b*\n', 'org/a', 'b', 'See www.e.org/ab and *b*\n'],
  ['See www.e.org/a and _b_\n', 'and', 'b', 'See www.e.org/a andb _b_\n'],
  ['See https://e.org/Page_(a\n', 'Page_(a', ')', 'See https://e.org/Page_(a)\n'],
  ['(See https://e.org/a\n', 'org/a', ').', '(See https://e.org/a).\n'],
  ['See\n', 'See', ' https://e.org/Page_(b)', 'See https://e.org/Page_(b)\n'],
  ['See\n', 'See', ' www.e.org/a, a@e.org. So', 'See www.e.org/a, a@e.org. So\n'],
  ['See\n', 'See', ' https://e.org/a*b* so', 'See <https://e.org/a*b*> so\n'],
  [
    'Mails <https://e.org/b>.\n\nSee\n',
    'See',
    ' https://e.org/a',
    'Mails <https://e.org/b>.\n\nSee <https://e.org/a>\n',
  ],
  ['See\n', 'See', ' <https://e.org/a>, <a@e.org>', 'See <https://e.org/a>, <a@e.org>\n'],
  ['See https://e.org/b\n', 'See', ' <https://e.org/a>', 'See <https://e.org/a> https://e.org/b\n'],
  [
    'See\n',
    'See',
    ' [https://e.org/a](https://e.org/a)',
    'See [https://e.org/a](https://e.org/a)\n',
  ],
  ['- a\n', 'a', ' <https://e.org/a>', '- a <https://e.org/a>\n'],
  [
    '|a|\n|-|\n|https://e.org b|\n',
    'b',
    ' <https://e.org/q>',
    '|a|\n|-|\n|https://e.org b <https://e.org/q>|\n',
  ],
  ['|a|\n|-|\n|b|\n', 'b', ' <https://e.org/q>', '|a|\n|-|\n|b <https://e.org/q>|\n'],
  ['|a|\n|-|\n|b|\n', 'b', ' https://e.org/q', '|a|\n|-|\n|b https://e.org/q|\n'],
  ['See a@e.org now\n', 'e.org', 'g', 'See a@e.orgg now\n'],
  ['* [https://e.org](https://e.org)\n', 'e.org', 'q', '* [https://e.orgq](https://e.orgq)\n'],
  [
    '* [https://e.org](https://e.org) <https://e.com>\n',
    'e.com',
    'q',
    '* [https://e.org](https://e.org) <https://e.comq>\n',
  ],
  [
    '* [https://e.org](https://e.org) <https://e.com>\n',
    'e.org',
    'q',
    '* [https://e.orgq](https://e.orgq) <https://e.com>\n',
  ],
  ['|a|\n|-|\n|www.e.org|\n', 'e.org', '/q', '|a|\n|-|\n|www.e.org/q|\n'],
  ['[the site](https://e.org/a)\n', 'site', 's', '[the site](https://e.org/a)s\n'],
])('%j with %j typed there and %j', (markdown, words, text, expected) => {
  for (const way of ['type', 'insert'] as const) {
    editor.open(markdown)
    editor.caretBehind(words)
    editor[way](text)
    expect(editor.saved(), way).toBe(expected)
  }
})
