import { articleFile, type RunningSite } from '../../tests/running-site.ts'
import type { Administrator } from '../../tests/signed-in-site.ts'
import { gitIn, leftBehind } from './checked-repository.ts'
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
  /** The acknowledged sentences by the blob id of the saved file. */
  const acknowledged = new Map<string, string>()

  async function save(id: number, sentence: string): Promise<void> {
    const headers = { Cookie: ada.cookie, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ content: `${sentence}\n` })
    const answer = await fetch(`${site.url}/api/articles/${id}`, { method: 'PATCH', headers, body })
    const item = (await answer.json()) as { revision: string; message?: string }
    if (answer.status !== 200) throw new Error(`a save was answered with ${answer.status}: ${item.message}`)
    acknowledged.set(item.revision, sentence)
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
      const faults = await leftBehind(root)
      const status = await git('status', '--porcelain')
      if (status !== '') faults.push(`git status prints ${status.trim()}`)
      const checked = await git('fsck', '--strict', '--no-dangling', '--no-progress').catch(
        (error: unknown) => `and fails: ${error}`,
      )
      if (checked !== '') faults.push(`git fsck prints ${checked}`)
      for (const [id, sentence] of last) {
        const text = await git('show', `HEAD:content/articles/2026/article-${id - 1}.md`)
        if (!(orderOf(text) >= orderOf(sentence))) faults.push(`article ${id} has lost "${sentence}"`)
      }
      const objects = (await git('rev-list', '--objects', 'HEAD')).split('\n')
      const reachable = new Set(objects.map((line) => line.slice(0, 40)))
      for (const [revision, sentence] of acknowledged)
        if (!reachable.has(revision)) faults.push(`"${sentence}" is not reachable`)
      return faults
    },
  }
}

/** The number of a save; later saves of one article have higher ones. */
function orderOf(text: string): number {
  const [, round, time] = /round (\d+), time (\d+)\./.exec(text) ?? []
  return Number(round) * 1e6 + Number(time)
}
