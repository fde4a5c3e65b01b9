import { expect, test } from 'vitest'
import { changedFields } from '../documents/draft-values.ts'
import { sampleValues } from '../documents/sample-values.ts'
import {
  carriedEdit,
  createKind,
  editedOf,
  editKind,
  newValues,
  readableNew,
} from './dialog-drafts.ts'

/** A form of a dialog as formats 1 and 2 stored it. */
const form = {
  title: 'Warp modes',
  issueNumber: '1',
  excerpt: 'What they do.',
  description: '',
  content: 'Text.\n',
  category: 'mixing',
  tags: ['warp'],
  imageUrl: '',
  imageAlt: '',
  techniqueLevel: 'beginner',
  abletonVersion: 'live_11',
  readTime: '4',
  featured: false,
}
const draft = (values: object, base: object = form, item = 'articles/7') => ({
  kind: editKind,
  item,
  revision: 'old',
  title: 'Warp modes',
  base,
  values,
  at: 5,
  format: 2,
})
const file = sampleValues({
  publishedAt: '2026-01-02T00:00',
  metaDescription: 'M',
  abletonVersion: 'live_11',
})

test('a draft of the edit dialog becomes one of the editor, in which nothing else is changed', () => {
  const carried = carriedEdit(
    'articles',
    file,
    draft({ ...form, title: 'Mine', tags: ['warp', 'beats'] }),
  )
  expect(carried).toMatchObject({ kind: 'articles', item: '7', revision: 'old', at: 5 })
  expect(carried?.base).toEqual({ ...file, issueNumber: 1 })
  expect(carried?.values).toEqual({
    ...file,
    issueNumber: 1,
    title: 'Mine',
    tags: ['warp', 'beats'],
  })
})

test('the body of such a draft is the file’s where it was not touched, with the file’s line ends', () => {
  const windows = { ...file, content: 'Text.\r\n' }
  const carried = carriedEdit('articles', windows, draft({ ...form, title: 'Mine' }))
  expect([carried?.base.content, carried?.values.content]).toEqual(['Text.\r\n', 'Text.\r\n'])
})

test('the description of an issue is its excerpt here, its number a number', () => {
  const issue = { ...form, excerpt: '', description: 'D' }
  const carried = carriedEdit(
    'newsletters',
    { ...file, excerpt: 'D' },
    draft({ ...issue, description: 'New', issueNumber: '12' }, issue, 'newsletters/3'),
  )
  expect(carried).toMatchObject({
    kind: 'newsletters',
    item: '3',
    base: { excerpt: 'D', issueNumber: 1 },
  })
  expect(carried?.values).toMatchObject({ excerpt: 'New', issueNumber: 12 })
})

test('what is no draft of a dialog is not taken', () => {
  expect(carriedEdit('articles', file, draft({ other: 1 }, { other: 2 }))).toBeNull()
  expect(carriedEdit('articles', file, draft(form, form, 'pages/1'))).toBeNull()
})

test('a new item that a dialog has stored in an older format is continued', () => {
  const empty = {
    ...form,
    title: '',
    excerpt: '',
    content: '',
    category: 'workflow',
    tags: [],
    readTime: '5',
  }
  const kept = {
    ...draft({ ...empty, title: 'Begun' }, empty, 'articles'),
    kind: createKind,
    revision: '',
  }
  const read = readableNew('articles', kept)
  expect(read && changedFields('articles', read.base, read.values)).toEqual(['title'])
  expect(changedFields('articles', newValues('articles'), read?.base ?? newValues('news'))).toEqual(
    [],
  )
})

test('an issue that the first format began with number 1 gets the next free one, but for a number that was typed', () => {
  const begun = { ...form, description: '', title: '' }
  const issue = (values: object, format?: number) => ({
    ...draft(values, begun, 'newsletters'),
    kind: createKind,
    format,
  })
  const number = (values: object, format?: number) =>
    readableNew('newsletters', issue(values, format) as ReturnType<typeof draft>)?.values
      .issueNumber
  expect(number({ ...begun, title: 'T' })).toBe(0)
  expect(number({ ...begun, issueNumber: '7' })).toBe(7)
  expect(number(begun, 2)).toBe(1)
  expect(number({ ...begun, issueNumber: '' }, 2)).toBe(0)
})

test('a new item of this format comes back; fields that its version did not know are empty', () => {
  const empty = newValues('articles')
  const kept = { ...draft({ ...empty, title: 'T' }, empty, 'articles'), kind: createKind }
  expect(readableNew('articles', kept)?.values).toEqual({ ...empty, title: 'T' })
  const older = {
    ...kept,
    base: { title: '', content: '' },
    values: { title: 'Mine', content: '' },
  }
  expect(readableNew('articles', older)?.values).toEqual({ ...empty, title: 'Mine' })
  expect(readableNew('articles', { ...kept, base: { other: 1 }, values: { other: 2 } })).toBeNull()
  expect(readableNew('articles', null)).toBeNull()
})

test('the name of a draft says what it is of', () => {
  expect(editedOf('news/12')).toEqual({ type: 'news', id: 12 })
  expect(editedOf('pages/12')).toBeNull()
})
