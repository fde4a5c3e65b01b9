import { expect, test } from 'vitest'
import { chooseLink } from './link-rules.ts'

test.each([
  ['example.org', 'https://example.org'],
  ['  example.org/a?b#c ', 'https://example.org/a?b#c'],
  ['localhost:3000/x', 'https://localhost:3000/x'],
  ['//example.org', 'https://example.org'],
  ['ada@example.org', 'mailto:ada@example.org'],
  ['/article/warp-modes', '/article/warp-modes'],
  ['#part', '#part'],
  ['sub.example.co.uk/ab', 'https://sub.example.co.uk/ab'],
  ['müller.example', 'https://müller.example'],
  ['192.168.1.2:80', 'https://192.168.1.2:80'],
  ['../news', '../news'],
])('%j becomes %j', (typed, href) => {
  expect(chooseLink(typed)).toEqual({ kind: 'set', href })
})

test.each([
  'http',
  'https',
  'ftp',
  'ftps',
  'mailto',
  'tel',
  'callto',
  'sms',
  'cid',
  'xmpp',
  'HTTPS',
])('the scheme %s is allowed', (scheme) => {
  expect(chooseLink(`${scheme}:it`)).toEqual({ kind: 'set', href: `${scheme}:it` })
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
])('%s is refused', (typed) => {
  expect(chooseLink(typed)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('are not allowed'),
  })
})

test.each(['sidechain', 'how to sidechain', 'warp modes.', 'Note: this', '1.5', 'a.b c'])(
  '%j is no address',
  (typed) => {
    expect(chooseLink(typed)).toMatchObject({ kind: 'refused' })
  },
)

test('an empty address removes the link', () => {
  expect(chooseLink('  ')).toEqual({ kind: 'remove' })
})
