import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { openSiteDatabase } from '../../server/platform/postgres/site-database.ts'
import { ask, sharedPostgres } from '../postgres.ts'
import { migrations } from './adapters.ts'

/** The sentence with which a start ends. */
const refusal = (url: string) =>
  openSiteDatabase({
    url,
    dataDir: '/nowhere',
    shared: null,
    migrations,
    failed: () => {},
    patience: 0,
  }).then(
    async (database) => {
      await database.close()
      return 'It has started.'
    },
    (error: Error) => `${error.name}: ${error.message}`,
  )

const newDatabase = async () => (await sharedPostgres()).newDatabase()

test('a user who may not create tables is told how to become the owner', async () => {
  const url = new URL(await newDatabase())
  const name = url.pathname.slice(1)
  await ask(url.href, `create role "${name}" login; revoke create on schema public from public`)
  const asOwner = url.href
  try {
    url.username = name
    expect(await refusal(url.href)).toBe(
      'DatabaseRefused: DATABASE_URL names a user who may not create tables; make it the owner of the database: alter database NAME owner to USER.',
    )
    // What the sentence says is right.
    await ask(asOwner, `alter database "${name}" owner to "${name}"`)
    expect(await refusal(url.href)).toBe('It has started.')
  } finally {
    await ask(
      asOwner,
      `alter database "${name}" owner to current_user; reassign owned by "${name}" to current_user; drop owned by "${name}"; drop role "${name}"`,
    )
  }
})

test('a database without a schema for tables, and one that can only be read, are named', async () => {
  const without = await newDatabase()
  await ask(without, 'drop schema public')
  expect(await refusal(without)).toMatch(
    /^DatabaseRefused: DATABASE_URL leads to a database without a schema for tables; [^\n]+\.$/,
  )
  const standby = await newDatabase()
  await ask(
    standby,
    `alter database "${new URL(standby).pathname.slice(1)}" set default_transaction_read_only = on`,
  )
  expect(await refusal(standby)).toBe(
    'DatabaseRefused: DATABASE_URL leads to a database that can only be read; name the primary server.',
  )
})

/** A server that does this with each connection. */
async function withServer(
  behave: (socket: Socket) => void,
  check: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer((socket) =>
    socket.on('error', () => {}).once('data', () => behave(socket)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  try {
    await check(`postgres://site@127.0.0.1:${port}/site`)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

/** An error message of the protocol of PostgreSQL. */
function errorMessage(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mnot now\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

test.each([
  [
    '57P03',
    'a database server that is starting or stopping; start again when it accepts connections.',
  ],
  [
    '53300',
    'a database server that has no connection left; raise its max_connections, or end other programs.',
  ],
  ['57P01', 'no database server that answers: 57P01.'],
  [
    '42P07',
    'a database in which another program has tables of these names; make one for the site alone: create database NAME owner USER.',
  ],
])('a server that answers %s is told in one sentence', async (code, says) => {
  await withServer(
    (socket) => socket.end(errorMessage(code)),
    async (url) =>
      expect(await refusal(url)).toBe(`DatabaseRefused: DATABASE_URL leads to ${says}`),
  )
})

test('a server that dies during the start is told in one sentence', async () => {
  await withServer(
    (socket) => socket.destroy(),
    async (url) =>
      expect(await refusal(url)).toMatch(
        /^DatabaseRefused: DATABASE_URL leads to no database server that answers: [^\n]+\.$/,
      ),
  )
})
