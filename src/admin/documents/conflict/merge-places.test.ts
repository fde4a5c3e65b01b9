import { describe, expect, it, test } from 'vitest'
import { mergeBodies } from '#domain/markdown/merge-bodies.ts'
import {
  bodyPlaces,
  bothLists,
  type Choices,
  chosenText,
  type Decision,
  decidedValue,
  noChoices,
  openPlaces,
  withRest,
} from './merge-places.ts'
import { mergeWords } from './word-changes.ts'

function chunksOf(base: string, yours: string, theirs: string) {
  const merged = mergeBodies(base, yours, theirs)
  if (merged.kind !== 'conflict') throw new Error('these bodies must not merge')
  return merged.chunks
}
const text = (word: string) =>
  `# Start\n\nOne ${word}.\n\n## Setting up\n\nSame.\n\n| A | B |\n| - | - |\n| ${word} | 2 |\n| 3 | 4 |\n\n\`\`\`js\nrun('${word}')\n\`\`\`\n\nEnd.\n`
const chunks = chunksOf(text('old'), text('mine'), text('theirs'))
const places = bodyPlaces(chunks)

describe('the places of a body', () => {
  it('say what they are and where they stand', () => {
    expect(places.map(({ label, about }) => `${label}: ${about}`)).toEqual([
      'Text 1: paragraph under “Start”',
      'Text 2: table under “Setting up”',
      'Text 3: code under “Setting up”',
    ])
    expect(places[0]).toMatchObject({
      before: 'One old.',
      yours: 'One mine.',
      theirs: 'One theirs.',
    })
    expect(places[1]?.above).toContain('| - | - |')
    expect(bodyPlaces(chunks, false)[0]?.before).toBeNull()
  })

  it.each<[Decision, string]>([
    [{ kind: 'before' }, text('old')],
    [{ kind: 'yours' }, text('mine')],
    [{ kind: 'theirs' }, text('theirs')],
  ])('all decided as %o are that version', (decision, whole) => {
    const choices = {
      ...noChoices,
      decided: Object.fromEntries(places.map(({ id }) => [id, decision])),
    }
    expect(openPlaces(places, choices)).toEqual([])
    expect(chosenText(chunks, choices)).toBe(whole)
  })

  it('keep the white space around what is written by hand, and the rows of both in one table', () => {
    const decided = {
      [places[0]!.id]: { kind: 'edited', text: ' Mine and theirs.\n\n' },
      [places[1]!.id]: { kind: 'both' },
      [places[2]!.id]: { kind: 'edited', text: '' },
    } satisfies Record<string, Decision>
    const solved = chosenText(chunks, { ...noChoices, decided })
    expect(solved).toContain('# Start\n\nMine and theirs.\n\n## Setting up')
    expect(solved).toContain('| - | - |\n| theirs | 2 |\n| mine | 2 |\n| 3 | 4 |')
    expect(solved).not.toContain('run(')
  })

  it('are resolved at once, but for what was decided before', () => {
    const [first, second] = places
    const choices: Choices = { ...noChoices, decided: { [second!.id]: { kind: 'theirs' } } }
    const all = withRest(places, choices, 'yours')
    expect(all.decided).toMatchObject({
      [first!.id]: { kind: 'yours' },
      [second!.id]: { kind: 'theirs' },
    })
    expect(openPlaces(places, all)).toEqual([])
  })

  it('need no decision when the whole text is written by hand', () => {
    expect(openPlaces(places, { ...noChoices, byHand: true, text: 'All new.' })).toEqual([])
    expect(chosenText(chunks, { ...noChoices, byHand: true, text: 'All new.' })).toBe('All new.')
  })
})

test.each([
  [
    ['a', 'b'],
    ['a', 'c'],
    ['b', 'd'],
    ['d', 'c'],
  ],
  [undefined, ['a'], ['b'], ['b', 'a']],
  ['text', 'other', 'text', null],
])('%# both changes of a list are made', (base, yours, theirs, both) => {
  expect(bothLists({ base, yours, theirs })).toEqual(both)
})

test.each<[Decision | undefined, unknown]>([
  [undefined, 3],
  [{ kind: 'before' }, 1],
  [{ kind: 'yours' }, 2],
  [{ kind: 'theirs' }, 3],
  [{ kind: 'both' }, 2],
  [{ kind: 'edited', text: '4' }, '4'],
])('a field decided as %o has that value', (decision, value) => {
  expect(decidedValue({ base: 1, yours: 2, theirs: 3 }, decision)).toBe(value)
})

test('of what was before, the words are marked that either has changed', () => {
  const marked = mergeWords('one two three four', 'one 2 three four', 'one two three 4')
  const words = (parts: ReadonlyArray<{ text: string; changed: boolean }>) =>
    parts.filter(({ changed }) => changed).map((part) => part.text)
  expect(words(marked.before)).toEqual(['two', 'four'])
  expect(words(marked.yours)).toEqual(['2'])
  expect(words(marked.theirs)).toEqual(['4'])
  expect(marked.before.map((part) => part.text).join('')).toBe('one two three four')
})
