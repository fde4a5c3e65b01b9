import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Reply } from '../../tests/signed-in-site.ts'
import { gitIn } from './checked-repository.ts'
import { type Cluster, ownArticles, savedCookie, sharedArticles } from './cluster-world.ts'
import { countEach, createJobs } from './jobs.ts'

/** A save that was sent, and its result. */
interface Sent {
  id: number
  sentence: string
  key: string
  answer: 'none' | 'made' | 'conflict'
}

/** The most attempts of one save, as a browser's queue makes them. */
const mostAttempts = 60

/**
 * Clients save at any replica, some of them the same articles. A save without an answer is repeated
 * with its key, at another replica. After each save of its own article, a client reads it at the
 * next replica; `stale` counts reads of an older state, which may happen while the remote is
 * unreachable.
 */
export function createSaves(cluster: Cluster, options: { saves: number; shared: number }) {
  const { next, faults, world, random } = cluster
  const sent: Array<Sent> = []
  const figures = { repeated: 0, conflicts: 0, reads: 0, stale: 0 }
  const jobs = createJobs(options.saves)

  async function send(save: Sent): Promise<void> {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      if (attempt > 1) figures.repeated += 1
      const answer = await next()
        .ada.call(
          'PATCH',
          `/api/articles/${save.id}`,
          { title: save.sentence },
          { 'Idempotency-Key': save.key },
        )
        .catch(() => null)
      if (answer?.status === 200) {
        save.answer = 'made'
        if (ownArticles.includes(save.id)) await readBack(save, answer)
        return
      }
      if (answer?.status === 409) {
        figures.conflicts += 1
        save.answer = 'conflict'
        return
      }
      if (answer && answer.status < 500) faults.push(`a save was answered with ${answer.status}`)
      await wait(200 + 300 * random.next())
    }
    faults.push(`“${save.sentence}” got no answer`)
  }

  async function readBack({ id, sentence }: Sent, answer: Reply): Promise<void> {
    const { ada } = next()
    const Cookie = `${ada.cookie}; ${savedCookie(answer)}`
    const read = await ada
      .call('GET', `/api/articles/${id}`, undefined, { Cookie })
      .catch(() => null)
    if (read?.status !== 200) return
    figures.reads += 1
    if (read.body.title !== sentence) figures.stale += 1
  }

  return {
    figures,
    progress: jobs.progress,
    run: (mayGoOn: () => boolean) =>
      jobs.run(
        ownArticles.length,
        async (number, client) => {
          const isShared = number % Math.ceil(options.saves / options.shared) === 0
          const id = isShared
            ? sharedArticles[number % sharedArticles.length]!
            : ownArticles[client]!
          const save: Sent = { id, sentence: `Save ${number}.`, key: randomUUID(), answer: 'none' }
          sent.push(save)
          await send(save)
        },
        mayGoOn,
      ),
    /**
     * Compares the history of the remote with the answers. Returns the number of acknowledged
     * saves.
     */
    async check(): Promise<number> {
      const git = gitIn(world.bare)
      const times = countEach((await git('log', '--format=%s', 'main')).split('\n'))
      for (const { sentence, answer } of sent) {
        const made = times.get(`Update article: ${sentence}`) ?? 0
        if (answer === 'made' && made === 0)
          faults.push(`“${sentence}” was acknowledged and is lost`)
        if (answer === 'conflict' && made > 0)
          faults.push(`“${sentence}” was made and answered with a conflict`)
        if (made > 1) faults.push(`“${sentence}” was made ${made} times`)
      }
      if ((await git('log', '--merges', '--format=%h', 'main')) !== '')
        faults.push('the site has made a merge')
      const complaints = await git('fsck', '--strict', '--no-dangling').catch(
        (error: Error) => error.message,
      )
      if (complaints !== '') faults.push(complaints)
      return sent.filter(({ answer }) => answer === 'made').length
    },
  }
}
