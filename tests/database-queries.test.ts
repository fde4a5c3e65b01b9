import { type AddressInfo, createServer, connect as openSocket } from 'node:net'
import { expect, test } from 'vitest'
import { ask } from './http-client.ts'
import { testPostgres } from './postgres.ts'
import { articleFile, isCluster, runningSite, siteOfOneProcess } from './running-site.ts'
import { admin, signIn } from './signed-in-site.ts'

/**
 * Forwards connections to a PostgreSQL; `statements` gets the SQL of each executed statement, in
 * order.
 */
async function recordedDatabase(url: string) {
  const { port, hostname } = new URL(url)
  const statements: Array<string> = []
  const server = createServer((client) => {
    const database = openSocket(Number(port), hostname)
    database.pipe(client)
    let rest = Buffer.alloc(0)
    let hasBegun = false
    client.on('data', (chunk) => {
      database.write(chunk)
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        // The first message has no type. Every other is a type, its length and its content
        // (PostgreSQL, section 54.7).
        const start = hasBegun ? 1 : 0
        if (rest.length < start + 4 || rest.length < start + rest.readUInt32BE(start)) break
        const end = start + rest.readUInt32BE(start)
        const texts = rest.toString('utf8', start + 4, end).split('\0')
        const type = hasBegun ? rest.toString('latin1', 0, 1) : ''
        // 'Q' is a statement, 'P' a name and a statement with parameters.
        if (type === 'Q' || type === 'P') statements.push(texts[type === 'Q' ? 0 : 1] ?? '')
        hasBegun = true
        rest = rest.subarray(end)
      }
    })
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const forwarded = new URL(url)
  forwarded.port = String((server.address() as AddressInfo).port)
  return {
    url: forwarded.href,
    statements,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

test('a public page asks the database nothing, and a read of the admin at most four times', async () => {
  await using postgres = await testPostgres()
  await using recorded = await recordedDatabase(await postgres.newDatabase())
  const files = { 'articles/one.md': articleFile({ id: '1', title: 'One' }, 'First.') }
  await using site = await (isCluster ? siteOfOneProcess : runningSite)({
    files,
    env: { ...admin, DATABASE_URL: recorded.url },
  })
  const ada = await signIn(site)
  // Until then, the dashboard also asks whether others are invited.
  await ada.call('DELETE', '/api/dashboard/first-steps')
  const readOf = {
    visitor: async (address: string) => (await ask(site.url, address)).status,
    admin: async (address: string) => (await ada.call('GET', address)).status,
  }
  /**
   * The statements during one read. The site also asks by itself, at its start and at intervals, so
   * that some reads see more.
   */
  async function statementsOf(who: 'visitor' | 'admin', address: string) {
    const before = recorded.statements.length
    expect([address, await readOf[who](address)]).toEqual([address, 200])
    return recorded.statements.slice(before)
  }

  const pages = ['/', '/article/one', '/news', '/search?q=one', '/rss.xml']
  for (const address of [
    ...pages,
    '/sitemap.xml',
    '/api/articles',
    '/api/search?q=one',
    '/api/downloads',
  ])
    await expect.poll(() => statementsOf('visitor', address)).toEqual([])
  const people = ['/api/auth/sessions', '/api/subscribers/summary']
  const dashboard = ['', '/work', '/growth?range=month', '/mails', '/problems'].map(
    (part) => `/api/dashboard${part}`,
  )
  const content = [
    '/api/articles',
    '/api/articles/1',
    '/api/articles/1/history',
    '/api/media',
    '/api/pages',
  ]
  for (const address of [
    ...dashboard,
    ...people,
    '/api/record?limit=2',
    '/api/subscribers?limit=20&q=a&status=active',
    ...content,
  ])
    await expect
      .poll(async () => (await statementsOf('admin', address)).length, { message: address })
      .toBeOneOf([1, 2])
  // The session, the users, and who of them has an app and who a passkey.
  await expect.poll(async () => (await statementsOf('admin', '/api/users')).length).toBe(4)
  // The whole list is an export, which is put on record.
  await expect.poll(async () => (await statementsOf('admin', '/api/subscribers')).length).toBe(3)
})
