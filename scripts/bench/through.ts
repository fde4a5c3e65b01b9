import { setTimeout as pause } from 'node:timers/promises'
import { numberedArticles, upTo } from '../../tests/numbered-articles.ts'
import { testPostgres } from '../../tests/postgres.ts'
import { type Replica, throughWorld } from '../../tests/through-fixture.ts'
import { add, type Benchmark, median, quick, time, valuesOf } from './harness.ts'
import { answered } from './servers.ts'

/** Saves per second at each replica. */
const rate = 10
const names = ['a', 'b']

/**
 * Two replicas write through to one remote over http, and each gets ten saves a second, of its own
 * articles. Measures the time until all are acknowledged, the number of pushes, and whether both
 * get their turns.
 */
export const through: Benchmark = {
  figures: [
    [
      'writing through: 2 × 10 saves a second',
      'seconds until all are acknowledged / seconds in which they came',
      '≤ 1.2',
      'until all are acknowledged, to the time in which they came',
    ],
    ['pushes to saves', 'pushes / saves', '≤ 0.125', 'several saves share one push'],
    [
      'median of one replica to that of the other',
      'the slower median / the faster median',
      '≤ 2',
      'they save in turn',
    ],
  ],
  async run() {
    const seconds = quick ? 5 : 30
    const count = rate * seconds
    await using postgres = await testPostgres()
    await using world = await throughWorld(await postgres.newDatabase(), numberedArticles(upTo(80)))
    const replicas = await Promise.all(names.map((name) => world.replica(name)))
    // The first saves load everything, so they are not measured.
    for (const [at, replica] of replicas.entries()) await save(replica, at + 1, 'First')
    const before = world.pushes()

    const start = performance.now()
    const saved = replicas.map(async (replica, at) => {
      const saves: Array<Promise<unknown>> = []
      for (let turn = 0; turn < count; turn++) {
        const id = (turn % 40) * 2 + at + 1
        saves.push(time(`ms of a save at ${names[at]}`, () => save(replica, id, `Save ${turn}`)))
        await pause(Math.max(0, start + (1000 * (turn + 1)) / rate - performance.now()))
      }
      await Promise.all(saves)
    })
    await Promise.all(saved)
    add('seconds until all are acknowledged', (performance.now() - start) / 1000)
    add('seconds in which they came', seconds)
    add('pushes', world.pushes() - before)
    add('saves', 2 * count)
    const medians = names.map((name) => median(valuesOf(`ms of a save at ${name}`)))
    add('the slower median', Math.max(...medians))
    add('the faster median', Math.min(...medians))
  },
}

function save({ ada }: Replica, id: number, title: string) {
  return answered(ada.call('PATCH', `/api/articles/${id}`, { title }))
}
