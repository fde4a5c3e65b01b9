import { setTimeout } from 'node:timers/promises'
import { testPostgres } from '../../tests/postgres.ts'
import { articleFile } from '../../tests/running-site.ts'
import { type Replica, throughWorld } from '../../tests/through-fixture.ts'
import { median } from './figures.ts'
import { siteEntry } from './processes.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'

/** Saves per second at each replica. */
const rate = 10

/**
 * Two replicas write through to one remote over http, and each gets ten saves a second, of its own articles. Measures the time until all are acknowledged, the number of
 * pushes, and whether both get their turns.
 */
export async function runThrough({ quick }: BenchOptions): Promise<Array<Row>> {
  siteEntry()
  const seconds = quick ? 5 : 30
  const count = rate * seconds
  const ids = Array.from({ length: 80 }, (_, at) => at + 1)
  await using postgres = await testPostgres()
  const files = Object.fromEntries(
    ids.map((id) => [`articles/2026/a${id}.md`, articleFile({ id: `${id}`, title: `Article ${id}` })]),
  )
  await using world = await throughWorld(await postgres.newDatabase(), files)
  const replicas = await Promise.all([world.replica('a'), world.replica('b')])
  // The first saves load everything, so they are not measured.
  for (const [at, replica] of replicas.entries()) await timed(replica, at + 1, 'First')
  const before = world.pushes()

  const start = performance.now()
  const times = await Promise.all(
    replicas.map(async (replica, at) => {
      const saves: Array<Promise<number>> = []
      for (let turn = 0; turn < count; turn++) {
        saves.push(timed(replica, (turn % 40) * 2 + at + 1, `Save ${turn}`))
        await setTimeout(Math.max(0, start + (1000 * (turn + 1)) / rate - performance.now()))
      }
      return Promise.all(saves)
    }),
  )
  const took = (performance.now() - start) / 1000
  const medians = times.map(median)
  const made = world.pushes() - before
  return [
    {
      name: 'writing through: 2 × 10 saves a second',
      ratio: took / seconds,
      bar: atMost(1.2),
      note: 'until all are acknowledged, to the time in which they came',
      details: { saves: 2 * count, seconds: took },
    },
    {
      name: 'pushes to saves',
      ratio: made / (2 * count),
      bar: atMost(1 / 8),
      note: 'several saves share one push',
      details: { pushes: made },
    },
    {
      name: 'median of one replica to that of the other',
      ratio: Math.max(...medians) / Math.min(...medians),
      bar: atMost(2),
      note: 'they save in turn',
      details: { 'ms at one': medians[0] ?? 0, 'ms at the other': medians[1] ?? 0 },
    },
  ]
}

/** The milliseconds of one save. */
async function timed({ ada }: Replica, id: number, title: string): Promise<number> {
  const start = performance.now()
  const { status, body } = await ada.call('PATCH', `/api/articles/${id}`, { title })
  if (status !== 200) throw new Error(`a save was answered with ${status}: ${JSON.stringify(body)}`)
  return performance.now() - start
}

await runWhenStarted(import.meta.url, runThrough)
