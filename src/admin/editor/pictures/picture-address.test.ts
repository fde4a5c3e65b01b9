import { expect, test } from 'vitest'
import { shownAt } from '#domain/shown-at.ts'
import { pictureName, readAddress } from './picture-address.ts'

const origin = 'https://notes.example'

test.each([
  ['', { kind: 'empty' }],
  ['   ', { kind: 'empty' }],
  ['pad', { kind: 'invalid' }],
  ['www.example.com/a.png', { kind: 'invalid' }],
  ['//example.com/a.png', { kind: 'invalid' }],
  ['https://', { kind: 'invalid' }],
  ['https:///a.png', { kind: 'invalid' }],
  ['https://exa mple.com/a.png', { kind: 'invalid' }],
  ['ftp://example.com/a.png', { kind: 'invalid' }],
  ['javascript:alert(1)', { kind: 'invalid' }],
  ['data:image/png;base64,AAAA', { kind: 'invalid' }],
  ['/media/', { kind: 'invalid' }],
  ['/elsewhere/a.png', { kind: 'invalid' }],
  ['/media/2026/a.png', { kind: 'own', url: '/media/2026/a.png' }],
  [' /media/2026/a.png?w=320 ', { kind: 'own', url: '/media/2026/a.png' }],
  [`${origin}/media/2026/a%20b.png?w=320#x`, { kind: 'own', url: '/media/2026/a%20b.png' }],
  [`${origin}/article/one`, { kind: 'foreign', url: `${origin}/article/one`, shown: true }],
  [
    'https://example.com/a b.png?x=1',
    { kind: 'foreign', url: 'https://example.com/a%20b.png?x=1', shown: true },
  ],
  ['HTTPS://EXAMPLE.com/A.png', { kind: 'foreign', url: 'https://example.com/A.png', shown: true }],
  ['http://example.com/a.png', { kind: 'foreign', url: 'http://example.com/a.png', shown: false }],
])('the address %j is read as %j', (typed, address) => {
  expect(readAddress(typed, origin)).toEqual(address)
})

test('pictures of this site are shown in the width that is needed, others as they are', () => {
  expect(shownAt('/media/2026/a.png', 320)).toBe('/media/2026/a.png?w=320')
  expect(shownAt('/media/2026/a.png?w=1920', 320)).toBe('/media/2026/a.png?w=320')
  expect(shownAt('https://example.com/a.png?x=1', 320)).toBe('https://example.com/a.png?x=1')
})

test('the name of a picture is the last part of its path, as people write it', () => {
  expect(pictureName('/media/2026/kick%20drum.png')).toBe('kick drum.png')
  expect(pictureName('/media/a.png')).toBe('a.png')
})
