import { articleFile, type RunningSite } from '../../tests/running-site.ts'
import type { Administrator } from '../../tests/signed-in-site.ts'
import { gitIn, lostFiles, repositoryFaults } from './checked-repository.ts'
import type { Work } from './server-work.ts'

const clients = 4

export const articlesToSave = Object.fromEntries(
  Array.from({ length: clients }, (_, at) => [
    `articles/2026/article-${at}.md`,
    articleFile({ title: `Article ${at}`, id: String(at + 1) }),
  ]),
)

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
      Promise.all(
        Array.from({ length: clients }, async (_, at) => {
          for (let count = 0; !isOver(); count++)
            try {
              await save(at + 1, `Saved by client ${at} in round ${round}, time ${count}.`)
            } catch (error) {
              if (!isOver()) throw error
            }
        }),
      ),
    async faults() {
      const faults = [...(await repositoryFaults(root)), ...(await lostFiles(git, acknowledged))]
      for (const [id, sentence] of last) {
        const text = await git('show', `HEAD:content/articles/2026/article-${id - 1}.md`)
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
