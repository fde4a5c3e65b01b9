import { setTimeout as wait } from 'node:timers/promises'
import { ask } from '../../tests/http-client.ts'
import { eventually } from '../../tests/running-site.ts'
import { gitIn } from './checked-repository.ts'
import { databaseOutages, remoteOutages } from './cluster-outages.ts'
import { createIssue, createSubscriptions } from './cluster-people.ts'
import { readOwnSaves } from './cluster-reads.ts'
import { createSaves } from './cluster-saves.ts'
import { type Cluster, startCluster } from './cluster-world.ts'

/** How long the replicas may need to be equal after the last save, in milliseconds. */
const equalMs = 3_000

interface ClusterRun {
  seed: number
  /** The factor by which time limits are longer than on a quiet machine. */
  slack: number
  /**
   * The number of saves during faults, and of those among them of articles that all clients save.
   */
  saves: number
  shared: number
  subscriptions: number
  /** The number of people who get the issue. */
  people: number
  kills: number
  /** Faults of the remote. */
  faults: number
  /** Of the database. */
  crashes: number
  /** What follows; null for nothing. */
  calm: {
    /**
     * The number of saves that are read at another replica at once, with and without messages
     * between the replicas.
     */
    reads: number
    readsWithoutMessages: number
    /**
     * The number of visitors' requests while the database is down or frozen, and again while it
     * works.
     */
    visits: number
  } | null
}

/**
 * Three replicas of one site write through to a remote over http and share a database. First,
 * replicas are killed, the database crashes, and the remote fails, hangs and cuts connections,
 * while people save and subscribe and an issue is mailed: no acknowledged change may be lost, and
 * nothing may happen twice. With `calm`, everybody sees their own saves at every replica, without
 * faults; last, the remote and the database are unreachable one after the other.
 */
export async function clusterFaults(run: ClusterRun) {
  await using cluster = await startCluster(run)
  const { mailsEnd, ...disturbed } = await disturb(cluster, run)
  const later = run.calm && {
    ...(await readOwnSaves(cluster, { ...run.calm, slack: run.slack })),
    ...(await remoteOutages(cluster, run)),
    ...(await databaseOutages(cluster, { ...run.calm, slack: run.slack })),
  }
  return { seed: run.seed, ...disturbed, ...(await mailsEnd()), ...later, faults: cluster.faults }
}

async function disturb(cluster: Cluster, run: ClusterRun) {
  const { faults, mails, postgres, random, replicas, world } = cluster
  const saves = createSaves(cluster, run)
  const subscriptions = createSubscriptions(cluster, run.subscriptions)
  const issue = createIssue(cluster, run.people)
  let kills = 0
  let isOver = false
  // The mails last about as long as the saves.
  mails.delay(150)
  await issue.begin()

  // A start takes longer than many saves, so saves sometimes wait for it. Otherwise not all kills
  // would happen.
  const isAhead = (part: number) => part > (kills + 1.5) / (run.kills + 1)
  const done = Promise.all([
    saves.run(() => !isAhead(saves.progress())),
    subscriptions.run(() => !isAhead(subscriptions.progress())),
  ]).then(() => {
    isOver = true
  })

  /** Repeats a disturbance, spread over the saves. */
  async function repeat(times: number, act: (count: number) => Promise<unknown>): Promise<number> {
    let count = 0
    while (count < times && !isOver) {
      if (saves.progress() >= (count + 1) / (times + 1)) await act(count++)
      else await wait(20)
    }
    return count
  }
  const [, failures, crashes] = await Promise.all([
    repeat(run.kills, async (count) => {
      const at = count % replicas.length
      await replicas[at]?.stop('SIGKILL')
      await wait(100)
      // The remote or the database may be failing at the moment of a start.
      await eventually(
        () =>
          cluster.start(at).then(
            () => true,
            () => false,
          ),
        120_000,
      )
      kills = count + 1
    }),
    repeat(run.faults, async (count) => {
      const kinds = [
        { kind: 'fail', status: 503 },
        { kind: 'cut-after-push' },
        { kind: 'hang' },
      ] as const
      world.server.behave(kinds[count % kinds.length] as (typeof kinds)[number])
      await wait(300 + 700 * random.next())
      world.server.behave({ kind: 'serve' })
    }),
    repeat(postgres.isStarted ? run.crashes : 0, async () => {
      await postgres.kill()
      await wait(1000 * random.next())
      await postgres.start()
    }),
    done,
  ])
  if (kills < run.kills || failures < run.faults)
    faults.push(`only ${kills} kills and ${failures} faults happened`)

  const acknowledged = await saves.check()
  const tip = (await gitIn(world.bare)('rev-parse', 'main')).trim()
  const shows = async (url: string) =>
    JSON.parse((await ask(url, '/api/health')).text).revision === tip
  for (const [at, { url }] of replicas.entries())
    await eventually(() => shows(url), equalMs * run.slack).catch(() =>
      faults.push(`replica ${at} differs`),
    )
  const subscribed = await subscriptions.check()
  mails.delay(0)
  // Mails of a dead replica count as unsure when its lease has expired.
  const mailsEnd = () => issue.end(kills)
  return {
    acknowledged,
    ...saves.figures,
    subscribed,
    kills,
    failures,
    crashes,
    pushes: world.pushes(),
    mailsEnd,
  }
}
