import { cp, readFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gitServer } from './git-server.ts'
import { ask as askSite } from './http-client.ts'
import { newDatabase } from './postgres.ts'
import {
  type SiteOptions,
  type SiteProcess,
  type SiteWithProcess,
  startSite,
} from './running-site.ts'
import { git, repositoryAt, type TemporaryRepository, temporaryFolder } from './temp-repository.ts'

const root = path.dirname(import.meta.dirname)
const token = 't0ken-of-the-cluster'
/** How long replicas may need to show one commit before a request goes on, in milliseconds. */
const patienceMs = 10_000

/**
 * A site of several replicas for `runningSite`: they write through to one bare remote over http,
 * share a database, and answer connections in turn, without regard to who asks. The repository is a
 * writer's clone, which follows the remote after every answer and pushes what it commits.
 * `database` is the address of a server.
 */
export async function clusterSite(
  count: number,
  options: SiteOptions,
  database = process.env.TEST_CLUSTER_DATABASE_URL,
): Promise<SiteWithProcess> {
  const folder = await temporaryFolder()
  const at = (name: string) => path.join(folder.path, name)
  await git(folder.path, ['init', '-q', '--bare', 'remote.git'])
  await git(folder.path, ['clone', '-q', at('remote.git'), 'writer'])
  const writer = repositoryAt(at('writer'))
  if (options.files) {
    for (const [name, text] of Object.entries(options.files))
      await writer.write(`content/${name}`, text)
  } else await cp(path.join(root, 'content'), writer.path('content'), { recursive: true })
  await writer.commit('Content', options.committedAt)
  await writer.git('push', '-q', 'origin', 'main')

  const remote = await gitServer(folder.path, { credentials: `x-access-token:${token}` })
  if (database === undefined)
    throw new Error('There is no PostgreSQL for the replicas; TEST_CLUSTER starts one.')
  const databaseUrl = await newDatabase(database)
  let replicas: Array<SiteProcess> = []
  const tip = async () => (await readFile(at('remote.git/refs/heads/main'), 'utf8')).trim()
  const following = createFollowing(writer, tip, () => replicas)
  const proxy = await roundRobin(() => replicas, following)

  const settings = (number: number) => ({
    CONTENT_DIR: at(`${number}/content`),
    DATA_DIR: at(`${number}/data`),
    DATABASE_URL: databaseUrl,
    GIT_WRITE: 'through',
    GIT_SYNC_SECONDS: '1',
    GIT_REMOTE: remote.urlOf('remote.git'),
    GIT_TOKEN: token,
    SITE_URL: proxy.url.replace('127.0.0.1', 'localhost'),
    ...options.env,
  })
  async function start(env: Record<string, string> = {}, build?: string): Promise<void> {
    replicas = await Promise.all(
      Array.from({ length: count }, (_, number) =>
        startSite({ ...settings(number), ...env }, folder.path, build),
      ),
    )
  }
  async function stop(signal?: NodeJS.Signals): Promise<number | null> {
    const codes = await Promise.all(replicas.map((one) => one.stop(signal)))
    return codes.find((code) => code !== 0) ?? codes[0] ?? null
  }
  await start()
  return {
    url: proxy.url,
    session: null,
    get pid() {
      return replicas[0]?.pid ?? 0
    },
    repository: following.repository,
    dataDir: at('0/data'),
    dataDirs: Array.from({ length: count }, (_, number) => at(`${number}/data`)),
    env: settings(0),
    savedTip: tip,
    async refuseSaves() {
      remote.behave({ kind: 'fail', status: 503 })
      return async () => remote.behave({ kind: 'serve' })
    },
    output: () => replicas.map((one) => one.output()).join(''),
    stop,
    async restart(env, signal, build) {
      await stop(signal)
      await start(env, build)
    },
    async [Symbol.asyncDispose]() {
      await stop('SIGKILL')
      await proxy[Symbol.asyncDispose]()
      await remote[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/**
 * Keeps the writer's clone and the remote equal, and knows when all replicas show the commit of the
 * remote.
 */
function createFollowing(
  writer: TemporaryRepository,
  tip: () => Promise<string>,
  replicas: () => Array<SiteProcess>,
) {
  let turn: Promise<unknown> = Promise.resolve()
  let shown = ''
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
  const head = async () => (await writer.git('rev-parse', 'HEAD')).trim()

  async function pull(): Promise<void> {
    if ((await tip()) !== (await head())) await writer.git('pull', '-q', '--ff-only')
  }

  /**
   * Pushes; commits that the site has made since `before` come first, as a writer has them after a
   * refusal.
   */
  async function push(before: string): Promise<void> {
    try {
      await writer.git('push', '-q', `--force-with-lease=main:${before}`, 'origin', 'HEAD:main')
    } catch (error) {
      const now = await tip()
      if (now === before) throw error
      await writer.git('pull', '-q', '--rebase')
      await push(now)
    }
  }

  /** Does what changes the clone, and resolves when all replicas show it. */
  const writing = <Value>(work: () => Promise<Value>): Promise<Value> =>
    inTurn(async () => {
      await pull()
      // Not the newest commit of the remote, which the site may have moved again meanwhile.
      const before = await head()
      const value = await work()
      if ((await head()) !== before) await push(before)
      await equal()
      return value
    })

  async function equal(): Promise<void> {
    const limit = performance.now() + patienceMs
    for (
      let commit = await tip();
      commit !== shown && performance.now() < limit;
      commit = await tip()
    ) {
      const revisions = await Promise.all(
        replicas().map(async ({ url }) => {
          const answer = await askSite(url, '/api/health').catch(() => null)
          return answer === null
            ? commit
            : (JSON.parse(answer.text) as { revision?: string }).revision
        }),
      )
      if (revisions.every((revision) => revision === commit)) shown = commit
      else await wait(10)
    }
  }

  return {
    repository: {
      ...writer,
      git: (...args: Array<string>) => writing(() => writer.git(...args)),
      commit: (message?: string, time?: number) => writing(() => writer.commit(message, time)),
    },
    /**
     * Called with the beginning of each request. Only who has saved sees that at every replica at
     * once; others do a moment later.
     */
    async before(head: string): Promise<void> {
      if (!head.includes('session-notes-saved=')) await equal()
    },
    /**
     * Called before an answer is passed on. A file that the test has changed itself is pulled by
     * its next commit.
     */
    after: () => inTurn(pull).catch(() => undefined),
  }
}

/** Passes each connection on to the next replica, byte by byte. */
async function roundRobin(
  replicas: () => Array<SiteProcess>,
  { before, after }: { before(head: string): Promise<void>; after(): Promise<void> },
) {
  const sockets = new Set<Socket>()
  let turn = 0

  /** A connection to the next replica that accepts one. */
  async function toReplica(): Promise<Socket | null> {
    const all = replicas()
    for (let tries = 0; tries < all.length; tries += 1) {
      const site = all[turn++ % all.length] as SiteProcess
      const socket = connect({
        port: Number(new URL(site.url).port),
        host: '127.0.0.1',
        allowHalfOpen: true,
      })
      const isOpen = await new Promise((resolve) => {
        socket.once('connect', () => resolve(true))
        socket.once('error', () => resolve(false))
      })
      if (isOpen) return socket
    }
    return null
  }

  async function pass(client: Socket, chunk: Buffer): Promise<void> {
    await before(chunk.toString('latin1'))
    const site = await toReplica()
    if (site === null || client.destroyed) return void client.destroy()
    join(client, site)
    site.write(chunk)
    client.pipe(site)
    site.once('data', (first: Buffer) => {
      site.pause()
      void after().then(() => {
        client.write(first)
        site.pipe(client)
      })
    })
    site.once('end', () => site.bytesRead === 0 && client.end())
  }

  function join(client: Socket, site: Socket): void {
    sockets.add(site)
    for (const [one, other] of [
      [client, site],
      [site, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.once('close', () => {
        sockets.delete(one)
        if (one === client || one.errored) other.destroy()
      })
    }
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    client.once('close', () => sockets.delete(client))
    client.once('data', (chunk: Buffer) => {
      client.pause()
      void pass(client, chunk)
    })
    client.once('end', () => client.bytesRead === 0 && client.end())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
