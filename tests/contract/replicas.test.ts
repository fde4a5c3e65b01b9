import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bus, processBus } from '../../server/platform/bus.ts'
import { type Leases, processLeases } from '../../server/platform/leases.ts'
import type { Database } from '../../server/platform/postgres/database.ts'
import { openDatabase } from '../../server/platform/postgres/open-database.ts'
import { postgresBus } from '../../server/platform/postgres/postgres-bus.ts'
import { postgresLeases } from '../../server/platform/postgres/postgres-leases.ts'
import { dropUnusedLimits, postgresRateLimits } from '../../server/platform/postgres/rate-limits.ts'
import { ask, type TestPostgres, testPostgres } from '../postgres.ts'
import { migrations } from './adapters.ts'
import { randomRuns } from './histories.ts'

let postgres: TestPostgres
let database: Database
let url: string
const silent = { failed: () => {}, noticed: () => {} }
const eventually = { timeout: 30_000, interval: 5 }
const often = { poll: 5, check: 50, probe: 2_000, again: 5, listenAgain: 60_000 }

beforeAll(async () => {
  postgres = await testPostgres()
  url = await postgres.newDatabase()
  database = await openDatabase({ url, migrations, failed: () => {} })
})
afterAll(async () => {
  await database?.close()
  await postgres?.[Symbol.asyncDispose]()
})

/** A database behind a pooler that forwards no notifications. */
const deaf = (): Pick<Database, 'run' | 'rows' | 'listen'> => ({
  ...database,
  listen: (channel) => database.listen(channel, () => {}),
})
const breakConnections = () =>
  ask(
    url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'session-notes bus'",
  )

const buses: ReadonlyArray<{
  toString(): string
  members(): Array<Bus>
  disturb(): Promise<unknown>
}> = [
  { toString: () => 'one process', members: () => [processBus()], disturb: async () => {} },
  {
    toString: () => 'PostgreSQL',
    members: () => [1, 2, 3].map(() => postgresBus(database, silent, often)),
    disturb: breakConnections,
  },
  {
    toString: () => 'PostgreSQL behind a pooler',
    members: () => [1, 2].map(() => postgresBus(deaf(), silent, { ...often, probe: 20 })),
    disturb: breakConnections,
  },
]

/** The further messages of a topic that a process gets. */
function heardBy(bus: Bus, topic: string) {
  const heard: Array<string | null> = []
  const end = bus.subscribe(topic, (payload) => heard.push(payload))
  return { heard, end }
}

describe.each(buses)('a bus in %s', (kind) => {
  test('delivers every message to every process, or reports that messages may be lost', async () => {
    const members = kind.members()
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          from: fc.nat(members.length - 1),
          text: fc.string({ maxLength: 9 }),
        }),
      },
      { weight: 1, arbitrary: fc.constant('disturb' as const) },
    )
    const parameters = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 4 }),
      async (steps) => {
        const topic = randomUUID()
        const all = members.map((bus) => heardBy(bus, topic))
        const other = members.map((bus) => heardBy(bus, `${topic} other`))
        const told: Array<{ text: string; before: Array<number> }> = []
        for (const [at, one] of steps.entries())
          if (one === 'disturb') await kind.disturb()
          else {
            const text = `${at} ${one.text}`
            told.push({ text, before: all.map(({ heard }) => heard.length) })
            members[one.from]?.publish(topic, text)
            expect(all[one.from]?.heard).toContain(text)
          }
        const arrived = () =>
          told.every(({ text, before }) =>
            all.every(({ heard }, member) =>
              heard.slice(before[member]).some((one) => one === text || one === null),
            ),
          )
        await expect.poll(arrived, eventually).toBe(true)
        for (const { heard } of other) expect(heard.filter((one) => one !== null)).toEqual([])
        for (const { end } of [...all, ...other]) end()
      },
    )
    await fc.assert(parameters, randomRuns)
    const { heard, end } = heardBy(members[0] as Bus, 'ended')
    end()
    members[0]?.publish('ended', 'x')
    expect(heard).toEqual([])
    expect(() => members[0]?.publish('long', 'x'.repeat(7_000))).toThrow(RangeError)
    await Promise.all(members.map((bus) => bus.close()))
  })
})

test('a bus continues after an outage of PostgreSQL, and the messages of that time count as lost', async () => {
  if (!postgres.isStarted) return expect(process.env.TEST_DATABASE_URL).toBeDefined()
  const [one, other] = [1, 2].map(() => postgresBus(database, silent, often)) as [Bus, Bus]
  const [near, far] = [heardBy(one, 'outage'), heardBy(other, 'outage')]
  one.publish('outage', 'before')
  await expect
    .poll(() => far.heard.some((text) => text === 'before' || text === null), eventually)
    .toBe(true)
  await postgres.kill()
  const before = far.heard.length
  one.publish('outage', 'meanwhile')
  expect(near.heard).toContain('meanwhile')
  await postgres.start()
  await expect.poll(() => far.heard.slice(before), eventually).toContain(null)
  await expect
    .poll(() => {
      one.publish('outage', 'after')
      return far.heard
    }, eventually)
    .toContain('after')
  await Promise.all([one.close(), other.close()])
})

interface Member {
  leases: Leases
  /** Ends as after `kill -9`: releases nothing. */
  die(): Promise<void>
}

const quick = { life: 60_000, renew: 5 }
function postgresMember(): Member {
  const name = randomUUID()
  let isDead = false
  const cut = async () => {
    throw new Error('The process is dead.')
  }
  const leases = postgresLeases(
    {
      rows: (...query) => (isDead ? cut() : database.rows(...query)),
      run: (...query) => (isDead ? cut() : database.run(...query)),
    },
    name,
    () => {},
    quick,
  )
  return {
    leases,
    async die() {
      isDead = true
      await leases.close()
      // Expires its leases.
      await database.run(
        "update leases set until = clock_timestamp() - interval '1 second' where owner = $1",
        [name],
      )
    },
  }
}

const kinds: ReadonlyArray<{ toString(): string; count: number; member(): Member }> = [
  {
    toString: () => 'one process',
    count: 1,
    member() {
      const leases = processLeases()
      return { leases, die: () => leases.close() }
    },
  },
  { toString: () => 'PostgreSQL', count: 3, member: postgresMember },
]

describe.each(kinds)('leases in %s', (kind) => {
  test('one live process at a time does the work, and another one takes over when it ends or dies', async () => {
    const who = fc.nat(kind.count - 1)
    const step = fc.record({ who, does: fc.constantFrom('hold', 'hold', 'release', 'die') })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const name = randomUUID()
        const working = new Set<Member>()
        let overlaps = 0
        const ends = new Map<Member, () => Promise<void>>()
        const members = Array.from({ length: kind.count }, () => kind.member())
        for (const { who, does } of steps) {
          const member = members[who] as Member
          const end = ends.get(member)
          if (does === 'hold' && !end) {
            const start = () => {
              overlaps += working.size
              working.add(member)
              return async () => void working.delete(member)
            }
            ends.set(member, member.leases.hold(name, start))
          } else if (does === 'release') await end?.()
          else if (does === 'die') {
            await member.die()
            members[who] = kind.member()
          }
          if (does !== 'hold') {
            ends.delete(member)
            expect(working.has(member)).toBe(false)
          }
          await expect.poll(() => working.size, eventually).toBe(ends.size > 0 ? 1 : 0)
        }
        await Promise.all(members.map(({ leases }) => leases.close()))
        expect([working.size, overlaps]).toEqual([0, 0])
      }),
      randomRuns,
    )
  })
})

test('a process that cannot renew its lease ends the work, and starts it again when it can', async () => {
  let isCut = false
  const rows: Database['rows'] = (...query) =>
    isCut ? Promise.reject(new Error('cut')) : database.rows(...query)
  const events: Array<string> = []
  const leases = postgresLeases({ ...database, rows }, randomUUID(), () => {}, {
    life: 300,
    renew: 20,
  })
  leases.hold('work', () => {
    events.push('start')
    return () => events.push('end')
  })
  await expect.poll(() => events.at(-1), eventually).toBe('start')
  isCut = true
  await expect.poll(() => events.at(-1), eventually).toBe('end')
  isCut = false
  await expect.poll(() => events.at(-1), eventually).toBe('start')
  await leases.close()
  expect(events.at(-1)).toBe('end')
})

test('of the keys of limits, those that were not used for a day are deleted, without another request', async () => {
  const limit = postgresRateLimits(database)('test', { burst: 2, perSecond: 2 / 86_400 })
  const unused = { before: '2 days', now: '2 hours' }
  for (const [key, time] of Object.entries(unused)) {
    expect([await limit.take(key), await limit.take(key)]).toEqual([0, 0])
    await database.run('update rate_limits set at = at - $1::interval where key = $2', [
      time,
      `test ${key}`,
    ])
  }
  expect(await dropUnusedLimits(database)).toBe(1)
  expect([await limit.take('before'), (await limit.take('now')) > 0]).toEqual([0, true])
})
