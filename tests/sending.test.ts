import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { mailServer } from './mail-server.ts'
import { person, sendingSite } from './sending-fixture.ts'

const recipients = (mails: ReadonlyArray<{ to: Array<string> }>) => mails.flatMap(({ to }) => to).toSorted()

test('an issue goes out to every subscriber once, with its own unsubscribe link that works', async () => {
  await using server = await mailServer()
  await using sending = await sendingSite({ smtpUrl: server.url, subscribers: 9 })
  const { site, act, start, until, state } = sending
  expect(await state()).toMatchObject({
    state: { kind: 'unsent' },
    from: 'Test Notes <notes@example.org>',
    testTo: 'ada@example.org',
    subscribers: 9,
    hindrances: [],
  })
  expect((await start()).status).toBe(200)
  expect(await until(['sent'])).toMatchObject({
    total: 9,
    sent: 9,
    left: 0,
    refused: 0,
    unsure: 0,
    changedSince: false,
  })
  expect(recipients(server.mails)).toEqual(Array.from({ length: 9 }, (_, at) => person(at)))
  const mail = server.mails.find(({ to }) => to[0] === person(3))
  expect(mail?.header('Subject')).toBe('Warm pads')
  expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const unsubscribe = /^<(\S+)>$/.exec(mail?.header('List-Unsubscribe') ?? '')?.[1] ?? ''
  expect(mail?.text).toContain(unsubscribe)
  expect(mail?.text).toContain('1 Groove Lane')
  expect(mail?.text).toMatch(/a link \(http:\/\/localhost:\d+\/article\/warp\)/)
  expect(mail?.text).not.toContain('<p')
  const address = new URL(unsubscribe)
  const left = await ask(site.url, address.pathname + address.search, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(left.status).toBe(200)
  expect((await state()).subscribers).toBe(8)
  // A sent issue stays sent.
  expect((await start()).status).toBe(409)
  expect((await act({ action: 'resume' })).status).toBe(200)
  expect((await until(['sent'])).kind).toBe('sent')
  expect(server.mails).toHaveLength(9)
  expect(site.output()).not.toContain('reader3')
  // Who got it is told by numbers alone.
  const folder = path.join(site.dataDir, 'sendings')
  for (const name of await readdir(folder))
    expect(await readFile(path.join(folder, name), 'utf8')).not.toContain('reader3')
})
