import { setTimeout as wait } from 'node:timers/promises'
import { numberedArticles, upTo } from '../../tests/numbered-articles.ts'
import { type SiteWithProcess, siteProcess } from '../../tests/running-site.ts'
import { type Administrator, admin, signIn } from '../../tests/signed-in-site.ts'
import { answered } from '../bench/servers.ts'
import { repositoryFaults } from './checked-repository.ts'
import { countEach, createJobs, untilDone } from './jobs.ts'
import { createSubscriptions } from './subscriptions.ts'

/**
 * Commands that an owner, a timer of the machine or git itself runs in a repository, possibly
 * during a save.
 */
const housekeeping = [
  'gc -q',
  'gc -q --prune=now',
  'repack -adq',
  'prune --expire=now',
  'pack-refs --all',
  'maintenance run --quiet',
  'maintenance run --quiet --task=loose-objects --task=incremental-repack --task=commit-graph',
]

interface Disturbed {
  site: SiteWithProcess
  /** From now on, requests may fail, and clients stop. */
  end(): void
}

/**
 * Disturbances, each with what it has done. `gc`: git cleans the repository; `commits`: a writer
 * commits with git; both are repeated. `kill`: the server is killed at any moment, once in a round.
 */
const disturbances = {
  async kill({ site, end }: Disturbed) {
    await wait(Math.random() * 250)
    end()
    await site.restart({}, 'SIGKILL')
    return 'kill'
  },
  async gc({ site }: Disturbed, at: number) {
    const command = housekeeping[at % housekeeping.length]!
    await untilDone(() => site.repository.git(...command.split(' ')))
    await wait(Math.random() * 30)
    return command
  },
  async commits({ site: { repository } }: Disturbed, at: number) {
    const path = `content/writer/${at % 5}/${at}.md`
    await repository.write(path, `written ${at}\n`)
    await untilDone(() => repository.git('add', '--', path))
    await untilDone(() => repository.git('commit', '-q', '-m', `Write ${path}`))
    return 'commit'
  },
}

/**
 * A site is disturbed while clients save, read, restore, subscribe and leave through HTTP: every
 * request must be answered, unless the server is killed. What was acknowledged must be there
 * afterwards; every commit has one file, and git finds no fault.
 */
export async function disturbedSite(
  how: keyof typeof disturbances,
  { rounds = 1, saves: least = 0 },
) {
  await using site = await siteProcess({
    files: numberedArticles(upTo(articles)),
    env: { ...admin, TRUST_PROXY: 'loopback' },
  })
  const { git } = site.repository
  const ada = await signIn(site)
  const first = (await git('rev-parse', 'HEAD')).trim()
  const saves = createSaves(site, ada)
  const subscriptions = createSubscriptions(
    () => ({ url: site.url, ada }),
    (send) => answered(send()),
  )
  const works = [saves, subscriptions]
  const faults: Array<string> = []
  const done: Array<string> = []
  for (let round = 0; round < rounds; round++) {
    const before = works.map((work) => work.acknowledged())
    const { end, run } = createJobs(Number.POSITIVE_INFINITY)
    const running = Promise.all(
      works.map(({ act }) => run(clients, (number, client) => act(round * 1e6 + number, client))),
    )
    // The server loads with its first responses; from then on it may be disturbed at any moment.
    while (works.some((work, at) => work.acknowledged() === before[at]))
      await Promise.race([wait(10), running])
    const most = how === 'gc' ? housekeeping.length : 1
    for (let at = 0; at < most || saves.acknowledged() < least; at++)
      done.push(await disturbances[how]({ site, end }, at))
    end()
    await running
    // Answered by the loaded site, which has recovered interrupted saves.
    await fetch(`${site.url}/api/health`)
    // The server restores objects that a gc has deleted within moments.
    const found = await repositoryFaults(site.repository, how === 'kill' ? 1 : 20)
    for (const work of works) found.push(...(await work.faults()))
    // Each has the file of its save, and none of one beside it.
    const log = await git('log', '--format=%x00%H', '--name-only', `${first}..main`)
    const mixed = log.split('\0').filter((commit) => commit.trim().split(/\n+/).length > 2)
    found.push(...mixed.map((commit) => `commit ${commit.replaceAll('\n', ' ')}`))
    faults.push(...found.map((fault) => `round ${round}: ${fault}`))
  }
  return {
    saves: saves.acknowledged(),
    subscriptions: subscriptions.acknowledged(),
    done: Object.fromEntries(countEach(done)),
    faults,
  }
}

const clients = 4
const articles = 24

/**
 * Each client saves an article of its own, reads it, another one and its history, and now and then
 * restores an earlier text. Every acknowledged save must be reachable, and each article must
 * contain at least its last acknowledged text.
 */
function createSaves(site: SiteWithProcess, ada: Administrator) {
  const { git } = site.repository
  /** The number of the last acknowledged text of each article, and the blobs of all. */
  const last = new Map<number, number>()
  const blobs = new Set<string>()
  const call = async <Body>(method: string, path: string, body?: unknown) =>
    (await answered(ada.call<Body>(method, path, body))).body

  return {
    acknowledged: () => blobs.size,
    async act(number: number, client: number): Promise<void> {
      const id = client + 1
      const path = `/api/articles/${id}`
      const content = `Saved as number ${number}.\n`
      blobs.add((await call<{ revision: string }>('PATCH', path, { content })).revision)
      last.set(id, number)
      await answered(fetch(`${site.url}/article/a${id}`))
      // Articles that are not cached by the server yet.
      await call('GET', `/api/articles/${1 + (number % articles)}`)
      const [newest, earlier] = await call<Array<{ commit: string }>>('GET', `${path}/history`)
      await call('GET', `${path}/history/${newest!.commit}`)
      if (number % 5 !== 4 || !earlier) return
      last.delete(id)
      const { commit } = earlier
      blobs.add((await call<{ revision: string }>('POST', `${path}/restore`, { commit })).revision)
    },
    async faults(): Promise<Array<string>> {
      const objects = (await git('rev-list', '--objects', 'HEAD')).split('\n')
      const reachable = new Set(objects.map((line) => line.slice(0, 40)))
      const lost = [...blobs].filter((blob) => !reachable.has(blob))
      const faults = lost.map((blob) => `the saved ${blob} is not reachable`)
      for (const [id, number] of last) {
        const text = await git('show', `HEAD:content/articles/2026/a${id}.md`)
        if (!(Number(/number (\d+)\./.exec(text)?.[1]) >= number))
          faults.push(`article ${id} has lost its text number ${number}`)
      }
      return faults
    },
  }
}
