import { describe, expect, it } from 'vitest'
import { mergeBodies } from '#domain/markdown/merge-bodies.ts'
import type { DraftValues } from '../draft-values.ts'
import { itemForm } from '../item-form.ts'
import { sampleValues } from '../sample-values.ts'
import { type ConflictAnswer, conflictAnswer, solvedValues } from './conflict.ts'
import { documentConflict, rebased } from './document-conflict.ts'
import {
  type Choices,
  chosenText,
  chunkId,
  noChoices,
  openPlaces,
  type Side,
} from './merge-places.ts'

const base = {
  title: 'Title',
  excerpt: 'Excerpt',
  category: 'mixing',
  tags: ['a'],
  markdown: 'One.\n\nTwo.\n\nThree.\n',
}
const revision = 'f'.repeat(40)
const articles = itemForm('articles', 'UTC')

function answerOf(yours: object, theirs: object, keys: Array<string>, chunks?: Array<object>) {
  return {
    message: 'Somebody has changed this meanwhile.',
    base,
    yours: { ...base, ...yours },
    theirs: { ...base, ...theirs, revision },
    conflicts: keys.map((key) => ({ key, ...(key === 'content' && chunks && { chunks }) })),
  } as ConflictAnswer
}
const openOf = (draft: ReturnType<typeof draftOf>, choices: Choices) =>
  openPlaces(draft.places, choices).length
const draftOf = (...args: Parameters<typeof answerOf>) =>
  documentConflict(articles, answerOf(...args), mergeBodies)

describe('a conflict', () => {
  it('in a field leaves it open and merges all else', () => {
    const draft = draftOf(
      { title: 'Mine', tags: ['b'], markdown: 'One!\n\nTwo.\n\nThree.\n' },
      { title: 'Theirs', category: 'mastering', markdown: 'One.\n\nTwo.\n\nThree!\n' },
      ['title'],
    )
    expect(draft.conflicts).toEqual([
      { key: 'title', base: 'Title', yours: 'Mine', theirs: 'Theirs' },
    ])
    expect(openOf(draft, noChoices)).toBe(1)
    const choices: Choices = {
      ...noChoices,
      decided: { 'field:title': { kind: 'edited', text: 'Both' } },
    }
    expect(openOf(draft, choices)).toBe(0)
    expect(solvedValues(draft, choices)).toMatchObject({
      title: 'Both',
      tags: ['b'],
      category: 'mastering',
      content: 'One!\n\nTwo.\n\nThree!\n',
    })
    expect(draft.revision).toBe(revision)
  })

  it('in a body leaves the texts of the pieces of an issue merged', () => {
    const issue = (markdown: string, ...paragraphs: Array<string>) => ({
      title: 'Issue',
      revision,
      markdown,
      articles: [{ title: 'Piece', excerpt: '', content: paragraphs.join('\n\n') }],
    })
    const chunks = [{ kind: 'conflict', base: 'Hi.', yours: 'Hello.', theirs: 'Hey.' }]
    const answer = {
      message: 'Somebody has changed this meanwhile.',
      base: issue('Hi.', 'One.', 'Two.'),
      yours: issue('Hello.', 'One!', 'Two.'),
      theirs: issue('Hey.', 'One.', 'Two!'),
      conflicts: [{ key: 'content', chunks }],
    } as ConflictAnswer
    const draft = documentConflict(itemForm('newsletters', 'UTC'), answer, mergeBodies)
    expect(openOf(draft, noChoices)).toBe(1)
    const solved = solvedValues(draft, {
      ...noChoices,
      decided: { [chunkId(0)]: { kind: 'yours' } },
    })
    expect(solved).toMatchObject({ content: 'Hello.', articles: [{ content: 'One!\n\nTwo!' }] })
  })

  it('in a body is chosen part by part, or written by hand', () => {
    const texts = {
      yours: 'One.\n\nTwo, mine.\n\nThree.\n',
      theirs: 'One.\n\nTwo, theirs.\n\nThree.\n',
    }
    const merged = mergeBodies(base.markdown, texts.yours, texts.theirs)
    if (merged.kind !== 'conflict') throw new Error('these bodies must not merge')
    const draft = draftOf(
      { markdown: texts.yours },
      { markdown: texts.theirs },
      ['content'],
      merged.chunks,
    )
    const at = merged.chunks.findIndex(({ kind }) => kind === 'conflict')
    expect(openOf(draft, noChoices)).toBe(1)
    const solve = (kind: Side) =>
      solvedValues(draft, { ...noChoices, decided: { [chunkId(at)]: { kind } } }).content
    expect(solve('yours')).toBe(texts.yours)
    expect(solve('theirs')).toBe(texts.theirs)
    expect(solve('both')).toBe('One.\n\nTwo, theirs.\n\nTwo, mine.\n\nThree.\n')
    expect(solve('before')).toBe(base.markdown)
    const byHand = { ...noChoices, text: 'By hand.\n', byHand: true }
    expect(openOf(draft, byHand)).toBe(0)
    expect(solvedValues(draft, byHand).content).toBe('By hand.\n')
    expect(chosenText(merged.chunks, noChoices)).toBe(texts.yours)
  })

  it('without a base compares both as they are', () => {
    const answer = { ...answerOf({ title: 'Mine' }, { title: 'Theirs' }, ['title']), base: null }
    const draft = documentConflict(articles, answer, mergeBodies)
    expect(draft.conflicts.map(({ key }) => key)).toEqual(['title'])
    expect(draft.merged.category).toBe('mixing')
    expect(draft.places).toMatchObject([
      { label: 'Title', before: null, yours: 'Mine', theirs: 'Theirs' },
    ])
  })

  it('of a newsletter names its description as the excerpt', () => {
    const answer = {
      ...answerOf({}, {}, ['description']),
      yours: { description: 'Mine' },
      theirs: { description: 'Theirs', revision },
    }
    expect(
      documentConflict(itemForm('newsletters', 'UTC'), answer, mergeBodies).conflicts.map(
        ({ key }) => key,
      ),
    ).toEqual(['excerpt'])
  })
})

it.each([
  [{ message: 'The file has uncommitted work.' }, false],
  [null, false],
  ['text', false],
  [answerOf({}, {}, []), true],
])('%# is distinguished from other refusals', (body, expected) => {
  expect(conflictAnswer(body) !== null).toBe(expected)
})

describe('the values after a save', () => {
  const sent = sampleValues({ title: 'Mine' })
  const typed = sampleValues({ title: 'Mine', excerpt: 'Typed meanwhile.' })
  const shown = (yours: DraftValues, theirs: DraftValues) =>
    rebased(articles, { base: sent, yours, theirs })

  it('the answer counts when nothing was typed meanwhile, with what it merged in', async () => {
    const saved = sampleValues({ title: 'Mine', category: 'mastering' })
    expect(await shown(sent, saved)).toEqual(saved)
  })

  it('what was typed meanwhile stays, as a change of what was saved', async () => {
    expect(await shown(typed, sent)).toEqual(typed)
  })

  it('text typed meanwhile is applied on top of the merged result of the save', async () => {
    const saved = sampleValues({ title: 'Mine', content: 'Theirs.\n' })
    expect(await shown(typed, saved)).toEqual({
      ...saved,
      excerpt: 'Typed meanwhile.',
    })
  })

  it('where that can not be, the next save begins from the older base', async () => {
    const saved = sampleValues({ title: 'Mine', excerpt: 'Theirs.' })
    expect(await shown(typed, saved)).toBeNull()
  })
})
