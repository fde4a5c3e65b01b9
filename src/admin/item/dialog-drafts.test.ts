import { expect, test } from 'vitest'
import { begunEditing, createdForm, editedOf, editKind, readableForm } from './dialog-drafts.ts'
import { emptyForm, formOf, type ItemForm } from './item-form.ts'
import type { WholeManagedItem } from './managed-item.ts'

const item = {
  id: 7,
  slug: 'warp',
  title: 'Warp',
  status: 'published',
  publishedAt: null,
  imageUrl: null,
  imageAlt: '',
  excerpt: 'E',
  category: 'hardware',
  tags: ['a'],
  markdown: 'One.\n\nTwo.\n',
  revision: 'old',
} as WholeManagedItem
const base = formOf('articles', item)
const draft = (change: Partial<ItemForm>) => ({
  kind: editKind,
  item: 'articles/7',
  revision: 'old',
  title: 'Warp',
  base,
  values: { ...base, ...change },
  at: 5,
})

test('without a draft, or with one that says what the file says, the file is shown', async () => {
  for (const kept of [null, draft({})])
    expect(await begunEditing('articles', item, kept)).toMatchObject({ form: base, restored: null, conflict: null })
})

test('a draft of the same version comes back as one', async () => {
  const editing = await begunEditing('articles', item, draft({ title: 'Mine' }))
  expect(editing).toMatchObject({ form: { title: 'Mine' }, base, restored: { at: 5, moved: false }, conflict: null })
})

test('a draft is carried over to what others made of the item, and what both changed is left to choose', async () => {
  const theirs = { ...item, revision: 'new', excerpt: 'Theirs', markdown: 'One, theirs.\n\nTwo.\n' }
  const merged = await begunEditing('articles', theirs, draft({ title: 'Mine', content: 'One.\n\nTwo, mine.\n' }))
  expect(merged).toMatchObject({
    revision: 'new',
    form: { title: 'Mine', excerpt: 'Theirs', content: 'One, theirs.\n\nTwo, mine.\n' },
    restored: { moved: true },
    conflict: null,
  })
  const contested = await begunEditing('articles', theirs, draft({ excerpt: 'Mine' }))
  expect(contested).toMatchObject({
    revision: 'old',
    form: { excerpt: 'Mine', content: item.markdown },
    conflict: { conflicts: [{ key: 'excerpt', theirs: 'Theirs' }] },
  })
})

test('what another version of these forms has kept is carried over, and what is none of them is not taken', () => {
  expect(readableForm(draft({}))).not.toBeNull()
  const { title, content } = formOf('articles', item)
  const older = { ...draft({}), base: { title, content }, values: { title: 'Mine', content } }
  expect(readableForm(older)).toMatchObject({
    base: { title, readTime: '5' },
    values: { title: 'Mine', readTime: '5' },
  })
  expect(readableForm({ ...draft({}), base: { other: 1 }, values: { other: 2 } })).toBeNull()
  const begun = { ...emptyForm('newsletters'), issueNumber: '1' }
  const issue = { ...draft({}), kind: 'create-dialog', item: 'newsletters', base: begun }
  expect(readableForm({ ...issue, values: { ...begun, title: 'T' } })?.values.issueNumber).toBe('')
  expect(readableForm({ ...issue, values: { ...begun, issueNumber: '7' } })?.values.issueNumber).toBe('7')
  expect(readableForm({ ...issue, values: begun, format: 2 })?.values.issueNumber).toBe('1')
  expect(readableForm(null)).toBeNull()
})

test('the name of a draft says what it is of', () => {
  expect(editedOf('news/12')).toEqual({ type: 'news', id: 12 })
  expect(editedOf('pages/12')).toBeNull()
})

test('a creation that is taken back is a form again', () => {
  const { values } = createdForm('newsletters', { title: 'Issue', issueNumber: 4, content: 'Text.' })
  expect(values).toEqual({ ...emptyForm('newsletters'), title: 'Issue', issueNumber: '4', content: 'Text.' })
})
