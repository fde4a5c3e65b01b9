import { expect, test, vi } from 'vitest'
import type { AdminItem } from '../../api/admin-content.ts'
import { RequestError } from '../../api/refusal.ts'
import { valuesOf } from '../documents/draft-values.ts'
import { openProposal } from './open-proposal.ts'
import { creatorAddress } from './proposed-item.ts'

const item = {
  id: 1,
  revision: 'a'.repeat(40),
  title: 'Warp',
  slug: 'warp',
  excerpt: 'E.',
  publishedAt: '2026-01-02T00:00:00.000Z',
  category: 'mixing',
  tags: ['warp', 'audio'],
  markdown: '* One\n* Two\n\nThree *stars*.\n',
  content: '<ul>\n<li>One</li>\n<li>Two</li>\n</ul>\n<p>Three <em>stars</em>.</p>',
} as unknown as AdminItem

const sources = {
  timeZone: 'UTC',
  latestDraft: async () => null,
  storedInput: async () => null,
  async read(_type: string, id: number) {
    if (id === 1) return item
    throw new RequestError(id === 500 ? 500 : 404, '', 'No')
  },
}

function open(proposed: unknown, more: Partial<Parameters<typeof openProposal>[1]> = {}) {
  const content = typeof proposed === 'string' ? proposed : JSON.stringify(proposed)
  const address = creatorAddress({ edit: 'true', content })
  if (address.kind !== 'edit') throw new Error('this is edit mode')
  return openProposal(address, { ...sources, ...more })
}

test('the item is the one that is there, and the address only proposes', async () => {
  const { start, note } = await open({
    ...item,
    revision: 'b'.repeat(40),
    title: 'Proposed',
    publishedAt: null,
  })
  expect(note).toBe('proposed')
  expect(start.phase).toBe('editing')
  expect(start.edit).toMatchObject({
    kind: 'saved',
    id: 1,
    revision: item.revision,
    base: { title: 'Warp', content: item.markdown },
    values: { title: 'Proposed', content: item.markdown, publishedAt: '2026-01-02T00:00' },
  })
})

test.each([
  ['its own HTML is no change', { content: item.content }, item.markdown],
  [
    'other HTML changes only what differs',
    { content: item.content.replace('Two', 'Too') },
    item.markdown.replace('Two', 'Too'),
  ],
  ['Markdown is taken as it is', { content: 'Else.\n' }, 'Else.\n'],
  [
    'Markdown beside its own HTML counts',
    { content: item.content, markdown: 'Else.\n' },
    'Else.\n',
  ],
  ['no body proposes none', {}, item.markdown],
])('of a body: %s', async (_what, proposed, expected) => {
  const { start, note } = await open({ id: 1, ...proposed })
  expect(start.edit?.values.content).toBe(expected)
  expect(note).toBe(expected === item.markdown ? null : 'proposed')
})

test('what was typed before comes first', async () => {
  const base = valuesOf('articles', item, 'UTC')
  const kept = {
    kind: 'articles',
    item: '1',
    revision: 'c',
    title: '',
    at: 1,
    base,
    values: { ...base, title: 'Typed' },
  }
  const { start, draft, note } = await open(
    { id: 1, title: 'Proposed' },
    { latestDraft: async () => kept },
  )
  expect(start.edit?.values.title).toBe('Typed')
  expect(draft?.values.title).toBe('Typed')
  expect(note).toBe('hidden')
})

test('without an item that exists it begins a new one with what is proposed', async () => {
  const gone = await open({ id: 9, title: 'Proposed', content: '<p>One</p>' })
  expect(gone).toMatchObject({ item: null, note: 'gone' })
  expect(gone.start.edit).toMatchObject({
    kind: 'new',
    values: { title: 'Proposed', content: 'One\n' },
  })
  expect(await open({ title: 'Proposed' })).toMatchObject({
    item: null,
    note: null,
    start: { edit: { kind: 'new' } },
  })
})

test('what can’t be read is logged and begins with empty fields', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { start, note } = await open('{"title":')
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
  expect(note).toBe('unreadable')
  expect(start.edit).toMatchObject({
    kind: 'new',
    values: { title: '', content: '', category: 'workflow' },
  })
})

test('an item that can’t be loaded rejects', async () => {
  await expect(open({ id: 500 })).rejects.toThrow('500')
})
