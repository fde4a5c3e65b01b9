import { cpuUsage } from 'node:process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlToMarkdown } from '../html-to-markdown.ts'
import { commonItems, findHunks } from './align.ts'
import { mergeBodies } from './merge-bodies.ts'
import { mergeSequences } from './merge-sequences.ts'
import { preserveBlocks } from './preserve-blocks.ts'
import { sentMarkdown } from './sent-markdown.ts'

const sent = (content: string) =>
  sentMarkdown({ content, contentFormat: undefined }, 'one\n\ntwo', async () => '')
/** Lines of `kinds` different kinds in random order. */
function lines(count: number, kinds: number): Array<string> {
  let state = 1
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return `line ${(state >> 8) % kinds}`
  })
}
const letters = (count: number, step: number) =>
  Array.from({ length: count }, (_, at) => 'ab'[((at * step) >> 4) & 1]!)

/** Without bounds, each of these took ten seconds or more: the time was quadratic in the length. */
test.each<[string, () => unknown]>([
  ['spaces within a line', () => sent(`a${' '.repeat(300_000)}b`)],
  ['tags that are never closed', () => sent("<a '".repeat(75_000))],
  ['comments that are never closed', () => sent('<!--'.repeat(75_000))],
  ['tags without a sign between', () => sent('<a '.repeat(100_000))],
  ['formats that cross each other', () => htmlToMarkdown('<b>a<i>b</b>'.repeat(190))],
  ['lines of two kinds', () => findHunks(letters(10_000, 3), letters(10_000, 5))],
  [
    'a paragraph of 3,000 lines that all changed',
    () => {
      const [base, yours, theirs] = [lines(3000, 50), lines(3000, 40), lines(3000, 30)]
      return mergeBodies(base.join('\n'), yours.join('\n'), theirs.join('\n'))
    },
  ],
  [
    'the same paragraph 2,000 times, put elsewhere',
    () => preserveBlocks(`${'a\n\n'.repeat(2000)}b`, `b\n\n${'c\n\na\n\n'.repeat(1000)}`),
  ],
  [
    'underlines that are never closed',
    () => preserveBlocks(`a ${'<u>'.repeat(5000)}`, `b ${'<u>'.repeat(5000)}`),
  ],
])('%s cost little time', async (_name, work) => {
  const before = cpuUsage()
  await work()
  const { user, system } = cpuUsage(before)
  expect((user + system) / 1e6).toBeLessThan(8)
})

test('the common items are the longest common subsequence, within the limit of comparisons', () => {
  const sequence = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 9 })
  fc.assert(
    fc.property(sequence, sequence, (keys, others) => {
      const pairs = commonItems(keys, others)
      const [own, theirs] = [pairs.map(([index]) => index), pairs.map(([, other]) => other)]
      expect(own.map((index) => keys[index])).toEqual(theirs.map((index) => others[index]))
      for (const places of [own, theirs]) expect(places).toEqual([...new Set(places)].sort())
      expect(pairs.length).toBe(longest(keys, others))
    }),
  )
})

function longest([key, ...keys]: Array<string>, others: Array<string>): number {
  if (key === undefined || others.length === 0) return 0
  const at = others.indexOf(key)
  return Math.max(longest(keys, others), at < 0 ? 0 : 1 + longest(keys, others.slice(at + 1)))
}

test('beyond the limit of comparisons, unique items and runs divide the work', () => {
  const words = lines(30_000, 40)
  const edited = words.flatMap((word, at) => (at % 10_000 === 5000 ? [word, 'new'] : [word]))
  expect(findHunks(words, edited)).toHaveLength(3)
})

test('a merge of sequences takes what one side changed and leaves what both did to a person', () => {
  const [base, yours, theirs] = [[...'abcdefgh'], [...'aBcdefghi'], [...'abcdEfgh']]
  expect(mergeSequences(base, yours, theirs)).toEqual([{ kind: 'agreed', items: [...'aBcdEfghi'] }])
  expect(mergeSequences(base, yours, [...'aXcdefgh'])).toEqual([
    { kind: 'agreed', items: ['a'] },
    { kind: 'conflict', base: ['b'], yours: ['B'], theirs: ['X'] },
    { kind: 'agreed', items: [...'cdefghi'] },
  ])
  expect(mergeSequences(base, yours, yours)).toEqual([{ kind: 'agreed', items: yours }])
})
