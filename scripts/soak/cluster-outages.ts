import { randomUUID } from 'node:crypto'
import { eventually } from '../../tests/running-site.ts'
import { quantile } from '../bench/harness.ts'
import { gitIn } from './checked-repository.ts'
import { type Cluster, ownArticles } from './cluster-world.ts'
import { createJobs } from './jobs.ts'

/**
 * Time limits in milliseconds: for the error while the database or the remote is unreachable, and
 * for the recovery after that.
 */
const databaseAwayMs = 3_000
const databaseBackMs = 5_000
const remoteAwayMs = 15_000
const remoteBackMs = 10_000

const visitors = 8
const addresses = [
  '/',
  '/article/a1',
  '/article/a101',
  '/api/articles',
  '/api/search?q=article',
  '/feed.json',
  '/rss.xml',
]

/**
 * Visitors read while the database is down, frozen and running in turn. Administrators get errors
 * soon, and everything recovers. `slower` compares the times of answers: the 99th percentile
 * without the database, divided by that with it.
 */
export async function databaseOutages(
  cluster: Cluster,
  { visits, slack }: { visits: number; slack: number },
) {
  const { postgres, faults, next } = cluster
  if (!postgres.isStarted) return {}
  const rounds = visits >= 2_000 ? 10 : 2
  const part = Math.ceil(visits / rounds)
  await visit(cluster, part)
  const [there, away]: [Array<number>, Array<number>] = [[], []]
  for (let round = 0; round < rounds; round++) {
    there.push(...(await visit(cluster, part)))
    const isFrozen = round % 2 === 0
    if (isFrozen) postgres.freeze(true)
    else await postgres.kill()
    await expectRefused()
    away.push(...(await visit(cluster, part)))
    if (isFrozen) postgres.freeze(false)
    else await postgres.start()
    const start = performance.now()
    const isBack = async () => {
      const answers = await Promise.all(
        cluster.replicas.map(({ ada }) => ada.call('GET', '/api/subscribers?limit=1')),
      )
      return answers.every(({ status }) => status === 200)
    }
    await eventually(isBack, 60_000)
    const ms = performance.now() - start
    if (ms > databaseBackMs * slack)
      faults.push(`the admin is back ${Math.round(ms)} ms after the database`)
  }

  async function expectRefused(): Promise<void> {
    const start = performance.now()
    const answers = await Promise.all([
      next().ada.call('PATCH', '/api/articles/1', { title: 'Never shown' }),
      next().ada.call('GET', '/api/subscribers'),
    ])
    const ms = performance.now() - start
    for (const { status, body } of answers)
      if (status !== 503 || typeof body.message !== 'string')
        faults.push(`without a database the answer is ${status}`)
    if (ms > databaseAwayMs * slack)
      faults.push(`without a database the answer takes ${Math.round(ms)} ms`)
  }

  const slower = quantile(away, 0.99) / quantile(there, 0.99)
  // Fewer requests say nothing about the slowest hundredth.
  if (visits >= 10_000 && slower > 1.2)
    faults.push(`without a database pages take ${slower.toFixed(2)} times as long`)
  return { visits: away.length, slower: Number(slower.toFixed(2)) }
}

/** Requests by several visitors at once. Returns the milliseconds of each. */
async function visit({ next, faults }: Cluster, count: number): Promise<Array<number>> {
  const times: Array<number> = []
  await createJobs(count).run(visitors, async (number) => {
    const address = addresses[number % addresses.length]
    const start = performance.now()
    const answer = await fetch(`${next().url}${address}`).catch(() => null)
    await answer?.arrayBuffer()
    times.push(performance.now() - start)
    if (answer?.status !== 200)
      faults.push(`without a database ${address} is answered with ${answer?.status}`)
  })
  return times
}

/**
 * While the remote fails or hangs, a save is refused in time and shown nowhere; repeated with its
 * key after the recovery, it is made once.
 */
export async function remoteOutages(
  { world, next, replicas, faults }: Cluster,
  { slack }: { slack: number },
) {
  let slowest = 0
  const kinds = [{ kind: 'fail', status: 503 }, { kind: 'hang' }] as const
  for (const behavior of kinds) {
    const id = ownArticles.at(-1)
    const title = `Sent while the remote did ${behavior.kind}`
    const headers = { 'Idempotency-Key': randomUUID() }
    const save = () => next().ada.call('PATCH', `/api/articles/${id}`, { title }, headers)
    world.server.behave(behavior)
    const start = performance.now()
    const refused = await save()
    const ms = performance.now() - start
    slowest = Math.max(slowest, ms)
    if (refused.status !== 503 || refused.body.kind !== 'away')
      faults.push(`without the remote a save is answered with ${refused.status}`)
    if (ms > remoteAwayMs * slack)
      faults.push(`without the remote the answer takes ${Math.round(ms)} ms`)
    for (const { ada } of replicas)
      if ((await ada.call('GET', `/api/articles/${id}`)).body.title === title)
        faults.push('a refused save is shown')
    world.server.behave({ kind: 'serve' })
    await eventually(async () => (await save()).status === 200, remoteBackMs * slack).catch(() =>
      faults.push('a save is not made after the return of the remote'),
    )
    const made = (await gitIn(world.bare)('log', '--format=%s', 'main'))
      .split('\n')
      .filter((one) => one.includes(title))
    if (made.length !== 1) faults.push(`a save was made ${made.length} times`)
  }
  return { refusedAfter: Math.round(slowest) }
}
