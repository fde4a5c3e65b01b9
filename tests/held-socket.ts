import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { countStart } from './counted-starts.ts'
import { siteEnvironment } from './running-site.ts'
import { temporaryFolder, temporaryRepository } from './temp-repository.ts'

const entry = path.join(path.dirname(import.meta.dirname), 'dist', 'server', 'index.js')

/**
 * A bound socket that this process does not accept connections of, as systemd holds one. Node has
 * no public function for it.
 */
function boundSocket(): { handle: BoundHandle; port: number } {
  const create = (
    net as unknown as { _createServerHandle(host: string, port: number, family: 4): BoundHandle }
  )._createServerHandle
  const handle = create('127.0.0.1', 0, 4)
  const name = { port: 0 }
  handle.getsockname(name)
  return { handle, port: name.port }
}

interface BoundHandle {
  fd: number
  close(): void
  getsockname(name: { port: number }): void
}

/**
 * A site whose socket outlives its processes; `start` starts one, as the service of systemd does.
 */
export async function heldSocket(files: Record<string, string>) {
  const repository = await temporaryRepository()
  const data = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) await repository.write(`content/${name}`, text)
  await repository.commit('Content')
  const { handle, port } = boundSocket()
  const env = { CONTENT_DIR: repository.path('content'), DATA_DIR: data.path, LISTEN_FDS: '1' }
  const started = new Set<ReturnType<typeof spawn>>()
  return {
    url: `http://127.0.0.1:${port}`,
    async start() {
      countStart('server')
      // The variable names the process that the socket is for.
      const child = spawn('sh', ['-c', 'LISTEN_PID=$$ exec "$@"', 'sh', process.execPath, entry], {
        cwd: repository.root,
        env: siteEnvironment(env),
        stdio: ['ignore', 'pipe', 'ignore', handle.fd],
      })
      started.add(child)
      if (child.stdout === null) throw new Error('The process has no output.')
      await once(child.stdout, 'data')
      return {
        async stop() {
          child.kill('SIGTERM')
          await once(child, 'close')
          started.delete(child)
        },
      }
    },
    async [Symbol.asyncDispose]() {
      for (const child of started) child.kill('SIGKILL')
      handle.close()
      await repository[Symbol.asyncDispose]()
      await data[Symbol.asyncDispose]()
    },
  }
}
