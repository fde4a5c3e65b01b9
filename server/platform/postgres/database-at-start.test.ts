import { expect, test } from 'vitest'
import { type Database, DatabaseUnavailable } from './database.ts'
import { absentDatabase, awaitDatabase } from './database-at-start.ts'

/** Attempts that end like this, one after the other: `away`, `there`, or with another error. */
function attempts(...endings: Array<string>) {
  const seen: Array<string> = []
  const done = new Promise<void>((resolve) => {
    const end = (what: string) => {
      seen.push(what)
      resolve()
    }
    awaitDatabase({
      async open() {
        const ending = endings.shift() ?? 'nothing'
        if (ending !== 'there' && ending !== 'dies') throw new Error(ending)
        const close = async () => void seen.push('closed')
        return { ...absentDatabase(ending), close } as Database
      },
      async opened(database) {
        const dies = await database
          .run('select 1')
          .catch((error: Error) => String(error.cause) === 'dies')
        if (dies) throw new Error('away')
        end('opened')
      },
      isAway: ({ message }: Error) => message === 'away',
      failed: ({ message }: Error) => end(message),
      pause: async () => void seen.push('waited'),
    } as Parameters<typeof awaitDatabase>[0])
  })
  return done.then(() => seen)
}

test('a database that is away at the start is tried until it is there, also when it dies again at once', async () => {
  expect(await attempts('away', 'away', 'there')).toEqual(['waited', 'waited', 'waited', 'opened'])
  expect(await attempts('dies', 'there')).toEqual(['waited', 'closed', 'waited', 'opened'])
})

test('a database that can not be used ends the attempts', async () => {
  expect(await attempts('away', 'It is of a newer version.', 'there')).toEqual([
    'waited',
    'waited',
    'It is of a newer version.',
  ])
})

test('a stop ends the attempts', async () => {
  const waiting = awaitDatabase({
    open: () => Promise.reject(new Error('away')),
    opened: async () => {},
    isAway: () => true,
    failed: () => {},
  })
  await waiting.stop()
})

test('every call of an absent database rejects as in an outage', async () => {
  const absent = absentDatabase(new Error('ECONNREFUSED'))
  for (const call of [
    absent.run('select 1'),
    absent.transaction(async () => 1),
    absent.listen('bus', () => {}),
  ])
    await expect(call).rejects.toThrow(DatabaseUnavailable)
})
