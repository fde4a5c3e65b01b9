import { expect, test } from 'vitest'
import { type Entry, isNamed, joined, matching } from './entries.ts'
import { screenEntries } from './screens.ts'

const titles = (query: string) => matching(query, screenEntries).map(({ title }) => title)

test.each([
  ['dash', 'Dashboard'],
  ['new issue', 'New issue'],
  ['people', 'Subscribers'],
  ['passw', 'Account'],
  ['time zone', 'Site details'],
  ['wordpress', 'Import a site'],
  ['subscirbers', 'Subscribers'],
  ['meda', 'Media'],
  ['DÁSHBOARD', 'Dashboard'],
])('%j finds %s first', (query, title) => {
  expect(titles(query)[0]).toBe(title)
})

test('titles come before keywords, and keywords before words with typing errors', () => {
  const entry = (title: string, keywords = ''): Entry => ({
    id: title,
    title,
    keywords,
    detail: '',
    act: { href: '/' },
  })
  const entries = [entry('Wrap'), entry('Modes', 'warp'), entry('The warp'), entry('Warp modes')]
  expect(matching('warp', entries).map(({ title }) => title)).toEqual([
    'Warp modes',
    'The warp',
    'Modes',
    'Wrap',
  ])
})

test.each([
  ['site', true],
  ['about', false],
  ['', true],
])('%j is in the title of a screen: %s', (query, named) => {
  expect(isNamed(query, { title: 'Site details' })).toBe(named)
})

test('short words have no typing errors, and nothing typed is everything', () => {
  expect(titles('xyz')).toEqual([])
  expect(titles('nex')).not.toContain('News')
  expect(titles('')).toEqual(screenEntries.map(({ title }) => title))
})

test('an entry of two sources is shown once, and no source takes the room of the others', () => {
  const entry = (id: string): Entry => ({ id, title: id, detail: '', act: { href: id } })
  const many = Array.from({ length: 9 }, (_, number) => entry(`/${number}`))
  expect(joined([[entry('/1')], many, [entry('/a')]], 3).map(({ id }) => id)).toEqual([
    '/1',
    '/0',
    '/2',
    '/a',
  ])
})

test('every screen of the palette is an address of the admin, named once', () => {
  expect(
    screenEntries.filter(({ act }) => !('href' in act && act.href.startsWith('/admin'))),
  ).toEqual([])
  expect(new Set(screenEntries.map(({ id }) => id)).size).toBe(screenEntries.length)
})
