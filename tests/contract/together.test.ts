import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Request } from 'express'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDownloadCounts } from '../../server/content/downloads/download-counts.ts'
import { createIdempotency } from '../../server/http/idempotency.ts'
import { claimMails } from '../../server/newsletter/sending/claim-mails.ts'
import type { SendingStore } from '../../server/newsletter/sending/sending-store.ts'
import { sendingTables } from '../../server/newsletter/sending/sending-tables.ts'
import { createAccountRules } from '../../server/people/accounts/accounts.ts'
import { AttemptError } from '../../server/people/subscribers/retries.ts'
import { createSharedQueue } from '../../server/people/subscribers/shared-queue.ts'
import { type Database, DatabaseUnavailable } from '../../server/platform/postgres/database.ts'
import { openDatabase } from '../../server/platform/postgres/open-database.ts'
import { postgresBus } from '../../server/platform/postgres/postgres-bus.ts'
import { postgresLeases } from '../../server/platform/postgres/postgres-leases.ts'
import { postgresStores } from '../../server/stores.ts'
import { mailServer } from '../mail-server.ts'
import { sharedPostgres } from '../postgres.ts'
import { eventually } from '../running-site.ts'
import {
  peopleOnList,
  sampleMail,
  sampleSendings,
  sampleStart,
  toEverybody,
  writeEntries as write,
} from '../sample-sending.ts'
import { temporaryFolder } from '../temp-repository.ts'
import { migrations } from './adapters.ts'

let database: Database
let url: string

beforeAll(async () => {
  url = await (await sharedPostgres()).newDatabase()
  database = await openDatabase({ url, migrations, failed: () => {} })
})
afterAll(() => database?.close())
beforeEach(async () => {
  await database.run('delete from sendings')
  await database.run('delete from leases')
})

const lives = (name: string) =>
  database.run(
    "insert into leases values ('process ' || $1, $1, clock_timestamp() + interval '1 hour')",
    [name],
  )
const ends = (name: string) => database.run('delete from leases where owner = $1', [name])
/** As six seconds after its last sign of life. */
const isSilent = (name: string) =>
  database.run(
    "update leases set until = clock_timestamp() + interval '4 seconds' where owner = $1",
    [name],
  )

/** The sendings of a process, and how to cut it off from the database. */
async function processOf(
  name: string,
  url: string,
  recipients: ReturnType<typeof peopleOnList>['recipients'],
) {
  await lives(name)
  let fault: Error | null = null
  const or = <Call extends (...values: Array<never>) => Promise<unknown>>(call: Call) =>
    ((...values: Parameters<Call>) => (fault ? Promise.reject(fault) : call(...values))) as Call
  const { rows, first, run, transaction } = database
  const cut = {
    ...database,
    rows: or(rows),
    first: or(first),
    run: or(run),
    transaction: or(transaction),
  } as Database
  const sample = sampleSendings({ url }, sendingTables(cut, name), recipients)
  return {
    ...sample,
    cut(error: Error | null) {
      fault = error
    },
  }
}

/** Some processes with one list and one mail server. */
async function scene(count: number, names: ReadonlyArray<string>) {
  const server = await mailServer()
  const { recipients } = peopleOnList(count)
  const processes = await Promise.all(names.map((name) => processOf(name, server.url, recipients)))
  const [first] = processes
  if (!first) throw new Error('There is no process.')
  return {
    server,
    processes,
    first,
    state: () => processes.at(-1)?.sendings.state(1, sampleMail.revision),
    ended: () =>
      eventually(async () => {
        const state = await processes.at(-1)?.sendings.state(1, sampleMail.revision)
        return state?.kind === 'sent' && state
      }, 60_000),
    /** The number of mails, and of their recipients. */
    got: () => {
      const people = server.mails.flatMap(({ to }) => to)
      return [people.length, new Set(people).size]
    },
    async [Symbol.asyncDispose]() {
      for (const { cut, sendings } of processes) {
        cut(null)
        await sendings.stop()
      }
      for (const one of processes) one[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('several processes send one issue together, one dies, and nobody gets it twice', async () => {
  await using all = await scene(24, ['a', 'b', 'c'])
  const { processes, first, server } = all
  server.delay(10)
  const starts = await Promise.allSettled(
    processes.map(({ sendings }) => sendings.start(1, sampleMail, toEverybody)),
  )
  expect(starts.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ])
  for (const { reason } of starts.filter((one) => one.status === 'rejected'))
    expect(String(reason)).toContain('nobody gets it twice')
  for (const { sendings } of processes) await sendings.open()
  await eventually(async () => server.mails.length >= 6)
  first.cut(new Error('The process is dead.'))
  await ends('a')
  const { sent, unsure, total } = await all.ended()
  expect(total).toBe(24)
  expect(unsure).toBeLessThanOrEqual(2)
  expect(sent + unsure).toBe(24)
  const [mails, people] = all.got()
  expect(mails).toBe(people)
  expect(mails).toBeGreaterThanOrEqual(sent)
})

test('a sending continues after an outage of the database, and nobody gets it twice', async () => {
  await using all = await scene(20, ['a', 'b'])
  const { processes, first, server } = all
  server.delay(5)
  await first.sendings.start(1, sampleMail, toEverybody)
  for (const { sendings } of processes) await sendings.open()
  await eventually(async () => server.mails.length >= 5)
  for (const { cut } of processes) cut(new DatabaseUnavailable(null))
  // Every process notices it.
  await eventually(async () => processes.every(({ errors }) => errors.length > 0))
  for (const { cut } of processes) cut(null)
  expect(await all.ended()).toMatchObject({ total: 20, sent: 20, unsure: 0 })
  expect(all.got()).toEqual([20, 20])
})

test('a pause at one process applies to all, and another one can resume', async () => {
  await using all = await scene(12, ['a', 'b'])
  const { processes, first, server } = all
  const [, other] = processes
  // The mail server delays its answers, so that not all mails are sent before the pause.
  const release = server.hold()
  await first.sendings.start(1, sampleMail, toEverybody)
  for (const { sendings } of processes) await sendings.open()
  await eventually(async () => server.mails.length >= 2)
  await other?.sendings.pause(1)
  release()
  const paused = await eventually(async () => {
    const state = await first.sendings.state(1, sampleMail.revision)
    return state.kind === 'paused' && state.sent === all.got()[0] && state
  })
  expect(paused.left).toBeGreaterThan(0)
  await first.sendings.resume(1)
  expect(await all.ended()).toMatchObject({ sent: 12 })
  expect(all.got()).toEqual([12, 12])
})

/** Claims mails of the first issue. */
const claim = async (store: SendingStore, most: number, known: ReadonlyArray<number> = []) => {
  const claimed = await claimMails(store, 1, {
    most,
    known: new Set(known),
    blocker: () => null,
  })
  return claimed?.mails.map(({ person }) => person).toSorted()
}
const begin = sampleStart([5, 6, 7, 8])

test('each mail is claimed by one of several processes', async () => {
  const names = ['a', 'b', 'c']
  for (const name of names) await lives(name)
  const stores = names.map((name) => sendingTables(database, name))
  await write(sendingTables(database, 'a'), 1, begin)
  const claims = await Promise.all(stores.map((store) => claim(store, 2)))
  expect(claims.flat().toSorted()).toEqual([5, 6, 7, 8])
})

test('the results of a batch of accepted mails are as many statements as that of one', async () => {
  let count = 0
  const store = sendingTables(
    {
      ...database,
      transaction: (work) =>
        database.transaction((queries) =>
          work({
            ...queries,
            run(sql, values) {
              count += 1
              return queries.run(sql, values)
            },
          }),
        ),
    },
    'a',
  )
  await write(store, 1, begin)
  await claim(store, 4)
  const counts: Array<number> = []
  for (const ids of [[5], [6, 7, 8]]) {
    count = 0
    await write(store, 1, ...ids.map((id) => ({ is: 'sent', id }) as const))
    counts.push(count)
  }
  expect(counts).toEqual([2, 2])
  expect(await store.progress(1)).toMatchObject({ sent: 4 })
})

test('recipients claimed by a process that counts as dead are unsure, and are not claimed again', async () => {
  const [one, other] = [sendingTables(database, 'a'), sendingTables(database, 'b')]
  await lives('a')
  await lives('b')
  await write(one, 1, begin)
  const progress = () => one.progress(1)
  expect(await claim(one, 2)).toEqual([5, 6])
  expect(await claim(other, 9)).toEqual([7, 8])
  await write(other, 1, { is: 'sent', id: 7 }, { is: 'sent', id: 8 })
  // Its owner is alive.
  expect(await claim(other, 9)).toEqual([])
  expect(await progress()).toMatchObject({
    sent: 2,
    unsure: 0,
    left: 2,
    phase: { kind: 'running' },
  })
  await ends('a')
  expect(await claim(other, 9)).toBe(undefined)
  expect(await progress()).toMatchObject({ sent: 2, unsure: 2, left: 0, phase: { kind: 'ended' } })
  // The process was only suspended, and its mail server has accepted one mail.
  await write(one, 1, { is: 'sent', id: 5 })
  expect(await progress()).toMatchObject({ sent: 3, unsure: 1 })
  // Another process cannot record that.
  await write(other, 1, { is: 'sent', id: 6 })
  expect(await progress()).toMatchObject({ sent: 3, unsure: 1 })

  // For a claim without an answer, nothing was sent.
  await database.run("update mails set state = 'open', owner = null")
  await database.run("update sendings set phase = 'running'")
  expect(await claim(other, 3)).toEqual([5, 6, 7])
  expect(await claim(other, 1)).toEqual([8])
  expect(await claim(other, 9, [5, 8])).toEqual([])
  expect(await claim(other, 9)).toEqual([6, 7])
})

test('a claim takes no more mails than a batch, whichever plan the database has chosen', async () => {
  await lives('a')
  // The plan for a table that was empty when its rows were counted last.
  const plan = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material']
    .map((name) => `-c enable_${name}=off`)
    .join(' ')
  const planned = new URL(url)
  planned.searchParams.set('options', plan)
  const unlucky = await openDatabase({ url: planned.href, migrations, failed: () => {} })
  try {
    await write(sendingTables(unlucky, 'a'), 1, begin)
    expect(await claim(sendingTables(unlucky, 'a'), 2)).toEqual([5, 6])
  } finally {
    await unlucky.close()
  }
})

test('a server of an earlier build, which locks the row of the sending, and this one claim different mails', async () => {
  await lives('a')
  await lives('b')
  const store = sendingTables(database, 'a')
  await write(store, 1, begin)
  const { other } = await database.transaction(async (queries) => {
    await queries.run('select phase from sendings where issue = 1 for share')
    const waiting = claim(store, 9)
    // Until it waits, or has taken what it should not.
    await eventually(async () => {
      const waits = await database.run(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      return waits > 0 || Promise.race([waiting, false])
    })
    await queries.run(
      "update mails set state = 'trying', owner = 'b' where issue = 1 and person < 7 and state = 'open'",
    )
    return { other: waiting }
  })
  expect(await other).toEqual([7, 8])
})

const now = () => new Date()
const log = { error: () => {} } as unknown as Parameters<typeof createIdempotency>[0]['log']
const stores = (name: string) => postgresStores(database, now, name)

/** A request with an Idempotency-Key, as one process gets it. */
function keyed(name: string, key: string, patience = 10_000) {
  const { begin } = createIdempotency({
    records: stores(name).rememberedWrites,
    made: () => false,
    now,
    log,
    patience,
  })
  const headers: Record<string, string> = { 'Idempotency-Key': key }
  const req = {
    method: 'POST',
    originalUrl: '/api/write',
    body: { a: 1 },
    get: (header: string) => headers[header],
  }
  return begin(req as unknown as Request, 1)
}
const started = (write: Awaited<ReturnType<typeof keyed>>) => {
  if (write?.kind !== 'started') throw new Error(`The write is ${write?.kind}.`)
  return write
}

test('one process runs a write with a key, and another one returns the same answer', async () => {
  await lives('a')
  await lives('b')
  const first = started(await keyed('a', 'one'))
  await expect(keyed('b', 'one', 150)).rejects.toThrow('is still under way')
  // Another key does not wait.
  await started(await keyed('b', 'other')).end(null)
  const second = keyed('b', 'one')
  const answer = { status: 201, headers: {}, body: { id: 7 } }
  await first.end(answer)
  expect(await second).toEqual({ kind: 'answered', answer, commit: null })
})

test.each([
  ['stopped', ends],
  ['silent', isSilent],
])(
  'another process takes over the write of a %s one, which cannot commit it any more',
  async (what, end) => {
    await lives('a')
    await lives('b')
    const first = started(await keyed('a', what))
    await first.write.willCommit('c0', { id: 7 })
    await end('a')
    const second = started(await keyed('b', what, 1_000))
    expect(second.before).toBe(null)
    await expect(first.write.willCommit('c1', { id: 8 })).rejects.toThrow(
      'Another server has taken this write over',
    )
    await second.write.willCommit('c2', { id: 9 })
    await second.end({ status: 201, headers: {}, body: {} })
    expect((await keyed('a', what))?.kind).toBe('answered')
  },
)

test('limits, the setup code and links of downloads are shared by all processes', async () => {
  const [one, other] = [stores('a'), stores('b')]
  const limits = [one, other].map(({ limits }) => limits('test', { burst: 4, perSecond: 0.001 }))
  const takes = await Promise.all(
    [0, 1, 0, 1, 0, 1].map((which) => limits[which]?.take('10.0.0.0')),
  )
  expect(takes.filter((wait) => wait === 0)).toHaveLength(4)
  for (const wait of takes.filter((wait) => wait !== 0)) expect(wait).toBeGreaterThan(900)
  expect(await limits[1]?.take('10.0.1.0')).toBe(0)
  await limits[0]?.refund('10.0.0.0')
  expect([await limits[1]?.take('10.0.0.0'), await limits[0]?.take('10.0.0.0')]).toEqual([
    0,
    expect.any(Number),
  ])

  const rules = async ({ openAccounts, throttle }: typeof one) =>
    createAccountRules({
      store: await openAccounts(),
      throttle,
      passwordFault: async () => null,
      now,
      failed: () => {},
    })
  const [here, there] = [await rules(one), await rules(other)]
  const code = here.setupCode ?? ''
  expect(there.setupCode).toBe(code)
  const users = await Promise.all([
    here.register('ada', 'correct horse battery', code, ''),
    there.register('eve', 'correct horse battery', code, ''),
  ])
  expect(users.filter((user) => user !== null)).toHaveLength(1)
  expect([await here.admits(code), await there.admits(code)]).toEqual([null, null])

  const part = (start: number, end: number, which = one) =>
    which.downloadCounts.completes('link', { start, end }, 100)
  expect([await part(0, 50), await part(60, 100, other), await part(40, 55)]).toEqual([
    false,
    false,
    false,
  ])
  expect((await Promise.all([part(50, 60), part(50, 60, other)])).toSorted()).toEqual([false, true])
  expect([await part(0, 100), await part(0, 100, other)]).toEqual([false, false])
})

test('a download that one process has counted is shown by the others', async () => {
  const silent = { failed: () => {}, noticed: () => {} }
  const buses = [1, 2].map(() => postgresBus(database, silent))
  const [one, other] = buses.map((bus, at) =>
    createDownloadCounts(stores(`p${at}`).downloadCounts, bus),
  )
  await Promise.all([one?.open(), other?.open()])
  await one?.delivered('whole', 5, { start: 0, end: 9 }, 9)
  expect(one?.of(5)).toBe(1)
  await expect.poll(() => other?.of(5), { timeout: 60_000, interval: 5 }).toBe(1)
  await Promise.all([one?.close(), other?.close()])
  await Promise.all(buses.map((bus) => bus.close()))
})

test('one process works on a queue, whichever gets an entry, and another one takes over', async () => {
  const silent = { failed: () => {}, noticed: () => {} }
  const work: Array<string> = []
  const open = new Set([1, 2])
  const processOf = (name: string) => {
    const bus = postgresBus(database, silent)
    const leases = postgresLeases(database, name, () => {}, { life: 60_000, renew: 20 })
    const queue = createSharedQueue({
      name: 'test',
      bus,
      leases,
      failed: () => {},
      async attempt(id) {
        if (id === 100) throw new AttemptError('It is down.', 'service')
        if (open.delete(id)) work.push(`${name} ${id}`)
      },
      load: async () => [...open],
    })
    async function close(): Promise<void> {
      await queue.close()
      await Promise.all([bus.close(), leases.close()])
    }
    return { bus, queue, close }
  }
  const processes = ['a', 'b'].map(processOf)
  const until = (worked: ReadonlyArray<string>) =>
    expect.poll(() => work, { timeout: 60_000, interval: 5 }).toEqual(worked)
  const [first, second] = processes
  // Their connections to the bus, which may have missed entries, begin no work.
  for (const [from, to] of [processes, processes.toReversed()]) {
    const heard: Array<string | null> = []
    to?.bus.subscribe('ready', (text) => heard.push(text))
    const isHeard = () => {
      from?.bus.publish('ready', 'yes')
      return heard.includes('yes')
    }
    await expect.poll(isHeard, { timeout: 60_000 }).toBe(true)
  }
  expect(work).toEqual([])
  await first?.queue.begin()
  await until(['a 1', 'a 2'])
  await second?.queue.begin()
  open.add(3)
  second?.queue.add(3)
  await until(['a 1', 'a 2', 'a 3'])
  expect(second?.queue.waiting()).toBe(0)
  // What does not work is known to the others, also to one that comes later.
  // The state while it worked may arrive first.
  const idle = { waiting: 0, refused: [], problem: null }
  await expect.poll(() => second?.queue.state(), { timeout: 60_000 }).toEqual(idle)
  second?.queue.add(100)
  const known = { waiting: 1, refused: [], problem: { message: 'It is down.' } }
  await expect.poll(() => second?.queue.state(), { timeout: 60_000 }).toMatchObject(known)
  const third = processOf('c')
  await third.queue.begin()
  await expect.poll(() => third.queue.state(), { timeout: 60_000 }).toMatchObject(known)
  await third.close()
  await first?.queue.close()
  open.add(4)
  first?.queue.add(4)
  await until(['a 1', 'a 2', 'a 3', 'b 4'])
  for (const { close } of processes) await close()
})

test('the files of the builds that were started last exist, and those of older ones do not', async () => {
  const { builtFiles } = stores('a')
  const bytes = async (name: string) => (await builtFiles?.get(name))?.bytes.toString() ?? null
  await using folder = await temporaryFolder()
  const put = async (build: string) => {
    const at = path.join(folder.path, build, 'assets')
    await mkdir(at, { recursive: true })
    for (const name of [`one-${build}AAAA.js`, 'all-AAAAAAAA.css', 'plain.js'])
      await writeFile(path.join(at, name), build)
    await writeFile(path.join(at, `one-${build}AAAA.js.br`), 'small')
    await Promise.all([1, 2].map(() => builtFiles?.put(build, path.join(folder.path, build))))
  }
  const nameOf = (build: string) => `assets/one-${build}AAAA.js`
  for (const build of ['aaaa', 'bbbb', 'cccc', 'aaaa', 'dddd']) await put(build)
  expect(
    await Promise.all(['aaaa', 'bbbb', 'cccc', 'dddd'].map((build) => bytes(nameOf(build)))),
  ).toEqual(['aaaa', null, 'cccc', 'dddd'])
  expect(await bytes('assets/all-AAAAAAAA.css')).toBe('aaaa')
  expect((await builtFiles?.get(nameOf('dddd')))?.brotli?.toString()).toBe('small')
  expect(await bytes('assets/plain.js')).toBe(null)
})
