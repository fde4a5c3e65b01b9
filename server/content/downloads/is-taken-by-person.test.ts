import { expect, test } from 'vitest'
import { isTakenByPerson } from './download-gate.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const asked = (headers: Record<string, string>, method = 'GET') => {
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return { method, get: (name: string) => lower[name.toLowerCase()] }
}

test.each<[string, Record<string, string>, string?]>([
  ['a click on our page', { 'User-Agent': chrome, 'Sec-Fetch-Site': 'same-origin' }],
  ['curl', { 'User-Agent': 'curl/8.14.1' }],
  ['a download manager', { 'User-Agent': 'aria2/1.37.0' }],
  ['a program without a name', {}],
])('%s counts', (_, headers) => {
  expect(isTakenByPerson(asked(headers), true)).toBe(true)
})

test.each<[string, Record<string, string>, string?]>([
  ['HEAD', { 'User-Agent': 'curl/8.14.1' }, 'HEAD'],
  ['a scanner that calls itself a browser', { 'User-Agent': chrome }],
  ['a browser that opens the bare address', { 'User-Agent': chrome, 'Sec-Fetch-Site': 'none' }],
  ['a link on another site', { 'User-Agent': chrome, 'Sec-Fetch-Site': 'cross-site' }],
  [
    'a prefetch',
    { 'User-Agent': chrome, 'Sec-Fetch-Site': 'same-origin', 'Sec-Purpose': 'prefetch;prerender' },
  ],
  [
    'a crawler',
    { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  ],
  [
    'a preview of a chat',
    { 'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  ],
])('%s does not', (_, headers, method) => {
  expect(isTakenByPerson(asked(headers, method), true)).toBe(false)
})

test('on plain http, where browsers keep silent, a browser counts', () => {
  expect(isTakenByPerson(asked({ 'User-Agent': chrome }), false)).toBe(true)
})
