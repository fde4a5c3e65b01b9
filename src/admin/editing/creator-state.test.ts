import { describe, expect, it, test } from 'vitest'
import {
  type CreatorInput,
  emptyState,
  emptyValues,
  hasInput,
  withFormatted,
  withFormatUndone,
  withoutPicture,
  withPicture,
  withPictureFacts,
  withRaw,
  withTagToggled,
} from './creator-state.ts'

const { input: empty } = emptyState('articles')
const three = ['/a.png', '/b.png', '/c.png'].reduce(
  (input, url) => withPicture(input, url, ''),
  empty,
)
const urls = ({ pictures }: CreatorInput) => pictures.map(({ url }) => url)

test('the first picture is selected, and none stands twice', () => {
  expect(three.selected).toBe('/a.png')
  expect(withPicture(three, '/b.png', '')).toBe(three)
})

describe('removing a picture', () => {
  it.each([
    ['the selected one selects the first that is left', '/a.png', '/a.png', '/b.png'],
    ['the selected last one selects the first', '/c.png', '/c.png', '/a.png'],
    ['another one leaves the selection', '/c.png', '/a.png', '/c.png'],
  ])('%s', (_what, selected, removed, expected) => {
    const input = withoutPicture({ ...three, selected }, removed)
    expect(input.selected).toBe(expected)
    expect(urls(input)).not.toContain(removed)
  })

  it('the only one selects none', () => {
    expect(withoutPicture(withPicture(empty, '/a.png', ''), '/a.png')).toMatchObject({
      pictures: [],
      selected: null,
    })
  })
})

test('facts belong to one picture', () => {
  const { pictures } = withPictureFacts(three, '/b.png', { alt: 'B', suggested: ['warp'] })
  expect(pictures.map(({ alt }) => alt)).toEqual(['', 'B', ''])
})

test('a tag is taken once and given back, however it is spelled', () => {
  const taken = withTagToggled(withTagToggled(empty, 'Warp'), 'midi')
  expect(taken.tags).toEqual(['Warp', 'midi'])
  expect(withTagToggled(taken, 'warp').tags).toEqual(['midi'])
})

test('formatting can be undone until something is typed', () => {
  const formatted = withFormatted(withRaw(empty, '• one'), '- one')
  expect(withFormatUndone(formatted)).toMatchObject({ raw: '• one', unformatted: null })
  const typed = withRaw(formatted, '- one!')
  expect(withFormatUndone(typed)).toBe(typed)
  expect(withFormatted(typed, '- one!')).toBe(typed)
})

test('blank text alone is nothing to lose', () => {
  expect(hasInput(empty)).toBe(false)
  expect(hasInput(withRaw(empty, ' \n'))).toBe(false)
  expect(hasInput(withRaw(empty, 'x'))).toBe(true)
  expect(hasInput(three)).toBe(true)
})

test('new items begin with the defaults', () => {
  expect(emptyValues('articles')).toMatchObject({
    category: 'workflow',
    readTime: 5,
    techniqueLevel: 'beginner',
  })
  expect(emptyValues('news').category).toBe('news')
})

test('the whole state is JSON', () => {
  const state = { ...emptyState('news'), input: three }
  expect(JSON.parse(JSON.stringify(state))).toEqual(state)
})
