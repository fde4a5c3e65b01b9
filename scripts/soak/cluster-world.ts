import { setTimeout as wait } from 'node:timers/promises'
import { mailServer } from '../../tests/mail-server.ts'
import { numberedArticles, upTo } from '../../tests/numbered-articles.ts'
import { testPostgres } from '../../tests/postgres.ts'
import { eventually } from '../../tests/running-site.ts'
import { importPeople, issueFile, siteYaml } from '../../tests/sending-fixture.ts'
import { throughWorld } from '../../tests/through-fixture.ts'
import { quantile, seed, valuesOf } from '../bench/harness.ts'
import { createRandom } from '../bench/random.ts'

/** Articles that only one client saves, and those that all clients save. */
export const ownArticles = upTo(12)
export const sharedArticles = [101, 102, 103, 104]

/** The interval in seconds at which a replica polls the remote. */
export const syncSeconds = 5

/** Three replicas of a site with their shared services, and the faults found so far. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Starts three replicas with an issue of the newsletter, and with so many people who get it. */
export async function startCluster(people: number) {
  const postgres = await testPostgres()
  const databaseUrl = await postgres.newDatabase()
  const mails = await mailServer()
  const world = await throughWorld(databaseUrl, {
    ...numberedArticles([...ownArticles, ...sharedArticles]),
    'site.yaml': siteYaml,
    'newsletters/2026/007-pads.md': issueFile({ id: '1' }),
  })
  const start = (at: number) =>
    world.replica(`replica-${at}`, {
      SITE_URL: 'http://notes.example.org',
      TRUST_PROXY: 'loopback',
      GIT_SYNC_SECONDS: String(syncSeconds),
      SMTP_URL: mails.url,
      MAIL_FROM: 'Test Notes <notes@example.org>',
    })
  const replicas = await Promise.all([0, 1, 2].map(start))
  await importPeople(replicas[0]!.ada, people)
  const random = createRandom(seed)
  const faults: Array<string> = []
  let turn = 0
  return {
    postgres,
    databaseUrl,
    world,
    mails,
    /** A killed replica is replaced by its restarted one. */
    replicas,
    random,
    /** The replicas in turn, for all callers. */
    next: () => replicas[turn++ % replicas.length]!,
    /** Starts a replica again in its folder. */
    async start(at: number) {
      replicas[at] = await start(at)
    },
    /** Sends a request again and again until it is answered, as a browser's queue does. */
    persist: <Answer extends { status: number }>(send: () => Promise<Answer>): Promise<Answer> =>
      eventually(async () => {
        const answer = await send().catch(() => null)
        if (answer && answer.status < 500) return answer
        await wait(200 + 300 * random.next())
        return null
      }, 120_000),
    /** The faults, a sentence each. */
    faults,
    /**
     * Notes a fault when one of a series, or the share of them, has taken longer than it may.
     * Returns the milliseconds.
     */
    limit(series: string, most: number, share = 1): number {
      const milliseconds = Math.round(quantile(valuesOf(series), share))
      if (milliseconds > most) faults.push(`${series} after ${milliseconds} ms`)
      return milliseconds
    },
    async [Symbol.asyncDispose]() {
      for (const part of [world, mails, postgres]) await part[Symbol.asyncDispose]()
    },
  }
}
