import { setTimeout as wait } from 'node:timers/promises'
import { numberedArticles, upTo } from '../../tests/numbered-articles.ts'
import { type SiteWithProcess, siteProcess } from '../../tests/running-site.ts'
import { type Administrator, admin, signIn } from '../../tests/signed-in-site.ts'
import {
  type Git,
  gitIn,
  lostFiles,
  mixedCommits,
  repositoryFaults,
  untilFree,
} from './checked-repository.ts'
import { countEach } from './jobs.ts'
import { subscriptionsOn, type Work } from './subscriptions.ts'

interface Disturbed {
  site: SiteWithProcess
  git: Git
  /** Whether the clients have made the wanted number of saves. */
  isEnough(): boolean
  /** From now on, requests may fail, and clients stop. */
  end(): void
  /** What was done so far. */
  done: Array<string>
}

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

const disturbances: Record<string, (disturbed: Disturbed) => Promise<unknown>> = {
  /** The server may be killed at any moment. */
  async kill({ site, end, done }) {
    await wait(Math.random() * 250)
    end()
    await site.restart({}, 'SIGKILL')
    done.push('kill')
  },
  /** Git cleans the repository continuously. */
  async gc({ git, isEnough, done }) {
    for (let at = 0; at < housekeeping.length || !isEnough(); at++) {
      const command = housekeeping[at % housekeeping.length]!
      await untilFree(() => git(...command.split(' ')))
      done.push(command)
      await wait(Math.random() * 30)
    }
  },
  /** A writer commits with git. */
  async commits({ site, git, isEnough, done }) {
    for (let at = 0; !isEnough(); at++) {
      const path = `content/writer/${at % 5}/${at}.md`
      await site.repository.write(path, `written ${at}\n`)
      await untilFree(() => git('add', '--', path))
      await untilFree(() => git('commit', '-q', '-m', `Write ${path}`))
      done.push('commit')
    }
  },
}

/**
 * A site is disturbed while clients save, read, restore, subscribe and leave through HTTP: every
 * request must be answered, unless the server is killed. What was acknowledged must be there
 * afterwards; every commit has one file, and git finds no fault.
 */
export async function disturbedSite({
  how,
  rounds = 1,
  saves = 0,
}: {
  how: string
  rounds?: number
  saves?: number
}) {
  await using site = await siteProcess({
    files: numberedArticles(upTo(articles)),
    env: { ...admin, TRUST_PROXY: 'loopback' },
  })
  const ada = await signIn(site)
  const git = gitIn(site.repository.root)
  const start = (await git('rev-parse', 'HEAD')).trim()
  const works = [savesOn(site, ada, git), subscriptionsOn(site, ada)] as const
  const faults: Array<string> = []
  const done: Array<string> = []
  for (let round = 0; round < rounds; round++) {
    let isOver = false
    const before = works.map((work) => work.acknowledged())
    const repeat = async (work: Work, client: number) => {
      for (let count = 0; !isOver; count++)
        await work.act(client, round, count).catch((error: unknown) => {
          if (!isOver) throw error
        })
    }
    const running = Promise.all(
      works.flatMap((work) => upTo(clients).map((client) => repeat(work, client))),
    )
    // The server loads with its first responses; from then on it may be disturbed at any moment.
    while (works.some((work, at) => work.acknowledged() === before[at]))
      await Promise.race([wait(10), running])
    await disturbances[how]!({
      site,
      git,
      isEnough: () => works[0].acknowledged() >= saves,
      end() {
        isOver = true
      },
      done,
    })
    isOver = true
    await running
    // Answered by the loaded site, which has recovered interrupted saves.
    await fetch(`${site.url}/api/health`)
    // The server restores objects that a gc has deleted within moments.
    const found = await repositoryFaults(site.repository.root, how === 'kill' ? 1 : 20)
    for (const work of works) found.push(...(await work.faults()))
    faults.push(
      ...[...found, ...(await mixedCommits(git, start))].map((fault) => `round ${round}: ${fault}`),
    )
  }
  const [saved, subscribed] = works.map((work) => work.acknowledged())
  return {
    saves: saved!,
    subscriptions: subscribed!,
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
function savesOn(site: SiteWithProcess, ada: Administrator, git: Git): Work {
  /** The number of the last acknowledged text of each article, and the blobs of all. */
  const last = new Map<number, number>()
  const acknowledged = new Set<string>()

  async function call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await ada.call<Body & { message?: string }>(method, path, body)
    if (answer.status !== 200)
      throw new Error(
        `${method} ${path} was answered with ${answer.status}: ${answer.body.message}`,
      )
    return answer.body
  }

  return {
    acknowledged: () => acknowledged.size,
    async act(id, round, count) {
      const path = `/api/articles/${id}`
      const number = round * 1e6 + count
      const content = `Saved as number ${number}.\n`
      acknowledged.add((await call<{ revision: string }>('PATCH', path, { content })).revision)
      last.set(id, number)
      const page = await fetch(`${site.url}/article/a${id}`)
      if (page.status !== 200)
        throw new Error(`the page of article ${id} was answered with ${page.status}`)
      // Articles that are not cached by the server yet.
      await call('GET', `/api/articles/${1 + ((count * clients + id) % articles)}`)
      const [newest, earlier] = await call<Array<{ commit: string }>>('GET', `${path}/history`)
      await call('GET', `${path}/history/${newest!.commit}`)
      if (count % 4 !== 3 || !earlier) return
      last.delete(id)
      const { revision } = await call<{ revision: string }>('POST', `${path}/restore`, {
        commit: earlier.commit,
      })
      acknowledged.add(revision)
    },
    async faults() {
      const faults = await lostFiles(git, acknowledged)
      for (const [id, number] of last) {
        const found = /number (\d+)\./.exec(
          await git('show', `HEAD:content/articles/2026/a${id}.md`),
        )?.[1]
        if (!(Number(found) >= number))
          faults.push(`article ${id} has lost its text number ${number}`)
      }
      return faults
    },
  }
}
