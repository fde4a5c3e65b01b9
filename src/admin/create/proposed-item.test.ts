import { describe, expect, it, test } from 'vitest'
import { sampleValues } from '../documents/sample-values.ts'
import { creatorAddress, type ProposedItem, withProposal } from './proposed-item.ts'

const proposedBy = (content: string) => {
  const address = creatorAddress({ edit: 'true', content })
  return address.kind === 'edit' ? address.proposed : undefined
}

test.each([
  [{}, { kind: 'create', type: 'articles', write: false, draft: null }],
  [{ draft: 'mine' }, { kind: 'create', type: 'articles', write: false, draft: 'mine' }],
  [
    { write: 'true', contentType: 'news', draft: 'mine' },
    { kind: 'create', type: 'news', write: true, draft: 'mine' },
  ],
  [{ waiting: 'key' }, { kind: 'waiting', key: 'key' }],
  [{ contentType: 'news' }, { kind: 'create', type: 'news', write: false, draft: null }],
  [{ contentType: 'newsletter' }, { kind: 'create', type: 'articles', write: false, draft: null }],
  [
    { edit: 'false', content: '{}' },
    { kind: 'create', type: 'articles', write: false, draft: null },
  ],
])('%o asks for a new item', (search, expected) => {
  expect(creatorAddress(search as Record<string, string>)).toEqual(expected)
})

describe('the item of an address', () => {
  it('is read field by field', () => {
    expect(
      proposedBy('{"id":"7","title":"T","tags":["a"," "],"readTime":"soon","imageUrl":null,"x":1}'),
    ).toEqual({
      id: 7,
      title: 'T',
      tags: ['a'],
      imageUrl: '',
    })
  })

  it.each(['', '{"title":', 'null', '"text"', '[1]'])('%o can’t be read', (content) => {
    const address = creatorAddress({ edit: 'true', content })
    expect(address).toMatchObject({ kind: 'edit', proposed: null })
    expect(address.kind === 'edit' && address.problem).toBeInstanceOf(Error)
  })

  it.each(['0', '-1', '1.5', '"one"', 'true'])('has no id in %s', (id) => {
    expect(proposedBy(`{"id":${id}}`)).toEqual({})
  })
})

describe('a proposal', () => {
  const base = sampleValues({ category: 'sound_design' })
  const laid = (proposed: ProposedItem, content?: string) =>
    withProposal('articles', base, proposed, content)

  it('takes the place of the fields that it names', () => {
    expect(laid({ title: 'New', tags: ['x', 'y'], featured: true }, 'Body.\n')).toEqual({
      ...base,
      title: 'New',
      tags: ['x', 'y'],
      featured: true,
      content: 'Body.\n',
    })
  })

  it('does not move what is published', () => {
    expect(laid({ slug: 'elsewhere' }).slug).toBe(base.slug)
    const draft = sampleValues({ publishedAt: '' })
    expect(withProposal('articles', draft, { slug: 'elsewhere' }, undefined).slug).toBe('elsewhere')
  })

  it('in another spelling of the category is none', () => {
    expect(laid({ category: 'sound-design' }).category).toBe('sound_design')
    expect(laid({ category: 'mixing' }).category).toBe('mixing')
  })

  it('of a news item changes nothing that its screen does not show', () => {
    const news = sampleValues({ tags: ['kept'] })
    expect(withProposal('news', news, { tags: [], readTime: 9, title: 'New' }, undefined)).toEqual({
      ...news,
      title: 'New',
    })
  })
})
