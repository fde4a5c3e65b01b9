import { describe, expect, it } from 'vitest'
import { mergeBodies } from '#domain/markdown/merge-bodies.ts'
import { waitingAddress } from '#domain/waiting-picture.ts'
import type { Outgoing, Work } from './outgoing.ts'
import { afterSent, cancelledWith, nextToSend, waitsFor } from './queue-rules.ts'

let ids = 0
const entryOf = (work: Work, state: Outgoing['state'] = { kind: 'waiting' }): Outgoing => {
  ids += 1
  return { id: ids, key: `key-${ids}`, title: 'T', at: 0, work, state }
}
const saveOf = (
  item: number,
  patch: Record<string, unknown> = {},
  from: Record<string, unknown> = {},
) => entryOf({ kind: 'save', type: 'articles', item, revision: 'old', patch, from })

describe('the queue', () => {
  it('continues after a parked entry, except with entries of the same item', () => {
    const parked = { ...saveOf(1), state: { kind: 'conflict', answer: {} } as const }
    const behind = saveOf(1)
    const other = saveOf(2)
    expect(nextToSend([parked, behind, other], 0)).toBe(other)
    expect(nextToSend([behind, other], 0)).toBe(behind)
    expect(nextToSend([parked, behind], 0)).toBeNull()
    const restoring = entryOf({ kind: 'restore', type: 'articles', item: 1, commit: 'c' })
    expect(nextToSend([parked, behind, restoring], 0)).toBeNull()
    expect(nextToSend([parked, restoring, behind], 0)).toBe(restoring)
  })

  it('waits as long as the server asks, and overtakes an entry only after its third failure', () => {
    const other = saveOf(2)
    let queue = [saveOf(1), saveOf(1), other]
    for (const after of [10, 20, 30, 40]) {
      const [first = other] = queue
      expect(nextToSend(queue, after)).toBe(first)
      queue = afterSent(queue, first, { kind: 'later', after: after + 10 }, mergeBodies)
      expect(nextToSend(queue, after)).toBe(after < 30 ? null : other)
    }
  })

  it('does not wait for an instant that was written before the clock was set back', () => {
    const far = { ...saveOf(1), state: { kind: 'waiting', after: 3_600_000 } as const }
    expect(nextToSend([far], 0)).toBe(far)
  })

  it('parks a conflict, a refusal and what was deleted with the text, and leaves what got no answer as it is', () => {
    const one = saveOf(1)
    const states = [
      { kind: 'conflict', answer: 1 },
      { kind: 'refused', message: 'No.' },
      { kind: 'gone' },
    ] as const
    for (const state of states)
      expect(afterSent([one], one, state, mergeBodies)).toEqual([{ ...one, state }])
    expect(afterSent([one], one, { kind: 'unreachable' }, mergeBodies)).toEqual([one])
  })

  it('puts the next save of an item on what the server made of the one before, with the changes of others', () => {
    const first = saveOf(1, { content: 'One!\n\nTwo.\n' }, { content: 'One.\n\nTwo.\n' })
    const second = saveOf(
      1,
      { content: 'One!!\n\nTwo.\n', title: 'B' },
      { content: 'One!\n\nTwo.\n', title: 'A' },
    )
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
      answer: {
        theirs: { revision: 'new', title: 'Theirs' },
        yours: { title: 'Mine' },
        conflicts: [{ key: 'title' }],
      },
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

  it('holds a text back until its pictures are uploaded, and then gives it their address', () => {
    const key = 'a'.repeat(32)
    const upload = { ...entryOf({ kind: 'upload', file: new File([], 'a.png'), alt: '' }), key }
    const save = saveOf(
      1,
      { content: `![](${waitingAddress(key)})`, title: 'B' },
      { content: '', title: 'A' },
    )
    const other = saveOf(2)
    const parked = { ...upload, state: { kind: 'refused', message: 'No.' } as const }
    expect(nextToSend([upload, save, other], 0)).toBe(upload)
    expect(nextToSend([parked, save, other], 0)).toBe(other)
    expect(waitsFor([parked, save, other], save)).toBe(parked)
    const [left] = afterSent(
      [upload, save],
      upload,
      { kind: 'done', item: null, picture: '/media/a.png' },
      mergeBodies,
    )
    expect(left?.work).toMatchObject({ patch: { content: '![](/media/a.png)', title: 'B' } })
  })

  it('sends the changes of a new item behind its creation, under the number that it got', () => {
    const create = entryOf({
      kind: 'create',
      type: 'articles',
      fields: { title: 'A', publishedAt: null },
    })
    const change = (patch: Record<string, unknown>, from: Record<string, unknown>) =>
      entryOf({ kind: 'save', type: 'articles', item: create.key, revision: '', patch, from })
    const first = change(
      { title: 'B', publishedAt: '2026-01-01' },
      { title: 'A', publishedAt: null },
    )
    const second = change({ title: 'C' }, { title: 'B' })
    const conflict = { ...create, state: { kind: 'refused', message: 'No.' } as const }
    expect(nextToSend([conflict, first, second], 0)).toBeNull()
    const item = { id: 9, revision: 'new', title: 'A', publishedAt: null, markdown: '' }
    const left = afterSent([create, first, second], create, { kind: 'done', item }, mergeBodies)
    expect(left.map(({ work }) => work)).toMatchObject([
      { item: 9, revision: 'new', patch: { title: 'B', publishedAt: '2026-01-01' } },
      { item: 9, patch: { title: 'C' } },
    ])
    expect(nextToSend(left, 0)?.key).toBe(first.key)
    expect(cancelledWith([create, first, second], second)).toEqual([create, first, second])
  })

  it('takes back with an entry what stands on it, and nothing else', () => {
    const key = 'b'.repeat(32)
    const upload = { ...entryOf({ kind: 'upload', file: new File([], 'b.png'), alt: '' }), key }
    const before = saveOf(1, { title: 'A' })
    const save = saveOf(1, { imageUrl: waitingAddress(key) })
    const behind = saveOf(1, { title: 'B' })
    const other = saveOf(2)
    const queue = [before, upload, save, other, behind]
    expect(cancelledWith(queue, upload)).toEqual([upload, save, behind])
    expect(cancelledWith(queue, before)).toEqual([before, save, behind])
    expect(cancelledWith(queue, behind)).toEqual([behind])
  })
})
