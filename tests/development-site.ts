import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../scripts/bench/servers.ts'
import { articleFile, siteEnvironment } from './running-site.ts'
import { temporaryFolder, temporaryRepository } from './temp-repository.ts'

const root = path.dirname(import.meta.dirname)
/** What `npm run dev` reads, beside the packages. */
const sources = [
  'server',
  'src',
  'scripts',
  'tests',
  'public',
  'package.json',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
]

export interface DevelopmentSite extends AsyncDisposable {
  url: string
  /** The copy. */
  folder: string
  /** Replaces a text in a source file. */
  edit(file: string, from: string, to: string): Promise<void>
  /** Ends the command with a signal, and waits. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/**
 * `npm run dev` in a copy of the sources, which may be edited, with a small site that has the page
 * `/article/first`, and settings. A folder `without` is not in the copy.
 */
export async function developmentSite({ without = '', env = {} } = {}): Promise<DevelopmentSite> {
  const copy = await temporaryFolder()
  const repository = await temporaryRepository()
  const data = await temporaryFolder()
  const inCopy = (file: string) => path.join(copy.path, file)
  const left = path.join(root, without)
  for (const source of sources)
    await cp(path.join(root, source), inCopy(source), {
      recursive: true,
      filter: (file) => file !== left,
    })
  await symlink(path.join(root, 'node_modules'), inCopy('node_modules'))
  await repository.write('content/articles/first.md', articleFile({ id: '1' }))
  await repository.commit()
  // The next server listens where the last one did.
  const port = await freePort()
  const command = spawn(process.execPath, ['--import', 'tsx', 'scripts/dev.ts'], {
    cwd: copy.path,
    env: siteEnvironment({
      CONTENT_DIR: repository.path('content'),
      DATA_DIR: data.path,
      PORT: String(port),
      ...env,
    }),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(command, 'close')
  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    command.kill(signal)
    await ended
  }
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    command.stdout.on('data', (chunk: Buffer) => {
      printed += chunk
      if (/^http:\/\/localhost:\d+$/m.test(printed)) resolve()
    })
    void ended.then(() => reject(new Error(`the development server ended: ${printed}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    folder: copy.path,
    async edit(file, from, to) {
      const text = await readFile(inCopy(file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
      await writeFile(inCopy(file), text.replace(from, to))
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop('SIGKILL')
      for (const folder of [copy, repository, data]) await folder[Symbol.asyncDispose]()
    },
  }
}
