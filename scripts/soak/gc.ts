import { setTimeout } from 'node:timers/promises'
import { numberedArticles, upTo } from '../../tests/numbered-articles.ts'
import { siteProcess } from '../../tests/running-site.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { gitIn, lostFiles, repositoryFaults } from './checked-repository.ts'

/** Commands that an owner, a timer of the machine or git itself runs in a repository, possibly during a save. */
const housekeeping: ReadonlyArray<ReadonlyArray<string>> = [
  ['gc', '-q'],
  ['gc', '-q', '--prune=now'],
  ['repack', '-adq'],
  ['prune', '--expire=now'],
  ['pack-refs', '--all'],
  ['maintenance', 'run', '--quiet'],
  ['maintenance', 'run', '--quiet', '--task=loose-objects', '--task=incremental-repack', '--task=commit-graph'],
]

const clients = 3
const articles = 24

/**
 * Saves, reads, reads histories and restores through HTTP while git cleans the repository continuously. Every request
 * must be answered, every acknowledged save must be in the history of its article, and git fsck must find no fault.
 */
export async function gcBesideSaves({ saves }: { saves: number }) {
  await using site = await siteProcess({ files: numberedArticles(upTo(articles)), env: admin })
  const git = gitIn(site.repository.root)
  const ada = await signIn(site)
  const faults: Array<string> = []
  const acknowledged: Array<string> = []
  const ran = new Map<string, number>()
  let answers = 0
  let isOver = false

  async function call<Body>(method: string, path: string, body?: unknown): Promise<Body | null> {
    const answer = await ada.call<Body & { message?: string }>(method, path, body)
    answers++
    if (answer.status === 200) return answer.body
    faults.push(`${method} ${path} was answered with ${answer.status}: ${answer.body.message}`)
    return null
  }

  async function client(number: number): Promise<void> {
    const path = `/api/articles/${number + 1}`
    for (let count = 0; count < saves / clients; count++) {
      const saved = await call<{ revision: string }>('PATCH', path, { content: `Save ${count} by client ${number}.\n` })
      if (saved !== null) acknowledged.push(saved.revision)
      const page = await fetch(`${site.url}/article/a${number + 1}`)
      if (page.status !== 200) faults.push(`the page of article ${number} was answered with ${page.status}`)
      // Articles that are not cached by the server yet.
      await call('GET', `/api/articles/${1 + ((count * clients + number) % articles)}`)
      const history = await call<Array<{ commit: string }>>('GET', `${path}/history`)
      const [newest, earlier] = history ?? []
      if (newest) await call('GET', `${path}/history/${newest.commit}`)
      if (count % 4 !== 3 || !earlier) continue
      const restored = await call<{ revision: string }>('POST', `${path}/restore`, { commit: earlier.commit })
      if (restored !== null) acknowledged.push(restored.revision)
    }
  }

  async function cleanUp(): Promise<void> {
    for (let at = 0; !isOver; at++) {
      const command = housekeeping[at % housekeeping.length]!
      const refused = await refusalOf(() => git(...command))
      if (refused === null) ran.set(command.join(' '), (ran.get(command.join(' ')) ?? 0) + 1)
      else faults.push(`git ${command.join(' ')} prints ${refused}`)
      await setTimeout(Math.random() * 30)
    }
  }

  const cleaning = cleanUp()
  try {
    await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  } finally {
    isOver = true
    await cleaning
  }
  // The server restores objects that a gc has deleted within moments.
  faults.push(...(await repositoryFaults(site.repository.root, 20)), ...(await lostFiles(git, acknowledged)))
  return { acknowledged: acknowledged.length, answers, cleanings: Object.fromEntries(ran), faults }
}

/**
 * Null when the command succeeds, possibly after retries: a commit of ours may hold a lock that it needs, and objects
 * deleted by an earlier prune are restored within a moment.
 */
async function refusalOf(act: () => Promise<unknown>): Promise<string | null> {
  for (let attempt = 1; ; attempt++)
    try {
      await act()
      return null
    } catch (error) {
      const printed = String((error as { stderr?: string }).stderr).trim()
      if (attempt === 30) return printed
      await setTimeout(50)
    }
}
