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
  '> a\n>\n>     code one\n>       deep\n',
  '- [ ] 1. one\n  second line\n',
  '- [x] # one\n  second line\n\n  a para\n  third\n- [ ] *b*\n',
  '*\t[ ] <!-- here --> one\n\tsecond line\n',
  '1. [ ] > one\n   second line\n   - [ ] + two\n     third\n',
  'See www.e.org/a_b and __so__, (www.f.net).\nThen WWW.g.com/x?y&z.\n',
  '**www.e.org/a** _www.f.net_ and *so*\n',
  '- [ ] www.e.org/a\n  and www.f.net\n',
  '|www.e.org/a|so|\n|-|-|\n|two|**www.f.net**|\n',
])('in %j, a letter that is typed is the only change', (file) => {
  const words = new Set(
    file.match(/(?<![\w.])(?:www\.)?[a-z]{2,}[\w./?&]*(?<![.&?])/g)?.filter((word) => word !== 'here'),
  )
  expect(words.size).toBeGreaterThan(2)
  for (const word of words) {
    editor.open(file)
    editor.caretBehind(word)
    editor.type('q')
    expect.soft(editor.saved(), word).toBe(file.replace(word, `${word}q`))
  }
})
