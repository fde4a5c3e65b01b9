import { randomUUID } from 'node:crypto'
import { ask } from '../../tests/http-client.ts'
import { eventually } from '../../tests/running-site.ts'
import { git } from '../../tests/temp-repository.ts'
import { quantile, quick, time, times, valuesOf } from '../bench/harness.ts'
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
const rounds = quick ? 2 : 10
const visitsPerRound = times(10_000) / rounds
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
export async function databaseOutages(cluster: Cluster) {
  const { postgres, faults, next, limit, replicas } = cluster
  if (!postgres.isStarted) return {}
  await visit(cluster, 'the first visits')
  for (let round = 0; round < rounds; round++) {
    await visit(cluster, 'visits')
    const isFrozen = round % 2 === 0
    if (isFrozen) postgres.freeze(true)
    else await postgres.kill()
    const refused = await time('the answer without a database comes', () =>
      Promise.all([
        next().ada.call('PATCH', '/api/articles/1', { title: 'Never shown' }),
        next().ada.call('GET', '/api/subscribers'),
      ]),
    )
    for (const { status, body } of refused)
      if (status !== 503 || typeof body.message !== 'string')
        faults.push(`without a database the answer is ${status}`)
    await visit(cluster, 'visits without a database')
    if (isFrozen) postgres.freeze(false)
    else await postgres.start()
    await time('the admin is back', () =>
      eventually(async () => {
        const answers = replicas.map(({ ada }) => ada.call('GET', '/api/subscribers?limit=1'))
        return (await Promise.all(answers)).every(({ status }) => status === 200)
      }, 60_000),
    )
  }
  limit('the answer without a database comes', databaseAwayMs)
  limit('the admin is back', databaseBackMs)
  const away = valuesOf('visits without a database')
  const slower = quantile(away, 0.99) / quantile(valuesOf('visits'), 0.99)
  // Fewer requests say nothing about the slowest hundredth.
  if (!quick && slower > 1.2)
    faults.push(`without a database pages take ${slower.toFixed(2)} times as long`)
  return { visits: away.length, slower: Number(slower.toFixed(2)) }
}

/** Requests by several visitors at once, whose times are added to a series. */
async function visit({ next, faults }: Cluster, series: string): Promise<void> {
  await createJobs(visitsPerRound).run(visitors, async (number) => {
    const address = addresses[number % addresses.length]!
    const answer = await time(series, () => ask(next().url, address).catch(() => null))
    if (answer?.status !== 200)
      faults.push(`without a database ${address} is answered with ${answer?.status}`)
  })
}

/**
 * While the remote fails or hangs, a save is refused in time and shown nowhere; repeated with its
 * key after the recovery, it is made once.
 */
export async function remoteOutages({ world, next, replicas, faults, limit }: Cluster) {
  for (const behavior of [{ kind: 'fail', status: 503 }, { kind: 'hang' }] as const) {
    const path = `/api/articles/${ownArticles.at(-1)}`
    const title = `Sent while the remote did ${behavior.kind}`
    const headers = { 'Idempotency-Key': randomUUID() }
    const save = () => next().ada.call('PATCH', path, { title }, headers)
    world.server.behave(behavior)
    const refused = await time('the answer without the remote comes', save)
    if (refused.status !== 503 || refused.body.kind !== 'away')
      faults.push(`without the remote a save is answered with ${refused.status}`)
    for (const { ada } of replicas)
      if ((await ada.call('GET', path)).body.title === title) faults.push('a refused save is shown')
    world.server.behave({ kind: 'serve' })
    await eventually(async () => (await save()).status === 200, remoteBackMs).catch(() =>
      faults.push('a save is not made after the return of the remote'),
    )
    const log = await git(world.bare, ['log', '--format=%s', 'main'])
    const made = log.split(title).length - 1
    if (made !== 1) faults.push(`a save was made ${made} times`)
  }
  return { refusedAfter: limit('the answer without the remote comes', remoteAwayMs) }
}
