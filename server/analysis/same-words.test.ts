import { expect, test } from 'vitest'
import { hasSameWords } from './model-answers.ts'

test.each([
  ['Set Drive to 6 dB.\n\nThen listen.', '## Set Drive to 6 dB.\n\n**Then** listen.'],
  ['one\n\ntwo', '- one\n- two'],
  ['Open it. Close it.', 'Open it.\n\nClose it.'],
  ['It’s “fine”.', 'It\'s "fine".'],
  ['a * b', 'a \\* b'],
  ['Level -6', '| Level | -6 |\n| --- | --- |'],
  ['press Ctrl+I now', 'press `Ctrl+I` now'],
])('%j and %j say the same', (one, other) => {
  expect(hasSameWords(one, other)).toBe(true)
})

test.each([
  ['Set Drive to 6 dB.', 'Set Drive to 7 dB.'],
  ['Set it to -6 dB.', 'Set it to 6 dB.'],
  ['One. Two.', 'Two. One.'],
  ['One, two.', 'One two.'],
  ['Play live.', 'Play Live.'],
  ['Read this.', 'Read [this](https://example.org).'],
  ['Read this.', 'Read this. ![x](https://example.org/x.png)'],
  ['script alert', '<script>alert'],
  ['One.', 'One. And more.'],
  ['One. And more.', 'One.'],
])('%j and %j do not', (one, other) => {
  expect(hasSameWords(one, other)).toBe(false)
})
