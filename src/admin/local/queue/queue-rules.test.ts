import { describe, expect, it } from 'vitest'
import { mergeBodies } from '#domain/markdown/merge-bodies.ts'
import type { Outgoing, Work } from './outgoing.ts'
import { afterSent, nextToSend } from './queue-rules.ts'

let ids = 0
const entryOf = (work: Work, state: Outgoing['state'] = { kind: 'waiting' }): Outgoing => {
  ids += 1
  return { id: ids, key: `key-${ids}`, title: 'T', at: 0, work, state }
}
const saveOf = (item: number, patch: Record<string, unknown> = {}, from: Record<string, unknown> = {}) =>
  entryOf({ kind: 'save', type: 'articles', item, revision: 'old', patch, from })

describe('the queue', () => {
  it('goes on past a parked entry, but not with what is of the same item', () => {
    const parked = { ...saveOf(1), state: { kind: 'conflict', answer: {} } as const }
    const behind = saveOf(1)
    const other = saveOf(2)
    expect(nextToSend([parked, behind, other], 0)).toBe(other)
    expect(nextToSend([behind, other], 0)).toBe(behind)
    expect(nextToSend([parked, behind], 0)).toBeNull()
  })

  it('waits for what the server asked to come again with, and overtakes nothing', () => {
    const busy = { ...saveOf(1), state: { kind: 'waiting', after: 50 } as const }
    expect(nextToSend([busy, saveOf(2)], 10)).toBeNull()
    expect(nextToSend([busy, saveOf(2)], 50)).toBe(busy)
  })

  it('parks a conflict and a refusal, and leaves what got no answer as it is', () => {
    const one = saveOf(1)
    expect(afterSent([one], one, { kind: 'conflict', answer: 1 }, mergeBodies)[0]?.state).toEqual({
      kind: 'conflict',
      answer: 1,
    })
    expect(afterSent([one], one, { kind: 'refused', message: 'No.' }, mergeBodies)[0]?.state.kind).toBe('refused')
    expect(afterSent([one], one, { kind: 'unreachable' }, mergeBodies)).toEqual([one])
  })

  it('puts the next save of an item on what the server made of the one before, with the changes of others', () => {
    const first = saveOf(1, { content: 'One!\n\nTwo.\n' }, { content: 'One.\n\nTwo.\n' })
    const second = saveOf(1, { content: 'One!!\n\nTwo.\n', title: 'B' }, { content: 'One!\n\nTwo.\n', title: 'A' })
    const item = { id: 1, revision: 'new', title: 'A', markdown: 'One!\n\nTwo, theirs.\n' }
    const [left] = afterSent([first, second], first, { kind: 'done', item }, mergeBodies)
    expect(left?.work).toMatchObject({
      revision: 'new',
      patch: { content: 'One!!\n\nTwo, theirs.\n', title: 'B' },
      from: { content: 'One!\n\nTwo, theirs.\n', title: 'A' },
    })
  })

  it('leaves to choose where the next save and the others changed the same', () => {
    const first = saveOf(1, { excerpt: 'E' }, { excerpt: '' })
    const second = saveOf(1, { title: 'Mine' }, { title: 'A' })
    const item = { id: 1, revision: 'new', title: 'Theirs', markdown: '' }
    const [left] = afterSent([first, second], first, { kind: 'done', item }, mergeBodies)
    expect(left?.state).toMatchObject({
      kind: 'conflict',
      answer: { theirs: { revision: 'new', title: 'Theirs' }, yours: { title: 'Mine' }, conflicts: [{ key: 'title' }] },
    })
  })

  it('sends along nothing that was not changed', () => {
    const first = saveOf(1, { excerpt: 'E' }, { excerpt: '' })
    const second = saveOf(1, { title: 'A', excerpt: 'F' }, { title: 'A', excerpt: 'E' })
    const item = { id: 1, revision: 'new', title: 'Theirs', excerpt: 'E', markdown: '' }
    const [left] = afterSent([first, second], first, { kind: 'done', item }, mergeBodies)
    expect(left?.work).toMatchObject({ patch: { excerpt: 'F' }, revision: 'new' })
    expect(left).not.toHaveProperty('work.patch.title')
  })
})
