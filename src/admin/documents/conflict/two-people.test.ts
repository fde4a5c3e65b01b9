import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeBodies } from '#domain/markdown/merge-bodies.ts'
import type { DraftValues } from '../draft-values.ts'
import { itemForm } from '../item-form.ts'
import { type Conflict, solvedValues } from './conflict.ts'
import { isMerged, mergeVersions } from './document-conflict.ts'
import { type Decision, noChoices } from './merge-places.ts'
import { proposalsFor } from './read-place.ts'

const who = fc.constantFrom('editor' as const, 'writer' as const)
const place = fc.nat(3)
/** What somebody does, how often, and the largest `at`. */
const actions = [
  ['type', 8, 4],
  ['title', 2, 2],
  ['move', 3, 3],
  ['delete', 1, 0],
  ['save', 6, 0],
  ['network', 2, 0],
] as const
const step = fc.oneof(
  ...actions.map(([action, weight, most]) => ({
    weight,
    arbitrary: fc.record({ do: fc.constant(action), who, place, at: fc.nat(most) }),
  })),
)

const content = [
  'The kick is short and very loud.',
  'A **snare** with some room sounds wide.',
  '- hats stay open here\n- rides come last there',
  'Bass notes follow the kick, mostly.',
].join('\n\n')
const articles = itemForm('articles', 'UTC')
const start = articles.valuesOf({ title: 'Drums in one evening', markdown: content })

/** Every typed word is unique. */
const typedWords = (text: string) => text.match(/\b(?:editor|writer)\d+x\b/g) ?? []
const blocksOf = (values: DraftValues) =>
  values.content.split('\n\n').filter((block) => block !== '')

/** Puts a word before one of the words of a text, or behind the last one. */
function withWord(text: string, word: string, at: number): string {
  const words = text.split(' ')
  return words.toSpliced(at === 4 ? words.length : 2 * at, 0, word).join(' ')
}

interface Person {
  base: DraftValues
  now: DraftValues
  isOnline: boolean
}

/** Both move one paragraph, and one of them changes a paragraph at its old place. */
const movedByBothBesideChanges = (
  [
    ['type', 'editor', 1, 0],
    ['save', 'editor', 0, 0],
    ['move', 'writer', 0, 2],
    ['save', 'writer', 0, 0],
    ['type', 'editor', 3, 0],
    ['delete', 'writer', 1, 0],
    ['move', 'editor', 1, 3],
    ['move', 'writer', 0, 2],
    ['delete', 'writer', 0, 0],
    ['move', 'editor', 0, 1],
    ['save', 'editor', 0, 0],
    ['type', 'editor', 0, 0],
    ['save', 'editor', 0, 0],
    ['move', 'editor', 3, 1],
    ['save', 'editor', 0, 0],
  ] as const
).map(([action, person, number, at]) => ({ do: action, who: person, place: number, at }))

test('two people who edit, move and delete at the same time lose no word, and nothing that overlaps is taken unasked', () => {
  const seen = { merged: 0, asked: 0, proposed: 0, moved: 0 }
  const play = (
    steps: ReadonlyArray<{ do: string; who: 'editor' | 'writer'; place: number; at: number }>,
  ) => {
    let file = start
    const people: Record<string, Person> = {
      editor: { base: start, now: start, isOnline: true },
      writer: { base: start, now: start, isOnline: true },
    }
    const typed: Array<string> = []
    const deleted = new Set<string>()

    function save(person: Person) {
      if (!person.isOnline || person.now === person.base) return
      const { base, now: yours } = person
      const conflict = mergeVersions(
        articles,
        { revision: '', base, theirs: file, yours },
        mergeBodies,
      )
      const isAlone = JSON.stringify(base) === JSON.stringify(file)
      if (!isAlone) seen[isMerged(conflict) ? 'merged' : 'asked'] += 1
      const merged = isMerged(conflict) ? conflict.merged : decided(conflict)
      // Before anything is saved, all words of both are in the result.
      for (const word of typedWords(
        `${yours.title} ${yours.content} ${file.title} ${file.content}`,
      ))
        if (!deleted.has(word)) expect(`${merged.title} ${merged.content}`).toContain(word)
      file = merged
      person.base = merged
      person.now = merged
    }

    function decided(conflict: Conflict<DraftValues>): DraftValues {
      const proposals = proposalsFor(conflict.places)
      const choices = conflict.places.map((one): [string, Decision] => {
        const proposal = proposals.get(one.id)
        if (proposal) {
          seen[one.movedBy ? 'moved' : 'proposed'] += 1
          for (const word of typedWords(`${one.yours} ${one.theirs}`)) {
            const isGone =
              one.before?.includes(word) && !(one.yours.includes(word) && one.theirs.includes(word))
            if (!isGone || one.movedBy) expect(proposal.text).toContain(word)
          }
          return [one.id, { kind: 'joined', text: proposal.text }]
        }
        if (one.both !== null) return [one.id, { kind: 'both' }]
        if (one.sort === 'field')
          return [one.id, { kind: 'edited', text: `${one.theirs} ${one.yours}` }]
        return [one.id, { kind: one.yours === '' ? 'theirs' : 'yours' }]
      })
      return solvedValues(conflict, { ...noChoices, decided: Object.fromEntries(choices) })
    }

    for (const one of steps) {
      const person = people[one.who]!
      const blocks = blocksOf(person.now)
      const at = one.place % Math.max(blocks.length, 1)
      const put = (changed: Array<string>) => {
        person.now = { ...person.now, content: changed.join('\n\n') }
      }
      if (one.do === 'type' && blocks.length > 0) {
        const word = `${one.who}${typed.length}x`
        typed.push(word)
        put(blocks.with(at, withWord(blocks[at]!, word, one.at)))
      } else if (one.do === 'title') {
        const word = `${one.who}${typed.length}x`
        typed.push(word)
        person.now = { ...person.now, title: withWord(person.now.title, word, 2 * one.at) }
      } else if (one.do === 'move' && blocks.length > 1) {
        const [block] = blocks.splice(at, 1)
        put(blocks.toSpliced(one.at % (blocks.length + 1), 0, block!))
      } else if (one.do === 'delete' && blocks.length > 1) {
        for (const word of typedWords(blocks[at]!)) deleted.add(word)
        put(blocks.toSpliced(at, 1))
      } else if (one.do === 'save') save(person)
      else if (one.do === 'network') person.isOnline = !person.isOnline
    }
    for (const person of Object.values(people)) {
      person.isOnline = true
      save(person)
    }
    const all = `${file.title} ${file.content}`
    expect(typed.filter((word) => !deleted.has(word) && !all.includes(word))).toEqual([])
  }
  fc.assert(fc.property(fc.array(step, { minLength: 8, maxLength: 24 }), play), {
    numRuns: 30 * Number(import.meta.env.PROPERTY_TIMES ?? 1),
    examples: [[movedByBothBesideChanges]],
  })
  expect(Math.min(seen.merged, seen.asked, seen.proposed)).toBeGreaterThan(3)
})
