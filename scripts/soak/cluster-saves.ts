import { randomUUID } from 'node:crypto'
import { ask as askDatabase } from '../../tests/postgres.ts'
import { eventually } from '../../tests/running-site.ts'
import { git } from '../../tests/temp-repository.ts'
import { add, times } from '../bench/harness.ts'
import { type Cluster, ownArticles, sharedArticles, syncSeconds } from './cluster-world.ts'
import { countEach, createJobs } from './jobs.ts'

/** A save that was sent, and the status of its answer. */
interface Sent {
  id: number
  title: string
  status: number | null
}

/**
 * Saves a title at any replica. A save without an answer is repeated with its key, at another one.
 * `isStale`: whether the next replica shows the same person an older title; null when it does not
 * answer.
 */
async function saveAndRead({ next, persist }: Cluster, save: Sent) {
  const path = `/api/articles/${save.id}`
  const key = { 'Idempotency-Key': randomUUID() }
  let sends = 0
  let saver = next()
  const { status, headers } = await persist(() => {
    sends += 1
    saver = next()
    return saver.ada.call('PATCH', path, { title: save.title }, key)
  })
  save.status = status
  const start = performance.now()
  const saved = headers['set-cookie']?.find((one) => one.startsWith('session-notes-saved='))
  const { ada } = next()
  const Cookie = `${ada.cookie}; ${saved?.split(';')[0]}`
  const read = await ada.call('GET', path, undefined, { Cookie }).catch(() => null)
  const isStale = read?.status === 200 ? read.body.title !== save.title : null
  return { saver, start, isStale, repeated: sends - 1 }
}

/**
 * Clients save at any replica, some of them the same articles. After each save of its own article,
 * a client reads it at the next replica; `stale` counts reads of an older state, which may happen
 * while the remote is unreachable.
 */
export function createSaves(cluster: Cluster, count: number, shared: number) {
  const { faults, world } = cluster
  const sent: Array<Sent> = []
  const figures = {
    repeated: 0,
    conflicts: 0,
    reads: 0,
    stale: 0,
  }
  const jobs = createJobs(count)

  async function saveOne(number: number, client: number): Promise<void> {
    const isShared = number % Math.ceil(count / shared) === 0
    const id = isShared ? sharedArticles[number % sharedArticles.length]! : ownArticles[client]!
    const save: Sent = {
      id,
      title: `Save ${number}.`,
      status: null,
    }
    sent.push(save)
    const { isStale, repeated } = await saveAndRead(cluster, save)
    figures.repeated += repeated
    if (save.status === 409) figures.conflicts += 1
    else if (save.status !== 200) faults.push(`a save was answered with ${save.status}`)
    else if (!isShared && isStale !== null) {
      figures.reads += 1
      figures.stale += Number(isStale)
    }
  }

  return {
    figures,
    progress: jobs.progress,
    run: (mayGoOn: () => boolean) => jobs.run(ownArticles.length, saveOne, mayGoOn),
    /**
     * Compares the history of the remote with the answers. Returns the number of acknowledged
     * saves.
     */
    async check(): Promise<number> {
      const read = (...args: Array<string>) => git(world.bare, args)
      const made = countEach((await read('log', '--format=%s', 'main')).split('\n'))
      for (const { title, status } of sent) {
        const commits = made.get(`Update article: ${title}`) ?? 0
        if (status === 200 && commits === 0) faults.push(`“${title}” was acknowledged and is lost`)
        if (status === 409 && commits > 0)
          faults.push(`“${title}” was made and answered with a conflict`)
        if (commits > 1) faults.push(`“${title}” was made ${commits} times`)
      }
      if ((await read('log', '--merges', '--format=%h', 'main')) !== '')
        faults.push('the site has made a merge')
      const complaints = await read('fsck', '--strict', '--no-dangling').catch(String)
      if (complaints !== '') faults.push(complaints)
      return sent.filter(({ status }) => status === 200).length
    },
  }
}

/** The clients that save and read without faults. */
const calmClients = 8

/**
 * People save, and read the result at the next replica at once. Every tenth time somebody else
 * waits for it at the others. Then the same without messages between the replicas, which then only
 * poll the remote.
 */
export async function readOwnSaves(cluster: Cluster) {
  const { databaseUrl, faults, limit } = cluster
  const [reads, pollingReads] = [times(1_000), times(16)]
  const shown = 'the other replicas show a save'
  const shownByPolling = 'without messages the other replicas show a save'
  let stale = await saveAndWait(cluster, shown, reads, 10)
  await askDatabase(databaseUrl, 'alter table bus_messages rename to bus_messages_away')
  stale += await saveAndWait(cluster, shownByPolling, pollingReads, 1)
  await askDatabase(databaseUrl, 'alter table bus_messages_away rename to bus_messages')
  if (stale > 0) faults.push(`${stale} people did not see their own save`)
  return {
    ownReads: reads + pollingReads,
    stale,
    othersP95: limit(shown, 1_000, 0.95),
    othersByPolling: limit(shownByPolling, syncSeconds * 1_000 + 1_000),
  }
}

/** Adds the times until others show a save to a series. Returns the number of stale reads. */
async function saveAndWait(
  cluster: Cluster,
  series: string,
  reads: number,
  every: number,
): Promise<number> {
  let stale = 0
  await createJobs(reads).run(calmClients, async (number, client) => {
    const save: Sent = {
      id: ownArticles[client]!,
      title: `${series} ${number}`,
      status: null,
    }
    const { saver, start, isStale } = await saveAndRead(cluster, save)
    if (save.status !== 200) cluster.faults.push(`a save was answered with ${save.status}`)
    if (isStale !== false) stale += 1
    if (number % every > 0) return
    const others = cluster.replicas.filter((one) => one !== saver)
    add(series, ...(await Promise.all(others.map((one) => shownAfter(one, save, start)))))
  })
  return stale
}

/** Milliseconds from `start` until a replica shows somebody else a title. */
async function shownAfter(
  { ada }: Cluster['replicas'][number],
  { id, title }: Sent,
  start: number,
): Promise<number> {
  const { cookie: Cookie } = ada
  await eventually(async () => {
    const { body } = await ada.call('GET', `/api/articles/${id}`, undefined, { Cookie })
    return body.title === title
  })
  return performance.now() - start
}
