import { expect, test } from 'vitest'
import { checkedProxy } from './checked-proxy.ts'
import { heldSocket } from './held-socket.ts'
import { ask } from './http-client.ts'
import { articleFile, eventually, runningSite } from './running-site.ts'

const files = { 'articles/one.md': articleFile({ id: '1', title: 'One' }, 'First.') }

/** Visits a site fifty times a second. */
function visitorsOf({ url }: { url: string }) {
  const failed: Array<string> = []
  const asked: Array<Promise<unknown>> = []
  const timer = setInterval(() => {
    const address = ['/', '/article/one', '/api/articles'][asked.length % 3] as string
    const answered = ask(url, address).then(
      ({ status }) => status,
      (error: Error) => error.message,
    )
    asked.push(answered.then((status) => status !== 200 && failed.push(`${address} ${status}`)))
  }, 20)
  return {
    /** Waits for so many further visits. */
    more(count: number) {
      const before = asked.length
      return eventually(async () => asked.length > before + count)
    },
    /** Ends the visits, and resolves with those that failed. */
    async end() {
      clearInterval(timer)
      await Promise.all(asked)
      return failed
    },
  }
}

test('no request fails while one of two servers is restarted', async () => {
  const env = { DRAIN_SECONDS: '4' }
  await using one = await runningSite({ files, env })
  await using other = await runningSite({ files, env })
  await using proxy = await checkedProxy([one, other])
  await eventually(async () => proxy.wanted() === 2)
  const visitors = visitorsOf(proxy)
  await visitors.more(20)
  const restarted = one.restart()
  // While it stops it reports that, and continues.
  const told = await eventually(async () => {
    const answer = await ask(one.url, '/api/ready')
    return answer.status === 503 && answer
  })
  expect(JSON.parse(told.text)).toEqual({ message: 'The site is stopping.' })
  const page = await ask(one.url, '/article/one')
  expect([page.status, page.headers.connection]).toEqual([200, 'close'])
  await restarted
  await eventually(async () => proxy.wanted() === 2)
  await visitors.more(20)
  expect(await visitors.end()).toEqual([])
})

test('a server is ready when its content is loaded, and without DRAIN_SECONDS it stops at once', async () => {
  await using site = await runningSite({ files })
  const answers = new Set<string>()
  await eventually(async () => {
    const { status, text, headers } = await ask(site.url, '/api/ready')
    answers.add(`${status} ${text}`)
    expect(headers['cache-control']).toBe('private, no-store')
    return status === 200
  })
  expect([
    '503 {"message":"The site is starting; its content is not there yet."}',
    '200 {"status":"ready"}',
  ]).toEqual(expect.arrayContaining([...answers]))
  const start = performance.now()
  await site.stop()
  expect(performance.now() - start).toBeLessThan(9_000)
})

test('no request fails while a site with a held socket is restarted, at 50 requests a second', async () => {
  await using socket = await heldSocket(files)
  const first = await socket.start()
  const visitors = visitorsOf(socket)
  await visitors.more(25)
  await first.stop()
  // Nobody listens now, and visitors ask on.
  await visitors.more(25)
  const second = await socket.start()
  await visitors.more(50)
  expect(await visitors.end()).toEqual([])
  await second.stop()
})
