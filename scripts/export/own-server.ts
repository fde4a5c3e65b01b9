import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { EnvError } from '../../server/env/env-error.ts'
import type { ExportEnv } from './committed-content.ts'

export interface OwnServer {
  origin: string
  stop(): Promise<void>
}

/**
 * Starts the built server on a free port of 127.0.0.1 for an export, beside one that may be running. Its data are its own: it knows no person, sends no mail and
 * syncs with nothing; its caches in `DATA_DIR/cache/export` make the next export faster. Throws EnvError with its output when it can't start.
 */
export async function startOwnServer(
  entry: string,
  { contentDir, dataDir, gitBranch }: ExportEnv,
  siteUrl: string,
): Promise<OwnServer> {
  const ownData = path.join(dataDir, 'cache', 'export')
  await mkdir(ownData, { recursive: true })
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [entry], {
    // There is no `.env` that could set more.
    cwd: ownData,
    env: {
      ...{ PATH, HOME, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0' },
      ...{ CONTENT_DIR: contentDir, DATA_DIR: ownData, SITE_URL: siteUrl, GIT_BRANCH: gitBranch ?? '' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'close').then(() => process.off('exit', kill))
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = ''
    const read = (chunk: Buffer) => {
      printed += chunk
      const port = /^https?:\/\/\S+:(\d+) \(/m.exec(printed)?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then(() => reject(new EnvError(`The site could not be started for the export:\n${printed.trim()}`)))
  })
  return {
    origin,
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await ended
    },
  }
}
