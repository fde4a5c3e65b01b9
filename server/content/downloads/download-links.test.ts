import { expect, test } from 'vitest'
import { createDownloadLinks, linkLifeMs } from './download-links.ts'

const start = Date.UTC(2026, 0, 1)
const secrets = ['a'.repeat(32)]
const tokenOf = ({ url }: { url: string }) =>
  new URL(url, 'https://notes.example').searchParams.get('token') ?? ''

test('a link is valid for its download, for a day, and each is its own', () => {
  let now = start
  const links = createDownloadLinks({ secrets, now: () => new Date(now) })
  const made = links.make({ id: 3, slug: 'pack' })
  expect(made.url).toMatch(/^\/downloads\/pack\?token=[\w.-]+$/)
  expect(made.expiresAt).toBe('2026-01-02T00:00:00.000Z')
  const token = tokenOf(made)
  const first = links.check(3, token)
  const second = links.check(3, tokenOf(links.make({ id: 3, slug: 'pack' })))
  expect([first.kind, second.kind]).toEqual(['valid', 'valid'])
  expect(first).not.toEqual(second)
  expect(links.check(4, token).kind).toBe('forged')
  now = start + linkLifeMs - 1
  expect(links.check(3, token).kind).toBe('valid')
  now = start + linkLifeMs
  expect(links.check(3, token).kind).toBe('expired')
})

test('a token that somebody changed or made up is forged', () => {
  const links = createDownloadLinks({ secrets, now: () => new Date(start) })
  const token = tokenOf(links.make({ id: 3, slug: 'pack' }))
  const [time = '', name = '', sum = ''] = token.split('.')
  const later = (Number.parseInt(time, 36) + 1).toString(36)
  const others = createDownloadLinks({ secrets: ['b'.repeat(32)], now: () => new Date(start) })
  const forged = [
    '',
    '.',
    `${token}x`,
    `${later}.${name}.${sum}`,
    `${time}.${'A'.repeat(12)}.${sum}`,
    `${time}.${name}.${'A'.repeat(43)}`,
    `${time}.${name}`,
    tokenOf(others.make({ id: 3, slug: 'pack' })),
  ]
  for (const one of forged) expect(links.check(3, one).kind, one).toBe('forged')
})

test('after a change of the secret old links hold as long as the old secret is named', () => {
  const now = () => new Date(start)
  const token = tokenOf(
    createDownloadLinks({ secrets: ['old'], now }).make({ id: 3, slug: 'pack' }),
  )
  expect(createDownloadLinks({ secrets: ['new', 'old'], now }).check(3, token).kind).toBe('valid')
  expect(createDownloadLinks({ secrets: ['new'], now }).check(3, token).kind).toBe('forged')
})
