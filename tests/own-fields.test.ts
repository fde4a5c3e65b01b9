import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask, askJson } from './http-client.ts'
import { articleFile, eventually, publish, type RunningSite } from './running-site.ts'
import { type Administrator, signIn, siteWithAdministrator } from './signed-in-site.ts'

const settings = [
  'name: Garden Notes\ntagline: t\ndescription: d\ndisclaimer: x\nabout: a',
  'fields:',
  '  - { key: difficulty, label: Difficulty, type: choice, options: [easy, hard], slot: facts }',
  '  - { key: sunHours, label: Hours of sun, type: number, slot: below-title }',
  '  - { key: sowUntil, label: Sow until, type: date, slot: end }',
  '  - { key: tools, label: Tools, type: list, slot: end, for: [articles, news] }',
  '  - { key: source, label: Source, type: link, slot: end }',
  '  - { key: perennial, label: Perennial, type: switch, slot: facts }',
  '  - { key: secret, label: Not shown, type: text }',
  '  - { key: Summary, label: Taken, type: text }',
  '  - { key: tools, label: Twice, type: text }\n',
].join('\n')

const tomato = `---
# Sown indoors first.
title: Tomatoes
excerpt: 'Sun and patience.'   # keep
category: mixing
difficulty: hard
sunHours: 6.50
sowUntil: 2026-04-15
tools: [spade, "string"]
source: https://www.rhs.example/tomatoes/
perennial: no
secret: only for us
publishedAt: 2026-01-02
---

Some text.
`

const files = {
  'site.yaml': settings,
  'articles/2026/tomatoes.md': tomato,
  'articles/2026/wrong.md': articleFile({
    title: 'Wrong values',
    difficulty: 'medium',
    sunHours: 'many',
    source: 'javascript:alert(1)',
  }),
  'news/2026/one.md': articleFile({
    title: 'News',
    category: 'news',
    tools: 'rake, hoe',
    difficulty: 'easy',
  }),
}

let site: RunningSite
let ada: Administrator
let ids: Map<string, number>
beforeAll(async () => {
  site = await siteWithAdministrator(files)
  ada = await signIn(site)
  const list = await askJson<Array<{ id: number; title: string }>>(site.url, '/api/articles')
  ids = new Map(list.map(({ id, title }) => [title, id]))
})
beforeEach(() => publish(site, files))
afterAll(() => site[Symbol.asyncDispose]())

interface Item {
  fields: Record<string, unknown>
  revision: string
}
const fileNow = () => site.repository.git('show', 'HEAD:content/articles/2026/tomatoes.md')
const item = async (title: string) =>
  (await ada.call<Item>('GET', `/api/articles/${ids.get(title)}`)).body
const patch = (title: string, body: object) =>
  ada.call('PATCH', `/api/articles/${ids.get(title)}`, body)

test('answers have the values of the fields in their types, and of each field a value', async () => {
  expect((await item('Tomatoes')).fields).toEqual({
    difficulty: 'hard',
    sunHours: 6.5,
    sowUntil: '2026-04-15',
    tools: ['spade', 'string'],
    source: 'https://www.rhs.example/tomatoes/',
    perennial: false,
    secret: 'only for us',
  })
  const [news] = await askJson<Array<Item>>(site.url, '/api/news')
  expect(news?.fields).toEqual({ tools: ['rake', 'hoe'] })
})

test('the page shows each field in its place, and none without a place', async () => {
  const { text } = await ask(site.url, '/article/tomatoes')
  for (const shown of [
    'Difficulty',
    'Hours of sun',
    '>6.5<',
    'April 15, 2026',
    'spade, string',
    'rhs.example/tomatoes',
  ])
    expect(text).toContain(shown)
  for (const hidden of ['Not shown', 'only for us', 'Perennial']) expect(text).not.toContain(hidden)
})

test('a wrong value is a warning with its line, and its item is served', async () => {
  const { text, status } = await ask(site.url, '/article/wrong')
  expect(status).toBe(200)
  expect(text).toContain('medium')
  expect(text).not.toContain('javascript:')
  const { body } = await ada.call<Array<{ path: string; line: number; message: string }>>(
    'GET',
    '/api/content/problems',
  )
  const messages = body.map(({ path, line, message }) => `${path}:${line}: ${message}`)
  expect(messages).toEqual(
    expect.arrayContaining([
      "articles/2026/wrong.md:6: Difficulty has no choice 'medium'; it is shown as it is written",
      "articles/2026/wrong.md:7: Hours of sun is a number; 'many' is ignored",
      "articles/2026/wrong.md:8: Source is an address that starts with / or https://; 'javascript:alert(1)' is ignored",
      "site.yaml:14: fields.7.key: 'Summary' already has a meaning in the files; choose another key",
      "site.yaml:15: fields.8.key: 'tools' is the key of another field of the same type",
    ]),
  )
})

test('a save changes the lines of the changed keys alone, and null removes a key', async () => {
  expect(
    (await patch('Tomatoes', { fields: { difficulty: 'easy', perennial: true } })).status,
  ).toBe(200)
  const withId = (await fileNow()).match(/^id: \d+\n/m)?.[0] ?? ''
  const changed = tomato
    .replace('difficulty: hard', 'difficulty: easy')
    .replace('perennial: no', 'perennial: true')
  expect((await fileNow()).replace(withId, '')).toBe(changed)
  expect(
    (await patch('Tomatoes', { fields: { secret: null, tools: ['spade', 'string', 'rake'] } }))
      .status,
  ).toBe(200)
  expect((await fileNow()).replace(withId, '')).toBe(
    changed
      .replace('secret: only for us\n', '')
      .replace('[spade, "string"]', '[spade, "string", rake]'),
  )
})

test('the whole item sent back without a change makes no commit', async () => {
  const before = await site.repository.git('rev-parse', 'HEAD')
  const { fields, revision } = await item('Tomatoes')
  expect((await patch('Tomatoes', { fields, revision })).status).toBe(200)
  expect(await site.repository.git('rev-parse', 'HEAD')).toBe(before)
})

test('a wrong value, and a field that the site has not, are refused by name', async () => {
  const reply = await patch('Tomatoes', { fields: { sunHours: 'many', other: 'x' } })
  expect(reply.status).toBe(422)
  expect(reply.body.issues).toEqual([
    { path: 'fields.sunHours', message: 'Hours of sun is a number.' },
    { path: 'fields.other', message: "There is no field 'other' here." },
  ])
})

test('edits of two fields merge, and two edits of one field are a conflict that names it', async () => {
  const { revision } = await item('Tomatoes')
  expect((await patch('Tomatoes', { fields: { difficulty: 'easy' }, revision })).status).toBe(200)
  const merged = await patch('Tomatoes', { fields: { sunHours: 7 }, revision })
  expect(merged.status).toBe(200)
  expect(merged.body.fields).toMatchObject({ difficulty: 'easy', sunHours: 7 })
  const refused = await patch('Tomatoes', { fields: { sunHours: 8 }, revision })
  expect(refused.status).toBe(409)
  expect(refused.body.conflicts).toEqual([
    { key: 'fields.sunHours', base: 6.5, yours: 8, theirs: 7 },
  ])
})

test('a new item has the keys at the top of its file, and its history and a restore know them', async () => {
  const made = await ada.call<{ id: number; slug: string }>('POST', '/api/articles', {
    title: 'Beans',
    excerpt: 'They climb.',
    content: 'Text.',
    category: 'mixing',
    fields: { sunHours: 5, perennial: false, tools: [] },
  })
  expect(made.status).toBe(201)
  const year = new Date().getUTCFullYear()
  const file = () => site.repository.git('show', `HEAD:content/articles/${year}/beans.md`)
  const first = await file()
  expect(first).toMatch(/^sunHours: 5$/m)
  expect(first).not.toMatch(/perennial|tools|fields/)
  const address = `/api/articles/${made.body.id}`
  expect((await ada.call('PATCH', address, { fields: { sunHours: 4 } })).status).toBe(200)
  const history = (await ada.call<Array<{ commit: string }>>('GET', `${address}/history`)).body
  const then = await ada.call<{ item: Item }>('GET', `${address}/history/${history.at(-1)?.commit}`)
  expect(then.body.item.fields.sunHours).toBe(5)
  expect(
    (await ada.call('POST', `${address}/restore`, { commit: history.at(-1)?.commit })).status,
  ).toBe(200)
  expect(await file()).toBe(first)
})

test('a change of the fields in site.yaml is live at once', async () => {
  await site.repository.write(
    'content/site.yaml',
    settings.replace('label: Hours of sun', 'label: Sunshine'),
  )
  await site.repository.commit('Rename a field')
  await eventually(async () => (await ask(site.url, '/article/tomatoes')).text.includes('Sunshine'))
})
