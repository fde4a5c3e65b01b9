import { setTimeout as wait } from 'node:timers/promises'
import { askJson } from '../../tests/http-client.ts'
import { eventually } from '../../tests/running-site.ts'
import { git } from '../../tests/temp-repository.ts'
import { times } from '../bench/harness.ts'
import { answered } from '../bench/servers.ts'
import { createIssue } from './cluster-issue.ts'
import { createSaves, readOwnSaves } from './cluster-saves.ts'
import { type Cluster, startCluster } from './cluster-world.ts'
import { createJobs, untilDone } from './jobs.ts'
import { createSubscriptions } from './subscriptions.ts'

/** How long the replicas may need to be equal after the last save, in milliseconds. */
const equalMs = 3_000

/** The saves, and those among them of articles that all clients save. */
const saveCount = times(1_000)
const sharedCount = times(300)
const subscriptionCount = times(1_000)
/** The number of people who get the issue. */
const people = times(2_000)
/** The disturbances: kills of replicas, faults of the remote, crashes of the database. */
const killCount = times(40)
const faultCount = times(20)
const crashCount = times(3)

const remoteFaults = [
  { kind: 'fail', status: 503 },
  { kind: 'cut-after-push' },
  { kind: 'hang' },
] as const

/**
 * Three replicas of one site write through to a remote over http and share a database. First,
 * replicas are killed, the database crashes, and the remote fails, hangs and cuts connections,
 * while people save and subscribe and an issue is mailed: no acknowledged change may be lost, and
 * nothing may happen twice. Then everybody sees their own saves at every replica, without faults.
 */
export async function clusterFaults() {
  await using cluster = await startCluster(people)
  const issue = createIssue(cluster, people)
  await issue.begin()
  const disturbed = await disturb(cluster)
  return {
    ...disturbed,
    ...(await readOwnSaves(cluster)),
    // Mails of a dead replica count as unsure when its lease has expired.
    ...(await issue.end(disturbed.kills)),
    faults: cluster.faults,
  }
}

async function disturb(cluster: Cluster) {
  const { faults, mails, next, persist, postgres, random, replicas, world } = cluster
  const saves = createSaves(cluster, saveCount, sharedCount)
  const subscriptions = createSubscriptions(next, (send) => answered(persist(send)))
  const subscribing = createJobs(subscriptionCount)
  let kills = 0
  let isOver = false
  // The mails last about as long as the saves.
  mails.delay(150)

  // A start takes longer than many saves, so saves sometimes wait for it. Otherwise not all kills
  // would happen.
  const isAhead = (part: number) => part > (kills + 1.5) / (killCount + 1)
  const done = Promise.all([
    saves.run(() => !isAhead(saves.progress())),
    subscribing.run(4, subscriptions.act, () => !isAhead(subscribing.progress())),
  ]).then(() => {
    isOver = true
  })

  /** Repeats a disturbance, spread over the saves. */
  async function repeat(most: number, act: (count: number) => Promise<unknown>): Promise<number> {
    let count = 0
    while (count < most && !isOver) {
      if (saves.progress() >= (count + 1) / (most + 1)) await act(count++)
      else await wait(20)
    }
    return count
  }
  const [, failures, crashes] = await Promise.all([
    repeat(killCount, async (count) => {
      const at = count % replicas.length
      await replicas[at]?.stop('SIGKILL')
      await wait(100)
      // The remote or the database may be failing at the moment of a start.
      await untilDone(() => cluster.start(at))
      kills = count + 1
    }),
    repeat(faultCount, async (count) => {
      world.server.behave(remoteFaults[count % remoteFaults.length]!)
      await wait(300 + 700 * random.next())
      world.server.behave({ kind: 'serve' })
    }),
    repeat(postgres.isStarted ? crashCount : 0, async () => {
      await postgres.kill()
      await wait(1000 * random.next())
      await postgres.start()
    }),
    done,
  ])
  if (kills < killCount || failures < faultCount)
    faults.push(`only ${kills} kills and ${failures} faults happened`)

  const acknowledged = await saves.check()
  const tip = (await git(world.bare, ['rev-parse', 'main'])).trim()
  for (const [at, { url }] of replicas.entries())
    await eventually(
      async () => (await askJson<{ revision: string }>(url, '/api/health')).revision === tip,
      equalMs,
    ).catch(() => faults.push(`replica ${at} differs`))
  faults.push(...(await subscriptions.faults()))
  mails.delay(0)
  return {
    acknowledged,
    ...saves.figures,
    subscribed: subscriptions.acknowledged(),
    kills,
    failures,
    crashes,
    pushes: world.pushes(),
  }
}
