import { expect, test } from 'vitest'
import { checkedProxy } from './checked-proxy.ts'
import { ask } from './http-client.ts'
import { articleFile, eventually, runningSite } from './running-site.ts'

const files = { 'articles/one.md': articleFile({ id: '1', title: 'One' }, 'First.') }

test('no request fails while one of two servers is restarted', async () => {
  const env = { DRAIN_SECONDS: '4' }
  await using one = await runningSite({ files, env })
  await using other = await runningSite({ files, env })
  await using proxy = await checkedProxy([one, other])
  await eventually(async () => proxy.wanted() === 2)
  const failed: Array<number> = []
  let answered = 0
  let isOver = false
  const visits = ['/', '/article/one', '/api/articles'].map(async (address) => {
    while (!isOver) {
      const { status } = await ask(proxy.url, address).catch(() => ({ status: 0 }))
      answered += 1
      if (status !== 200) failed.push(status)
    }
  })
  await eventually(async () => answered > 20)
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
  const before = answered
  await eventually(async () => answered > before + 20)
  isOver = true
  await Promise.all(visits)
  expect(failed).toEqual([])
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
  expect(['503 {"message":"The site is starting; its content is not there yet."}', '200 {"status":"ready"}']).toEqual(
    expect.arrayContaining([...answers]),
  )
  const start = performance.now()
  await site.stop()
  expect(performance.now() - start).toBeLessThan(9_000)
})
