import { numberedArticles, upTo } from '../../tests/numbered-articles.ts'
import type { RunningSite } from '../../tests/running-site.ts'
import type { Administrator } from '../../tests/signed-in-site.ts'
import { gitIn, lostFiles, repositoryFaults } from './checked-repository.ts'
import { repeatUntil, type Work } from './server-work.ts'

const clients = 4

export const articlesToSave = numberedArticles(upTo(clients))

/**
 * Each client saves an article of its own. Every acknowledged save must be reachable, each article must contain at least its last acknowledged text,
 * and git must find no fault.
 */
export function savesOn(site: RunningSite, ada: Administrator): Work {
  const { root } = site.repository
  const git = gitIn(root)
  const last = new Map<number, string>()
  /** The blobs of the saved files. */
  const acknowledged = new Set<string>()

  async function save(id: number, sentence: string): Promise<void> {
    const headers = { Cookie: ada.cookie, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ content: `${sentence}\n` })
    const answer = await fetch(`${site.url}/api/articles/${id}`, { method: 'PATCH', headers, body })
    const item = (await answer.json()) as { revision: string; message?: string }
    if (answer.status !== 200) throw new Error(`a save was answered with ${answer.status}: ${item.message}`)
    acknowledged.add(item.revision)
    last.set(id, sentence)
  }

  return {
    acknowledged: () => acknowledged.size,
    run: (round, isOver) =>
      repeatUntil(isOver, clients, (client, count) =>
        save(client + 1, `Saved by client ${client} in round ${round}, time ${count}.`),
      ),
    async faults() {
      const faults = [...(await repositoryFaults(root)), ...(await lostFiles(git, acknowledged))]
      for (const [id, sentence] of last) {
        const text = await git('show', `HEAD:content/articles/2026/a${id}.md`)
        if (!(orderOf(text) >= orderOf(sentence))) faults.push(`article ${id} has lost "${sentence}"`)
      }
      return faults
    },
  }
}

/** The number of a save; later saves of one article have higher ones. */
function orderOf(text: string): number {
  const [, round, time] = /round (\d+), time (\d+)\./.exec(text) ?? []
  return Number(round) * 1e6 + Number(time)
}
