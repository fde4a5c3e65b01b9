import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CommandError } from '../command-error.ts'
import { startOwnServer } from '../own-server.ts'

/** How long the new version may take until it is ready, in milliseconds. */
const readyLimitMs = 5 * 60_000
const askEveryMs = 100

/**
 * Starts the new version in its folder with copies of content and data, and asks it for its home
 * page. Throws a CommandError when it does not start or show one.
 */
export async function trialStart(
  folder: string,
  places: { contentDir: string; dataDir: string },
): Promise<void> {
  const entry = path.join(folder, 'dist', 'server', 'index.js')
  const server = await startOwnServer({
    ...places,
    entry,
    gitBranch: null,
    siteUrl: 'http://localhost',
  })
  try {
    const status = async (address: string) =>
      (await fetch(server.origin + address, { redirect: 'manual' })).status
    const until = Date.now() + readyLimitMs
    // 503 is the answer of a server that is loading.
    while ((await status('/api/ready')) === 503) {
      if (Date.now() > until)
        throw new CommandError('The new version does not become ready with this content and data.')
      await wait(askEveryMs)
    }
    // A version that one goes back to may not know the call for its readiness.
    const answer = await status('/')
    if (answer !== 200)
      throw new CommandError(`The new version answers ${answer} at / with this content and data.`)
  } finally {
    await server.stop()
  }
}
