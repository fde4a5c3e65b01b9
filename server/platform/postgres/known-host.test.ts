import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/temp-repository.ts'
import { HostUnknown, openKnownHost } from './known-host.ts'
import { DatabaseRefused } from './migrate.ts'
import { asRefused } from './open-database.ts'

const failing = (code: string) => async (): Promise<never> => {
  throw asRefused(Object.assign(new Error('getaddrinfo'), { code }))
}

test('a host without an address is misspelt until it was reached from this folder, and away afterwards', async () => {
  await using folder = await temporaryFolder()
  const at = (host: string) => ({ url: `postgres://site@${host}/site`, dataDir: folder.path })
  const stopped = failing('ENOTFOUND')
  await expect(openKnownHost(at('db'), stopped)).rejects.toThrow(HostUnknown)
  await expect(openKnownHost(at('db'), stopped)).rejects.toMatchObject({ isAway: false })
  expect(await openKnownHost(at('db'), async () => 'open')).toBe('open')
  const away = openKnownHost(at('db'), stopped)
  await expect(away).rejects.toThrow('The host of DATABASE_URL can’t be found any more.')
  await expect(away).rejects.toMatchObject({ name: 'DatabaseRefused', isAway: true })
  await expect(openKnownHost(at('bd'), stopped)).rejects.toMatchObject({ isAway: false })
  await expect(openKnownHost(at('db'), failing('28P01'))).rejects.toMatchObject({ isAway: false })
})

test.each([
  ['EAI_AGAIN', true],
  ['ECONNREFUSED', true],
  ['ETIMEDOUT', true],
  ['57P03', true],
  ['ENOTFOUND', false],
  ['28P01', false],
  ['3D000', false],
])('a start with the error %s waits for the database: %s', async (code, isAway) => {
  const refused = await failing(code)().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DatabaseRefused)
  expect(refused).toMatchObject({ isAway })
})
