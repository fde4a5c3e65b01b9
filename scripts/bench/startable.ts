import type { Corpus } from './corpora.ts'
import { firstSentence } from './edits.ts'
import { firstAnswer } from './first-answer.ts'
import { freePort, type ServerProcess, startSite } from './processes.ts'

/** A site that is started repeatedly with the same repository and data. */
export async function startable(corpus: Corpus) {
  const port = await freePort()
  const shown = corpus.articles[0]!
  const address = `/article/${shown.meta.slug}`
  const text = await firstSentence(corpus, shown)
  const spawn = () => startSite({ ...corpus, port })
  return {
    /** Of the article that a start is measured with. */
    address,
    spawn,
    /**
     * Milliseconds from the spawn of a server to its first response with the article. Then `act` is called, and the server is
     * stopped.
     */
    async start(act: (server: ServerProcess) => Promise<unknown>, spawned = spawn()): Promise<number> {
      await using server = spawned
      const arrived = await firstAnswer(server.port, address, text, 600_000)
      await act(server)
      await server.stop()
      return arrived - server.spawnedAt
    },
  }
}
