import { setTimeout as wait } from 'node:timers/promises'
import { ask as askDatabase } from '../../tests/postgres.ts'
import { quantile } from '../bench/harness.ts'
import { type Cluster, ownArticles, savedCookie, syncSeconds } from './cluster-world.ts'
import { createJobs } from './jobs.ts'

const clients = 8
/**
 * Time limits until the other replicas show a save, in milliseconds: with messages between them,
 * and by polling only.
 */
const shownMs = 1_000
const shownByLookingMs = syncSeconds * 1_000 + 1_000

/**
 * People save, and read the result at the next replica at once. Every tenth time somebody else
 * waits for it at the others. Then the same without messages between the replicas, which then only
 * poll the remote.
 */
export async function readOwnSaves(
  cluster: Cluster,
  run: { reads: number; readsWithoutMessages: number; slack: number },
) {
  const { databaseUrl, faults } = cluster
  const own = await saveAndRead(cluster, 'With messages', run.reads, 10)
  const others = own.others.length > 0 ? quantile(own.others, 0.95) : Number.POSITIVE_INFINITY
  if (others > shownMs * run.slack)
    faults.push(`the other replicas show a save after ${Math.round(others)} ms`)
  await askDatabase(databaseUrl, 'alter table bus_messages rename to bus_messages_away')
  const looking = await saveAndRead(cluster, 'Without messages', run.readsWithoutMessages, 1)
  await askDatabase(databaseUrl, 'alter table bus_messages_away rename to bus_messages')
  const last = Math.max(0, ...looking.others)
  if (last > shownByLookingMs * run.slack)
    faults.push(`without messages the other replicas show a save after ${Math.round(last)} ms`)
  const stale = own.stale + looking.stale
  if (stale > 0) faults.push(`${stale} people did not see their own save`)
  return {
    ownReads: own.reads + looking.reads,
    stale,
    othersP95: Math.round(others),
    othersByLooking: Math.round(last),
  }
}

async function saveAndRead(
  { next, replicas, faults }: Cluster,
  words: string,
  times: number,
  every: number,
) {
  const result = { reads: 0, stale: 0, others: [] as Array<number> }

  async function once(id: number, number: number): Promise<void> {
    const title = `${words} ${number}`
    const saver = next()
    const save = () => saver.ada.call('PATCH', `/api/articles/${id}`, { title })
    let saved = await save()
    // A machine that is too busy for a push in time gets a 503, and the browser's queue sends the
    // save again.
    for (let again = 0; saved.status === 503 && again < 10; again += 1) saved = await save()
    const start = performance.now()
    if (saved.status !== 200) return void faults.push(`a save was answered with ${saved.status}`)
    const { ada } = next()
    const Cookie = `${ada.cookie}; ${savedCookie(saved)}`
    const read = await ada.call('GET', `/api/articles/${id}`, undefined, { Cookie })
    result.reads += 1
    if (read.body.title !== title) result.stale += 1
    if (number % every > 0) return
    const others = replicas.filter((one) => one !== saver)
    result.others.push(
      ...(await Promise.all(others.map((one) => shownAfter(one, id, title, start)))),
    )
  }

  await createJobs(times).run(clients, (number, client) => once(ownArticles[client]!, number))
  return result
}

/** Milliseconds from `start` until a replica shows somebody else a title. */
async function shownAfter(
  { ada }: Cluster['replicas'][number],
  id: number,
  title: string,
  start: number,
): Promise<number> {
  while (performance.now() - start < 30_000) {
    const { body } = await ada.call('GET', `/api/articles/${id}`, undefined, {
      Cookie: ada.cookie,
    })
    if (body.title === title) break
    await wait(10)
  }
  return performance.now() - start
}
