import { expect, test } from 'vitest'
import { createPictureLoader } from './load-picture.ts'

function loader() {
  const fetched: Array<string> = []
  const asked: Array<string> = []
  const load = createPictureLoader({
    siteUrl: 'https://notes.example',
    readMedia: (address) => {
      asked.push(address)
      return address === '/media/2026/a b.png' ? Buffer.from('own') : null
    },
    fetchPublic: async (url) => {
      fetched.push(url)
      return Buffer.from('public')
    },
  })
  const text = async (address: string) =>
    Buffer.from(await load(address, new AbortController().signal)).toString()
  return { text, fetched, asked }
}

test.each([
  '/media/2026/a b.png',
  '/media/2026/a%20b.png',
  '/media/2026/a%20b.png?w=640',
  'https://notes.example/media/2026/a%20b.png#x',
])('the own picture %s is read from the content', async (address) => {
  const { text, fetched } = loader()
  expect(await text(address)).toBe('own')
  expect(fetched).toEqual([])
})

test.each([
  '/media/../site.yaml',
  '/media/%2e%2e/site.yaml',
  '/media/..%2fsite.yaml',
  '/media/.git/config',
  '/media//a.png',
  '/media/a\\b.png',
  '/media/%00.png',
  '/media/%zz.png',
  '/media/missing.png',
  '/api/auth/logout',
  '/etc/passwd',
  'https://notes.example/api/auth/logout',
])('%s is no picture of this site and is not fetched', async (address) => {
  const { text, fetched, asked } = loader()
  await expect(text(address)).rejects.toMatchObject({ kind: 'address' })
  expect(fetched).toEqual([])
  expect(asked.every((path) => /^\/media\/[\w ./-]+$/.test(path) && !path.includes('..'))).toBe(
    true,
  )
})

test.each([
  'https://example.org/a.png',
  'http://notes.example/media/2026/a.png',
  '//notes.example/media/a.png',
  '/\\example.org/a.png',
  'nonsense',
])('%s is left to the rules for public addresses', async (address) => {
  const { text, fetched } = loader()
  expect(await text(address)).toBe('public')
  expect(fetched).toEqual([address])
})
