import { mailServer } from '../../tests/mail-server.ts'
import { numberedArticles, upTo } from '../../tests/numbered-articles.ts'
import { testPostgres } from '../../tests/postgres.ts'
import { issueFile, person, siteYaml } from '../../tests/sending-fixture.ts'
import type { Reply } from '../../tests/signed-in-site.ts'
import { type Replica, type ReplicaHere, throughWorld } from '../../tests/through-fixture.ts'
import { createRandom } from '../bench/random.ts'

/** Articles that only one client saves, and those that all clients save. */
export const ownArticles = upTo(12)
export const sharedArticles = [101, 102, 103, 104]

/** The interval in seconds at which a replica polls the remote. */
export const syncSeconds = 5

/** Three replicas of a site with their shared services, and the faults found so far. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>

/**
 * Starts three replicas with an issue of the newsletter, and with people who get it. Those that are
 * never killed run in this process.
 */
export async function startCluster(options: { people: number; seed: number; kills: number }) {
  const postgres = await testPostgres()
  const databaseUrl = await postgres.newDatabase()
  const mails = await mailServer()
  const world = await throughWorld(databaseUrl, {
    ...numberedArticles([...ownArticles, ...sharedArticles]),
    'site.yaml': siteYaml,
    'newsletters/2026/007-pads.md': issueFile({ id: '1' }),
  })
  const env = {
    SITE_URL: 'http://notes.example.org',
    TRUST_PROXY: 'loopback',
    GIT_SYNC_SECONDS: String(syncSeconds),
    SMTP_URL: mails.url,
    MAIL_FROM: 'Test Notes <notes@example.org>',
  }
  const start = (at: number): Promise<Replica | ReplicaHere> =>
    at < options.kills
      ? world.replica(`replica-${at}`, env)
      : world.replicaHere(`replica-${at}`, env)
  const replicas = await Promise.all([0, 1, 2].map(start))
  let turn = 0
  const { ada } = replicas[0]!
  // People on an imported list are subscribed at once, without a mail.
  const list = ['email', ...Array.from({ length: options.people }, (_, at) => person(at))].join(
    '\n',
  )
  const taken = await ada.call('POST', '/api/subscribers/import', list, {
    'Content-Type': 'text/csv',
  })
  if (taken.status !== 200) throw new Error(`importing was answered with ${taken.status}`)
  return {
    postgres,
    databaseUrl,
    world,
    mails,
    /** A killed replica is replaced by its restarted one. */
    replicas,
    random: createRandom(options.seed),
    /** The replicas in turn, for all callers. */
    next: () => replicas[turn++ % replicas.length]!,
    /** Starts a replica again in its folder. */
    async start(at: number) {
      replicas[at] = await start(at)
    },
    /** The faults, a sentence each. */
    faults: [] as Array<string>,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await mails[Symbol.asyncDispose]()
      await postgres[Symbol.asyncDispose]()
    },
  }
}

/** The cookie that names a save for the other replicas. */
export const savedCookie = ({ headers }: Reply<unknown>): string =>
  headers['set-cookie']?.find((one) => one.startsWith('session-notes-saved='))?.split(';')[0] ?? ''
