import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../server/platform/postgres/database.ts'
import type { SharedSetting } from '../../server/platform/postgres/shared-settings.ts'
import { openSiteDatabase } from '../../server/platform/postgres/site-database.ts'
import { sharedPostgres } from '../postgres.ts'
import { migrations } from './adapters.ts'

const running: Array<Database> = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.close()
})

/** Servers of one site, each with its settings. */
async function site() {
  const url = await (await sharedPostgres()).newDatabase()
  return async (...shared: ReadonlyArray<SharedSetting>) => {
    const database = await openSiteDatabase({
      url,
      dataDir: '/nowhere',
      shared,
      migrations,
      failed: () => {},
      patience: 0,
    })
    running.push(database)
    return database
  }
}
const keys = (...values: Array<string>): SharedSetting => ({
  name: 'SESSION_SECRET',
  values,
  isSecret: true,
})
const branch = (...values: Array<string>): SharedSetting => ({ name: 'GIT_BRANCH', values })
const refused = (start: Promise<Database>) =>
  start.then(
    () => null,
    (error: Error) => [error.name, error.message],
  )

test('a server whose settings differ from those that run does not start, and says in one sentence how to change them', async () => {
  const start = await site()
  const first = await start(keys('one'), branch('main'))
  const says = (message: string) => ['DatabaseRefused', message]
  const stop =
    'and all need the same; to change it, stop all servers, then start them with the new value.'
  expect(await refused(start(keys('one'), branch('other')))).toEqual(
    says(`GIT_BRANCH is other here and main at the other servers of this site, ${stop}`),
  )
  expect(await refused(start(keys('two'), branch('main')))).toEqual(
    says(
      'SESSION_SECRET is not that of the other servers of this site, and all need the same; to change it, start every server with OLD,NEW, then every one with NEW,OLD.',
    ),
  )
  expect(await refused(start(keys(), branch('main')))).toEqual(
    says(`SESSION_SECRET is not set here and set at the other servers of this site, ${stop}`),
  )
  expect(await refused(start(keys('one'), branch('main')))).toBe(null)
  // Only a keyed digest is stored.
  const { rows } = first
  const stored = await rows(z.object({ value: z.string() }), 'select value from shared_settings')
  expect(stored.map(({ value }) => value)).toContain('main')
  expect(stored.map(({ value }) => value)).not.toContain('one')
})

test('a key is changed without a gap by a list of the old and the new one', async () => {
  const start = await site()
  await start(keys('old'))
  expect(await refused(start(keys('new', 'old')))).toBeTruthy()
  for (const step of [keys('old', 'new'), keys('new', 'old'), keys('new')])
    expect(await refused(start(step))).toBe(null)
  expect(await refused(start(keys('old')))).toBeTruthy()
})

test('when no server runs, one may start with any settings', async () => {
  const start = await site()
  const first = await start(keys('one'), branch('main'))
  running.length = 0
  await first.close()
  expect(await refused(start(keys('two'), branch('other')))).toBe(null)
  expect(await refused(start(keys('one'), branch('main')))).toBeTruthy()
})
