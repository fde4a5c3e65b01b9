import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { EnvError } from '../server/env/env-error.ts'

export interface OwnServer {
  origin: string
  stop(): Promise<void>
}

export interface OwnServerParts {
  /** The built server, `dist/server/index.js`. */
  entry: string
  contentDir: string
  /** Data of its own, which are not those of a site that may be running. Exists. */
  dataDir: string
  gitBranch: string | null
  siteUrl: string
}

/**
 * Starts a built server on a free port of 127.0.0.1, beside one that may be running. It sends no
 * mail and syncs with nothing, because it gets no other settings than these. Throws EnvError with
 * its output when it can't start.
 */
export async function startOwnServer(parts: OwnServerParts): Promise<OwnServer> {
  const { entry, contentDir, dataDir, gitBranch, siteUrl } = parts
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [entry], {
    // There is no `.env` that could set more.
    cwd: dataDir,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      CONTENT_DIR: contentDir,
      DATA_DIR: dataDir,
      SITE_URL: siteUrl,
      GIT_BRANCH: gitBranch ?? '',
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
    void ended.then(() =>
      reject(new EnvError(`The site could not be started with these files:\n${printed.trim()}`)),
    )
  })
  return {
    origin,
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await ended
    },
  }
}
