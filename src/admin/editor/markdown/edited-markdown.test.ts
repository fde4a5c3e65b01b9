// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest'
import { type SampleEditor, sampleEditor } from '../sample-editor.ts'

let editor: SampleEditor
beforeAll(async () => {
  editor = await sampleEditor()
})

// Each word is there once.
test.each([
  'a\n\n\tcode one\n\t\tdeep\n\t\n\ttwo\n\nb\n',
  '- item\n\n\t\tcode one\n\t\ttwo\n\n- b\n',
  '1. item\n\n\t   code one\n\t   two\n',
  '> a\n>\n>     code one\n>       deep\n>\n\n- after\n',
  '>```\n>code one\n>  two\n>\n>three\n>```\n',
  '>```\n> one\n>two\n>   three\n>> four\n>```\n',
  '- [ ] 1. one\n  second line\n',
  '- [x] # one\n  second line\n\n  a para\n  third\n- [ ] *b*\n',
  '*\t[ ] <!-- here --> one\n\tsecond line\n',
  '1. [ ] > one\n   second line\n   - [ ] + two\n     third\n',
  'See www.e.org/a_b and __so__, (www.f.net).\nThen WWW.g.com/x?y&z.\n',
  '**www.e.org/a** _www.f.net_ and *so*\n',
  '- [ ] www.e.org/a\n  and www.f.net\n',
  '|www.e.org/a|so|\n|-|-|\n|two|**www.f.net**|\n',
  '\u3000one two\n\n# \u3000three\u3000\n\n- **four**\u3000\n- \u2028five\n',
])('in %j, a letter that is typed is the only change', (file) => {
  const words = new Set(
    file
      .match(/(?<![\w.])(?:www\.)?[a-z]{2,}[\w./?&]*(?<![.&?])/g)
      ?.filter((word) => word !== 'here'),
  )
  expect(words.size).toBeGreaterThan(2)
  for (const word of words) {
    editor.open(file)
    editor.caretBehind(word)
    editor.type('q')
    expect.soft(editor.saved(), word).toBe(file.replace(word, `${word}q`))
  }
})

test('the space of an indent is typed like any other letter', () => {
  editor.open('段落\n')
  editor.caretBehind('段落')
  editor.press('Enter')
  editor.insert('\u3000新')
  expect(editor.saved()).toBe('段落\n\n\u3000新\n')
})

test.each([
  ['strong', 'after  \n', '**after**  \n'],
  ['link', '> after \n', '> [after](/x) \n'],
  ['underline', '- after\t\n- b\n', '- <u>after</u>\t\n- b\n'],
])('%s ends before the spaces at the end of %j', (mark, file, expected) => {
  editor.open(file)
  editor.format(mark, 'after', mark === 'link' ? { href: '/x' } : {})
  expect(editor.saved()).toBe(expected)
})
