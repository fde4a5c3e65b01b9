import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { sendEntry } from '../src/admin/documents/queue/send-entry.ts'
import type { StoredDraft } from '../src/admin/documents/stored-draft.ts'
import { type BrowserHere, browserHere, type Tab } from './browser-here.ts'
import { articleFile } from './running-site.ts'
import { inviteAdministrator, signIn, siteWithAdministrator } from './signed-in-site.ts'

const site = await siteWithAdministrator({ 'articles/2026/one.md': articleFile() })
const ada = await signIn(site)
afterAll(() => site[Symbol.asyncDispose]())

interface Device {
  browser: BrowserHere
  tab: Tab
}
let laptop: Device
let phone: Device
const all: Array<Device> = []

/** A browser of ada. The globals are those of the last one; what it has opened stays its own. */
function newDevice(cookie = ada.cookie, userId = 1): Device {
  const browser = browserHere(site, cookie)
  const device = { browser, tab: browser.open(userId, sendEntry) }
  all.push(device)
  return device
}
beforeEach(() => {
  laptop = newDevice()
  phone = newDevice()
})
afterEach(async () => {
  for (const { tab } of all) {
    for (const draft of await tab.drafts.all()) await tab.drafts.drop(draft)
    await tab.draftSync.sync()
    await tab.close()
  }
  for (const { browser } of all.splice(0)) browser.leave()
  expect(await refs()).toEqual([])
})

const base = { title: 'Warp', content: 'One.\n\nTwo.\n' }
let time = 1_800_000_000_000
function nextTime(): number {
  time += 1000
  return time
}
/** A draft of an article; `values` are what was typed. */
const draftOf = (values: object, more: Partial<StoredDraft> = {}): StoredDraft => ({
  kind: 'articles',
  item: '1',
  revision: 'a'.repeat(40),
  title: 'Warp',
  base,
  values: { ...base, ...values },
  at: nextTime(),
  ...more,
})
const type = async ({ tab }: Device, values: object, more?: Partial<StoredDraft>) => {
  await tab.drafts.store(draftOf(values, more))
  await tab.draftSync.sync()
}
const valuesIn = async ({ tab }: Device) => (await tab.drafts.all()).map(({ values }) => values)
const sync = async (...devices: ReadonlyArray<Device>) => {
  for (const { tab } of devices) await tab.draftSync.sync()
}
/** The refs of unsaved texts, without the marks of their stores. */
async function refs(): Promise<Array<string>> {
  const listed = await site.repository.git(
    'for-each-ref',
    '--format=%(refname) %(objecttype)',
    'refs/drafts',
  )
  return listed.split('\n').filter((line) => line !== '' && !line.includes('/store '))
}

test('typed text is on the other device, in git outside of the branch, until it is saved there', async () => {
  const tip = await site.savedTip()
  await type(laptop, { title: 'Warp it' })
  expect(await refs()).toEqual([
    expect.stringMatching(/^refs\/drafts\/1\/[0-9a-f]{32}\/[0-9a-f]{40} blob$/),
  ])
  expect(await site.savedTip()).toBe(tip)
  await site.repository.git('gc', '--prune=now', '--quiet')
  await sync(phone)
  expect(await phone.tab.drafts.all()).toMatchObject([
    { values: { title: 'Warp it' }, device: 'Firefox on Linux', item: '1' },
  ])
  // What was only read is not stored twice.
  await sync(phone, laptop)
  expect(await refs()).toHaveLength(1)

  const [draft] = await phone.tab.drafts.all()
  await phone.tab.drafts.drop(draft!)
  await sync(phone)
  expect(await refs()).toEqual([])
  await sync(phone, laptop, phone)
  expect(await phone.tab.drafts.all()).toEqual([])
})

test('the text of the other device follows until it is saved or discarded there', async () => {
  await type(laptop, { title: 'A' })
  await sync(phone)
  await type(laptop, { title: 'AB' })
  await sync(phone)
  expect(await valuesIn(phone)).toEqual([{ ...base, title: 'AB' }])
  expect(phone.tab.received.at(-1)).toMatchObject({ before: { values: { title: 'A' } } })
  const [draft] = await laptop.tab.drafts.all()
  await laptop.tab.drafts.drop(draft!)
  await sync(laptop, phone)
  expect(await phone.tab.drafts.all()).toEqual([])
})

test('what both devices have typed is merged as the edits of two people, again and again', async () => {
  await type(laptop, { content: 'One on the laptop.\n\nTwo.\n' })
  await sync(phone)
  await type(phone, { content: 'One on the laptop.\n\nTwo on the phone.\n' })
  await type(laptop, { content: 'One on the laptop, longer.\n\nTwo.\n' })
  const both = { ...base, content: 'One on the laptop, longer.\n\nTwo on the phone.\n' }
  expect(await valuesIn(laptop)).toEqual([both])
  await sync(phone)
  expect(await valuesIn(phone)).toEqual([both])
  await type(phone, { ...both, title: 'Named on the phone' })
  await type(laptop, { content: `${both.content}\nThree.\n` })
  await sync(phone, laptop)
  const last = { title: 'Named on the phone', content: `${both.content}\nThree.\n` }
  expect([await valuesIn(laptop), await valuesIn(phone)]).toEqual([[last], [last]])
  expect(await laptop.tab.draftSync.conflict('articles', '1')).toBe(null)
})

test('two different edits of one place stay both, until the person has decided', async () => {
  await type(laptop, { title: 'From the laptop' })
  await phone.tab.drafts.store(draftOf({ title: 'From the phone' }))
  await sync(phone)
  expect(await valuesIn(phone)).toEqual([{ ...base, title: 'From the phone' }])
  const found = await phone.tab.draftSync.conflict('articles', '1')
  expect(found?.text).toMatchObject({
    name: 'Firefox on Linux',
    values: { title: 'From the laptop' },
  })
  await phone.tab.draftSync.solved(found!.known, found!.device)
  await phone.tab.drafts.store(draftOf({ title: 'From both' }))
  expect(await phone.tab.draftSync.conflict('articles', '1')).toBe(null)
  await sync(phone, laptop)
  expect(await valuesIn(laptop)).toEqual([{ ...base, title: 'From both' }])
  // A text that was sent before the decision goes with its draft.
  const again = { ...base, title: 'Once more' }
  await type(laptop, again)
  await phone.tab.drafts.store(draftOf({ title: 'Meanwhile' }))
  await sync(phone)
  const next = await phone.tab.draftSync.conflict('articles', '1')
  await phone.tab.draftSync.solved(next!.known, next!.device)
  const [draft] = await phone.tab.drafts.all()
  await phone.tab.drafts.drop(draft!)
  await sync(phone)
  expect(await refs()).toEqual([])
})

test('different beginnings of one new text become two drafts', async () => {
  const begun = { kind: 'creator', item: 'x', revision: '', base: {} }
  await type(laptop, { content: 'From the laptop.' }, begun)
  await phone.tab.drafts.store(draftOf({ content: 'From the phone.' }, begun))
  await sync(phone, phone)
  expect((await phone.tab.drafts.all()).map(({ values }) => values)).toMatchObject([
    { content: 'From the phone.' },
    { content: 'From the laptop.' },
  ])
  // The second is edited here, and the laptop goes on: neither text replaces the other.
  const [, beside] = await phone.tab.drafts.all()
  await phone.tab.drafts.store({ ...beside!, values: { content: 'Edited.' }, at: nextTime() })
  await type(laptop, { content: 'From the laptop, and more.' }, begun)
  await sync(phone)
  const texts = (await phone.tab.drafts.all()).map(
    ({ values }) => (values as { content: string }).content,
  )
  expect(texts.sort()).toEqual(['Edited.', 'From the laptop, and more.', 'From the phone.'])
})

test('without a network the text waits, and texts that the server has lost are sent again', async () => {
  laptop.browser.setNetwork('cut')
  phone.browser.setNetwork('cut')
  await type(laptop, { title: 'Offline' })
  expect(await refs()).toEqual([])
  phone.browser.setNetwork('up')
  await sync(laptop, phone)
  expect(await valuesIn(phone)).toEqual([{ ...base, title: 'Offline' }])
  for (const ref of ['store', ...(await refs()).map((line) => line.split('/').slice(3).join('/'))])
    await site.repository.git('update-ref', '-d', `refs/drafts/1/${ref.split(' ')[0]}`)
  await sync(phone, laptop)
  expect(await valuesIn(phone)).toEqual([{ ...base, title: 'Offline' }])
  await sync(phone, laptop, phone)
  expect(await refs()).not.toEqual([])
  expect(await valuesIn(phone)).toEqual([{ ...base, title: 'Offline' }])
})

test('nobody sees the texts of another person, and none are left of one who is removed', async () => {
  await type(laptop, { title: 'Mine' })
  const bob = await inviteAdministrator(ada, 'bob')
  const { body: users } = await ada.call<Array<{ id: number; username: string }>>(
    'GET',
    '/api/users',
  )
  const { id } = users.find(({ username }) => username === 'bob')!
  const other = newDevice(bob, id)
  await type(other, { title: 'Bob’s' })
  expect(await valuesIn(other)).toEqual([{ ...base, title: 'Bob’s' }])
  expect(await refs()).toHaveLength(2)
  await other.tab.close()
  await ada.call('DELETE', `/api/users/${id}`)
  expect(await refs()).toHaveLength(1)
  all.pop()
  other.browser.leave()
  phone = newDevice()
})

test('a text is removed only while it is the one that was read', async () => {
  const device = 'd'.repeat(32)
  const { device: _, ...draft } = draftOf({ title: 'First' })
  const body = { device, name: 'Phone', draft, contains: {} }
  const first = await ada.call<{ id: string }>('POST', '/api/drafts', body)
  const key = { device, kind: draft.kind, item: draft.item, revision: draft.revision }
  await ada.call('POST', '/api/drafts', {
    ...body,
    draft: { ...draft, values: { title: 'Second' } },
  })
  await ada.call('DELETE', '/api/drafts', { ...key, id: first.body.id })
  expect(await refs()).toHaveLength(1)
  await ada.call('DELETE', '/api/drafts', key)
  expect(await refs()).toEqual([])
  expect((await ada.call('POST', '/api/drafts', { ...body, device: '../x' })).status).toBe(422)
})

const anyStep = fc.record({
  act: fc.constantFrom('type' as const, 'type' as const, 'sync' as const, 'network' as const),
  at: fc.nat(2),
  paragraph: fc.nat(3),
})

test('whatever is typed on three devices, and whenever they meet, no word is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 24 }), async (steps) => {
      const devices = [newDevice(), newDevice(), newDevice()]
      const typed: Array<string> = []
      const draftIn = async ({ tab }: Device) => (await tab.drafts.all())[0]
      for (const { act, at, paragraph } of steps) {
        const device = devices[at]!
        if (act === 'sync') await sync(device)
        if (act === 'network') device.browser.setNetwork(paragraph > 1 ? 'cut' : 'up')
        if (act !== 'type') continue
        const word = `word${typed.length}x`
        typed.push(word)
        const own = (await draftIn(device)) ?? draftOf({ content: 'A.\n\nB.\n\nC.\n\nD.\n' })
        const { content } = own.values as { content: string }
        const blocks = content.split('\n\n')
        const longer = blocks.with(paragraph, `${word} ${blocks[paragraph]}`).join('\n\n')
        await device.tab.drafts.store({
          ...own,
          values: { ...(own.values as object), content: longer },
          at: nextTime(),
        })
      }
      for (const { browser } of devices) browser.setNetwork('up')
      await sync(...devices, ...devices, ...devices)
      const texts: Array<unknown> = []
      for (const { tab } of devices)
        texts.push(await tab.drafts.all(), await tab.draftSync.conflict('articles', '1'))
      const kept = JSON.stringify(texts)
      expect(typed.filter((word) => !kept.includes(word))).toEqual([])
      // Without a conflict all show the same.
      const drafts = await Promise.all(devices.map(draftIn))
      if (texts.every((one) => (one !== null && Array.isArray(one)) || one === null))
        expect(new Set(drafts.map((draft) => JSON.stringify(draft?.values))).size).toBe(1)
      for (const { tab } of devices)
        for (const draft of await tab.drafts.all()) await tab.drafts.drop(draft)
      await sync(...devices, ...devices)
      expect(await refs()).toEqual([])
    }),
    { numRuns: 5 },
  )
})
