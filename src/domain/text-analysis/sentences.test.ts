import { expect, test } from 'vitest'
import { splitSentences, trimToPhrase } from './sentences.ts'

test.each([
  ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
  ['Live 12.1 adds 2.5 dB. It is free.', ['Live 12.1 adds 2.5 dB.', 'It is free.']],
  ['Use a delay, e.g. Echo. Then stop.', ['Use a delay, e.g. Echo.', 'Then stop.']],
  ['He said “Stop.” Then he left.', ['He said “Stop.”', 'Then he left.']],
  ['Where am I? is answered first.', ['Where am I? is answered first.']],
  ['Wait… what now', ['Wait… what now']],
  ['no end', ['no end']],
  ['', []],
])('%j has its sentences', (paragraph, sentences) => {
  expect(splitSentences(paragraph)).toEqual(sentences)
})

test.each([
  [
    'de',
    'Am 3. Mai kam z. B. Dr. Müller. Er blieb!',
    ['Am 3. Mai kam z. B. Dr. Müller.', 'Er blieb!'],
  ],
  ['ja', 'これは文です。次の文です！', ['これは文です。', '次の文です！']],
  ['hi', 'यह वाक्य है। दूसरा वाक्य।', ['यह वाक्य है।', 'दूसरा वाक्य।']],
])('a paragraph in %s has the sentences of its language', (language, paragraph, sentences) => {
  expect(splitSentences(paragraph, language)).toEqual(sentences)
})

test.each([
  ['short enough', 5, 40, 'short enough'],
  ['The kick comes first, then the bass follows it', 10, 30, 'The kick comes first'],
  ['The kick comes first because the bass waits for it', 10, 32, 'The kick comes first'],
  ['Threshold ratio attack release knee makeup gain', 10, 30, 'Threshold ratio attack release'],
  ['The kick (the deep one with a long tail) and the bass', 5, 30, 'The kick'],
])('%j between %i and %i characters ends where a phrase ends', (text, min, max, trimmed) => {
  expect(trimToPhrase(text, min, max)).toBe(trimmed)
})
