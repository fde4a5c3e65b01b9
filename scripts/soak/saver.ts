import { setTimeout } from 'node:timers/promises'
import { openRepository } from '../../server/git/read/open-repository.ts'
import { createWriteLane, type WriteLane } from '../../server/git/write/write-lane.ts'

export const saverCommitter = { name: 'Soak', email: 'soak@example.org' }

/** Opens a write lane with the repository's own settings only and without a log. */
export async function openLane(contentDir: string): Promise<{ lane: WriteLane; close(): Promise<void> }> {
  const repository = await openRepository({ contentDir })
  const lane = createWriteLane(repository, { now: () => new Date(), log: { warn: () => {} }, home: null })
  return {
    lane,
    async close() {
      await lane.close()
      repository.close()
    },
  }
}

/** Saves one new file and retries while another process works on the repository. Returns the commit. */
export async function saveNew(lane: WriteLane, path: string, text: string): Promise<string> {
  for (;;)
    try {
      const changes = [{ path, bytes: Buffer.from(text), expected: null }]
      const { commit } = await lane.commit({ changes, message: `Save ${path}`, author: saverCommitter })
      return commit!
    } catch (error) {
      if ((error as Error).name !== 'RepositoryBusyError') throw error
      await setTimeout(5 + Math.random() * 20)
    }
}
