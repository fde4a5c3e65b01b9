import { setTimeout } from 'node:timers/promises'
import { articleFile, siteProcess } from '../../tests/running-site.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { type Git, gitIn, leftBehind } from './checked-repository.ts'

const clients = 4

/** An acknowledged text of an article. */
interface Acknowledged {
  /** The blob id of the saved file. */
  revision: string
  sentence: string
}

/**
 * Kills the whole server with SIGKILL while several clients save through HTTP, in several rounds, and starts it
 * again. Every acknowledged save must be reachable, each article must contain at least its last acknowledged text,
 * and git must find no fault after each start.
 */
export async function killServerDuringSaves({ rounds }: { rounds: number }) {
  const files = Object.fromEntries(
    Array.from({ length: clients }, (_, at) => [
      `articles/2026/article-${at}.md`,
      articleFile({ title: `Article ${at}`, id: String(at + 1) }),
    ]),
  )
  await using site = await siteProcess({ files, env: admin })
  const git = gitIn(site.repository.root)
  const faults: Array<string> = []
  const acknowledged: Array<Acknowledged> = []
  const last = new Map<number, string>()
  const ada = await signIn(site)

  async function save(id: number, sentence: string): Promise<void> {
    const headers = { Cookie: ada.cookie, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ content: `${sentence}\n` })
    const answer = await fetch(`${site.url}/api/articles/${id}`, { method: 'PATCH', headers, body })
    const item = (await answer.json()) as { revision: string; message?: string }
    if (answer.status !== 200) throw new Error(`a save was answered with ${answer.status}: ${item.message}`)
    acknowledged.push({ revision: item.revision, sentence })
    last.set(id, sentence)
  }

  for (let round = 0; round < rounds; round++) {
    let killed = false
    const before = acknowledged.length
    const saving = Array.from({ length: clients }, async (_, at) => {
      for (let count = 0; !killed; count++)
        try {
          await save(at + 1, `Saved by client ${at} in round ${round}, time ${count}.`)
        } catch (error) {
          if (!killed) throw error
        }
    })
    // The server loads with its first responses; from then on it may be killed at any moment.
    while (acknowledged.length === before) await Promise.race([setTimeout(10), Promise.all(saving)])
    await setTimeout(Math.random() * 250)
    killed = true
    await site.restart({}, 'SIGKILL')
    await Promise.all(saving)
    // Answered by the loaded site, which has recovered interrupted saves.
    await fetch(`${site.url}/api/health`)
    for (const fault of await faultsAfterStart(git, site.repository.root)) faults.push(`round ${round}: ${fault}`)
    for (const [id, sentence] of last) {
      const text = await git('show', `HEAD:content/articles/2026/article-${id - 1}.md`)
      if (!(orderOf(text) >= orderOf(sentence))) faults.push(`round ${round}: article ${id} has lost "${sentence}"`)
    }
  }
  const reachable = new Set((await git('rev-list', '--objects', 'HEAD')).split('\n').map((line) => line.slice(0, 40)))
  for (const { revision, sentence } of acknowledged)
    if (!reachable.has(revision)) faults.push(`"${sentence}" is not reachable`)
  return { acknowledged: acknowledged.length, faults }
}

async function faultsAfterStart(git: Git, root: string): Promise<Array<string>> {
  const status = await git('status', '--porcelain')
  return [
    ...(status === '' ? [] : [`git status prints ${status.trim()}`]),
    ...(await leftBehind(root)),
    ...(await git('fsck', '--strict', '--no-dangling', '--no-progress').then(
      (printed) => (printed === '' ? [] : [`git fsck prints ${printed}`]),
      (error: unknown) => [`git fsck fails: ${error}`],
    )),
  ]
}

/** The number of a save; later saves of one article have higher ones. */
function orderOf(text: string): number {
  const [, round, time] = /round (\d+), time (\d+)\./.exec(text) ?? []
  return Number(round) * 1e6 + Number(time)
}
