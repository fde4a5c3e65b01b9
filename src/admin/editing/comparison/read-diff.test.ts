import { expect, test } from 'vitest'
import { wordChanges } from '../../documents/conflict/word-changes.ts'
import { readDiff } from './diff-view.tsx'

test('a diff is read line by line, with the numbers and the gaps', () => {
  const diff =
    '@@ -1,2 +1,3 @@\n one\n-two\n+2\n+more\n@@ -9 +10 @@\n-old\n\\ No newline at end of file\n+new\n'
  expect(readDiff(diff)).toEqual([
    { kind: 'same', line: 1, text: 'one' },
    { kind: 'removed', line: 2, text: 'two' },
    { kind: 'added', line: 2, text: '2' },
    { kind: 'added', line: 3, text: 'more' },
    { kind: 'gap', line: null, text: '' },
    { kind: 'removed', line: 9, text: 'old' },
    { kind: 'added', line: 10, text: 'new' },
  ])
  expect(readDiff('')).toEqual([])
})

test('a line that begins with marks is not taken for a mark', () => {
  expect(readDiff('@@ -1 +1 @@\n---- a\n++++ b\n').map(({ kind, text }) => [kind, text])).toEqual([
    ['removed', '--- a'],
    ['added', '+++ b'],
  ])
})

const marked = (parts: Array<{ text: string; changed: boolean }>) =>
  parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')

test.each([
  ['Use the warp mode.', 'Use a warp mode.', 'Use [the] warp mode.', 'Use [a] warp mode.'],
  ['same', 'same', 'same', 'same'],
  ['', 'new', '', '[new]'],
  ['a b c d', 'a x c y d', 'a [b] c d', 'a [x] c[ y] d'],
])('%j → %j marks the words that differ', (before, after, old, now) => {
  const changes = wordChanges(before, after)
  expect([marked(changes.before), marked(changes.after)]).toEqual([old, now])
})

test('in a very long text, too, only the words that differ are marked', () => {
  const same = [...Array(3000).keys()].join(' ')
  const changes = wordChanges(`start a ${same} a end`, `start b ${same} b end`)
  expect(marked(changes.before)).toBe(`start [a] ${same} [a] end`)
})
